import fc from 'fast-check'
import { dayMs } from '../../functions/domain/time'
import { listEvents } from '../../functions/operations/log/list-events'
import { queryAll, type Table } from '../../functions/store/client'
import { toEvents } from '../../functions/store/log/events'
import { parseLogRow } from '../../functions/store/log/log-row'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { makeContext } from '../support/shop'
import { chooseRuns } from '../support/size'
import { inEverySlice } from '../support/slices'
import { makeCaller, noon, startTestTable, type TestTable } from '../support/table'
import { type Check, makeStories, TableStory } from '../support/table-story'

// A reader of the feed gets each event once, in order, wherever the clocks stand and however late changes commit.

let engine: TestTable
beforeAll(
  inEverySlice(async () => {
    engine = await startTestTable()
  }),
)
afterAll(() => engine.stop())

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

async function listExpected(companyId: string): Promise<string[]> {
  const log = await queryAll(engine.table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `LOG#${companyId}` },
  })
  return log.flatMap((row) => toEvents(parseLogRow(row)).map(({ id }) => id))
}

rehearse(
  'each event once, in order, also for readers that die',
  async () => {
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
        const expected = await listExpected(companyId)
        for (const reader of readers) {
          await reader.read(settled, companyId, { reader: 0, limit: 7, diesAfter: 1_000 })
          expect(reader.ids).toEqual(expected)
        }
      }),
      { seed: chooseSeed(), numRuns: chooseRuns({ thorough: 60 }), endOnFailure: true },
    )
  },
  900_000,
)
