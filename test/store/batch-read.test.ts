import { findRows } from '../../functions/store/batch-read'
import { RowsOfChange } from '../../functions/store/contention'
import { measureCharge } from '../support/capacity'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { useTable } from '../support/table'

const engine = useTable()

const makeKey = (number: number) => ({ pk: `ITEMS#cmp_1#${number}`, sk: 'itm_1' })
const makeRows = (count: number, text = '') => Array.from({ length: count }, (_, n) => ({ ...makeKey(n), n, text }))

test('finds rows in the order of their keys, which may repeat, and more than fit into one call', async () => {
  await putRows(engine.table, makeRows(150))
  const numbers = [3, 149, 3, 400, ...Array(150).keys()]
  const read = async () => {
    const rows = await findRows(engine.table, numbers.map(makeKey))
    expect(rows.map((row) => row?.n)).toEqual(numbers.map((n) => (n === 400 ? undefined : n)))
  }
  // A strong read of each row, and of the one that does not exist.
  expect(await measureCharge(engine.table, read)).toEqual({ units: 151, calls: 2 })
})

rehearse('asks again for what DynamoDB leaves out: it returns at most 16 MB', async () => {
  const rows = makeRows(60, 'x'.repeat(350_000))
  for (let from = 0; from < rows.length; from += 10) await putRows(engine.table, rows.slice(from, from + 10)) // 4 MB
  const read = async () => {
    const rows = await findRows(engine.table, [...Array(60).keys()].map(makeKey))
    expect(rows.map((row) => row?.n)).toEqual([...Array(60).keys()])
  }
  expect((await measureCharge(engine.table, read)).calls).toBe(2)
})

test('does not read what is known', async () => {
  await putRows(engine.table, makeRows(3))
  const table = { ...engine.table, known: new RowsOfChange() }
  table.known.add([{ ...makeKey(1), n: 'known' }])
  const read = async () => {
    const rows = await findRows(table, [makeKey(0), makeKey(1), makeKey(2)])
    expect(rows.map((row) => row?.n)).toEqual([0, 'known', 2])
  }
  expect(await measureCharge(engine.table, read)).toEqual({ units: 2, calls: 1 })
  expect(await measureCharge(engine.table, read)).toEqual({ units: 0, calls: 0 })
})
