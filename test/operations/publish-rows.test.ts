import { publishRows } from '../../functions/operations/log/publish-rows'
import type { BusEntry, BusRefusal } from '../../functions/runtime/event-bus'
import type { LogRow } from '../../functions/store/log/log-row'
import { makeLogRow } from '../support/log-rows'
import { noon } from '../support/table'

// What becomes of rows where a bus refuses entries, or does not answer. A row has one event here.

const companyId = 'cmp_01K00000000000000000000001'
const makeRows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ row: makeLogRow(companyId, { at: noon + n, item: `itm_${n}` }) }))

const busy: BusRefusal = { code: 'ThrottlingException', message: '', blame: 'bus' }
const broken: BusRefusal = { code: 'MalformedDetail', message: '', blame: 'entry' }
const internal: BusRefusal = { code: 'InternalFailure', message: '', blame: 'unknown' }

/** `answer`: to an entry by the number of its item, at the n-th call. */
async function publish(
  rows: { row: LogRow | Error }[],
  answer: (item: number, call: number) => BusRefusal | null | 'away',
) {
  const [calls, waits]: [number[][], number[]] = [[], []]
  const put = async (entries: BusEntry[]) => {
    const items = entries.map(({ detail }) => Number(JSON.parse(detail).resource_id.slice('itm_'.length)))
    calls.push(items)
    return items.map((item) => {
      const refusal = answer(item, calls.length)
      if (refusal === 'away') throw new Error('it does not answer')
      return refusal
    })
  }
  const { failed, untaken } = await publishRows(rows, put, async (ms) => waits.push(ms))
  return { failed: failed.map(({ index }) => index), untaken, calls, waits }
}

test('at most ten entries are put at once, in order', async () => {
  const { calls, failed, untaken } = await publish(makeRows(23), () => null)
  expect(calls.map(({ length }) => length)).toEqual([10, 10, 3])
  expect(calls.flat()).toEqual(Array.from({ length: 23 }, (_, n) => n))
  expect([failed, untaken]).toEqual([[], null])
})

test('what is refused for a moment is put again, alone', async () => {
  const { calls, failed, untaken, waits } = await publish(makeRows(4), (item, call) =>
    item % 2 && call < 3 ? busy : null,
  )
  expect(calls).toEqual([
    [0, 1, 2, 3],
    [1, 3],
    [1, 3],
  ])
  expect([failed, untaken, waits]).toEqual([[], null, [100, 200]])
})

test('an entry that can never be taken fails alone, whether others are taken or not', async () => {
  expect(await publish(makeRows(3), (item) => (item === 1 ? broken : null))).toMatchObject({
    failed: [1],
    untaken: null,
  })
  expect(await publish(makeRows(1), () => broken)).toMatchObject({ failed: [0], untaken: null, waits: [] })
})

test('a bus that is busy to the end is no fault of an entry, even where it takes others', async () => {
  expect(await publish(makeRows(4), (item) => (item === 2 ? busy : null))).toMatchObject({ failed: [], untaken: 2 })
})

test('an internal error that only one entry has, to the end, is its own; one that all have is the bus’s', async () => {
  expect(await publish(makeRows(4), (item) => (item === 2 ? internal : null))).toMatchObject({
    failed: [2],
    untaken: null,
  })
  expect(await publish(makeRows(4), () => internal)).toMatchObject({ failed: [], untaken: 0 })
})

test('a bus that goes away ends the run: nothing that it had refused before counts as failed, but what it never takes', async () => {
  const leave = (item: number, call: number) => (call > 1 ? 'away' : ([null, broken, internal, null][item] ?? null))
  expect(await publish(makeRows(4), leave)).toMatchObject({ failed: [1], untaken: 2 })
})

test('a row that cannot be read fails; what comes after the first row that is sent again is not told', async () => {
  const rows = [{ row: new Error('no row') }, ...makeRows(2), { row: new Error('no row') }]
  expect(await publish(rows, () => null)).toMatchObject({ failed: [0, 3], untaken: null })
  expect(await publish(rows, (item) => (item === 1 ? busy : null))).toMatchObject({ failed: [0], untaken: 2 })
})

test('a call has at most 256 KB', async () => {
  const rows = makeRows(8).map(({ row }) => ({ row: { ...row, actor_name: 'x'.repeat(60_000) } }))
  const { calls } = await publish(rows, () => null)
  expect(calls.map(({ length }) => length)).toEqual([4, 4])
  const huge = [{ row: { ...rows[0]?.row, actor_name: 'x'.repeat(260_000) } as LogRow }, ...makeRows(1)]
  expect(await publish(huge, () => null)).toMatchObject({ failed: [0], untaken: null })
})
