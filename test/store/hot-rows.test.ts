import { chooseWaitForHotRows, rememberHotRows } from '../../functions/store/hot-rows'
import { KnownRows } from '../../functions/store/known-rows'

const makeKey = (sk: string) => ({ pk: 'ITEMS#hot', sk })

test('a new change makes room for up to three tries, where one of its rows is hot', () => {
  expect(chooseWaitForHotRows([makeKey('A')])).toBe(0)
  rememberHotRows([makeKey('A')], 60_000)
  const waits = Array.from({ length: 1_000 }, () => chooseWaitForHotRows([makeKey('B'), makeKey('A')]))
  expect(Math.max(...waits)).toBeGreaterThan(120_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(180_000)
  expect(chooseWaitForHotRows([makeKey('B')])).toBe(0)
})

test('a row is hot for as long as some tries take', () => {
  rememberHotRows([makeKey('C')], 0)
  expect(chooseWaitForHotRows([makeKey('C')])).toBe(0)
})

test('a thousand hot rows are remembered, those that were overtaken last', () => {
  const rows = Array.from({ length: 1_000 }, (_, number) => makeKey(`${number}`))
  rememberHotRows([makeKey('old')], 60_000)
  rememberHotRows(rows, 60_000)
  expect(chooseWaitForHotRows([makeKey('old')])).toBe(0)
  for (const row of rows) expect(chooseWaitForHotRows([row])).toBeGreaterThan(0)
})

test('a change waits once, and not when it is decided again', async () => {
  rememberHotRows([makeKey('D')], 10)
  const [fresh, again] = [new KnownRows(), new KnownRows()]
  await fresh.makeRoom([makeKey('D')])
  expect(fresh.readSince).toBeGreaterThan(0)
  const { readSince } = fresh
  await fresh.makeRoom([makeKey('D')])
  expect(fresh.readSince).toBe(readSince)
  again.renew(null)
  await again.makeRoom([makeKey('D')])
  expect(again.readSince).toBe(0)
})
