import fc from 'fast-check'
import { dayMs } from '../../functions/domain/time'
import { listEvents } from '../../functions/operations/log/list-events'
import { publishRows } from '../../functions/operations/log/publish-rows'
import type { BusEntry, BusRefusal } from '../../functions/runtime/event-bus'
import { toEvents } from '../../functions/store/log/events'
import { type LogRow, parseLogRow } from '../../functions/store/log/log-row'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { makeLogRow } from '../support/log-rows'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { makeContext, makeShop } from '../support/shop'
import { chooseRuns } from '../support/size'
import { inEverySlice } from '../support/slices'
import { makeCaller, noon, useTable } from '../support/table'
import { type Check, makeStories, TableStory } from '../support/table-story'

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

/** The rows that fail, and the first one that must come again. */
const publishAll = async (...given: Parameters<typeof publish>) => {
  const { failed, untaken } = await publish(...given)
  return [failed, untaken]
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

type Answer = Parameters<typeof publish>[1]
const leave: Answer = (item, call) => (call > 1 ? 'away' : ([null, broken, internal, null][item] ?? null))
test.each<[string, Answer, failed: number[], untaken: number | null]>([
  ['an entry that can never be taken fails alone', (item) => (item === 1 ? broken : null), [1], null],
  ['a bus that is busy to the end is no fault of an entry', (item) => (item === 2 ? busy : null), [], 2],
  ['an internal error that only one entry has is its own', (item) => (item === 2 ? internal : null), [2], null],
  ['an internal error that all have is the bus’s', () => internal, [], 0],
  ['a bus that goes away ends the run: of what it had refused, only what it never takes has failed', leave, [1], 2],
])('%s', async (_, answer, ...expected) => expect(await publishAll(makeRows(4), answer)).toEqual(expected))

test('an entry that can never be taken is put once', async () => {
  expect(await publish(makeRows(1), () => broken)).toMatchObject({ failed: [0], untaken: null, waits: [] })
})

test('a row that cannot be read fails; what comes after the first row that is sent again is not told', async () => {
  const rows = [{ row: new Error('no row') }, ...makeRows(2), { row: new Error('no row') }]
  expect(await publishAll(rows, () => null)).toEqual([[0, 3], null])
  expect(await publishAll(rows, (item) => (item === 1 ? busy : null))).toEqual([[0], 2])
})

test('a call has at most 256 KB', async () => {
  const rows = makeRows(8).map(({ row }) => ({ row: { ...row, actor_name: 'x'.repeat(60_000) } }))
  const { calls } = await publish(rows, () => null)
  expect(calls.map(({ length }) => length)).toEqual([4, 4])
  const huge = [{ row: { ...rows[0]?.row, actor_name: 'x'.repeat(260_000) } as LogRow }, ...makeRows(1)]
  expect(await publishAll(huge, () => null)).toEqual([[0], null])
})

// A reader of the feed gets each event once, in order, wherever the clocks stand and however late changes commit.

const engine = useTable()

/** Reads to the end of the feed, and is killed after some pages: then what came after the last cursor is lost. */
class FeedReader {
  readonly ids: string[] = []
  private cursor: string | undefined

  async read(table: Table, companyId: string, { limit, diesAfter }: Choice): Promise<void> {
    const context = makeContext(table, makeCaller(companyId))
    for (let pages = 0, hasMore = true; hasMore; pages++) {
      const page = await listEvents(context, { ...(this.cursor && { after: this.cursor }), limit })
      expect(page.events.length).toBeLessThanOrEqual(limit)
      if (pages === diesAfter) return
      this.ids.push(...page.events.map(({ id }) => id))
      this.cursor = page.cursor
      hasMore = page.hasMore
    }
  }
}

const choice = fc.record({
  reader: fc.nat({ max: 1 }),
  limit: fc.constantFrom(1, 7, 100),
  diesAfter: fc.constantFrom(0, 1, 3, 1_000, 1_000),
})
type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never

const listEventsOf = (row: Row) => toEvents(parseLogRow(row))

rehearse(
  'each event once, in order, also for readers that die',
  inEverySlice(async () => {
    const weights = {
      ...{ add: 2, update: 3, move: 3, bulk: 1, trash: 1, restore: 1, reverse: 1, order: 1, 'edit order': 1 },
      ...{ 'place order': 1, 'delete order': 1, 'delayed update': 4, 'delayed move': 4, 'delayed order edit': 2 },
      ...{ release: 2, read: 8, wait: 8 },
    }
    const waits = [0, 100, 900, 3_000, 6_000, 10_000, 14_000, 16_000]
    const plot = { weights, waits, choice, length: { minLength: 40, maxLength: 80 } }
    await fc.assert(
      fc.asyncProperty(makeStories(plot, { actors: 2, ahead: 2_500 }), async ({ clocks, steps }) => {
        const readers = [new FeedReader(), new FeedReader()]
        let companyId = ''
        const check: Check<Choice> = async (table, id, chosen) => {
          companyId = id
          await readers[chosen.reader]?.read(table, id, chosen)
        }
        const [last] = steps.filter((step) => step.do === 'read')
        await new TableStory(engine.table, clocks, check).run(last ? [...steps, last] : steps)
        if (companyId === '') return
        const settled = { ...engine.table, now: () => noon + dayMs }
        const log = await makeShop(engine.table, makeCaller(companyId)).log()
        const expected = log.flatMap(listEventsOf).map(({ id }) => id)
        for (const reader of readers) {
          await reader.read(settled, companyId, { reader: 0, limit: 7, diesAfter: 1_000 })
          expect(reader.ids).toEqual(expected)
        }
      }),
      { seed: chooseSeed(), numRuns: chooseRuns({ thorough: 60 }), endOnFailure: true },
    )
  }),
  900_000,
)
