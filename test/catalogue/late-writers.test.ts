import fc from 'fast-check'
import { listItems } from '../../functions/operations/items/list-items'
import { listAudit } from '../../functions/operations/log/list-audit'
import { listOrders } from '../../functions/operations/orders/list-orders'
import { queryAll } from '../../functions/store/client'
import { readItemPartitions } from '../../functions/store/items/item-row'
import { acknowledgedWithinMs, lateWaitMs, longReadAfterMs, sendWithinMs } from '../../functions/store/timing'
import { chooseSeed } from '../support/seed'
import { makeContext } from '../support/shop'
import { chooseRuns, chooseSize } from '../support/size'
import { inEverySlice } from '../support/slices'
import { makeCaller, useTable } from '../support/table'
import { type Check, maxSkew, type Step, TableStory } from '../support/table-story'

// An acknowledged change is in every later list, however late it was committed, wherever the clocks stand. The other
// stories take any course. These are made of the few courses in which a list reads too little of the log.

const engine = useTable()

const check: Check<null> = async (table, companyId) => {
  const context = makeContext(table, makeCaller(companyId))
  const stored: string[] = []
  for (const pages of readItemPartitions(table, companyId))
    for await (const items of pages) stored.push(...items.map(({ name, rev }) => `${name} ${rev}`))
  const page = { limit: 100, offset: 0 }
  const { rows: items } = await listItems(context, { ...page, sort: 'created_at' })
  expect(items.map(({ name, rev }) => `${name} ${rev}`).sort()).toEqual(stored.sort())
  const log = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `LOG#${companyId}` },
  })
  expect((await listAudit(context, page)).total).toBe(log.length)
  const changesOfOrders = log.filter(({ resource_type }) => resource_type === 'order').length
  const { rows: orders } = await listOrders(context, { ...page, sort: 'created_at' })
  expect(orders.reduce((sum, { rev }) => sum + rev, 0)).toBe(changesOfOrders)
}

const [a, n] = [acknowledgedWithinMs, longReadAfterMs]
const actor = fc.nat({ max: 1 })
/** How long a change is held back, and when its reader reads: before the commit and after the answer. */
const episode = fc.record({
  reader: actor,
  writer: actor,
  change: fc.constantFrom('delayed update' as const, 'delayed order edit' as const, 'slow update' as const),
  n: fc.nat({ max: 5 }),
  before: fc.constantFrom(0, 100, n - a, n, 20_000),
  held: fc.constantFrom(a - 50, a, a, a, a + 1, sendWithinMs, sendWithinMs),
  readAt: fc.constantFrom('stamp', 'commit', 'both'),
  /** Another writer sends it again: nothing is to change. */
  repeated: fc.boolean(),
  slow: fc.constantFrom(true, ...Array<boolean>(9).fill(false)),
  after: fc.constantFrom(0, 1, n - 100, lateWaitMs),
})

function* takeSteps({ reader, writer, change, n, ...times }: typeof episode extends fc.Arbitrary<infer E> ? E : never) {
  const step = (what: Step<null>['do'], of: number, ms = 0): Step<null> => ({
    do: what,
    actor: of,
    n,
    ms,
    choice: null,
  })
  yield step('wait', writer, times.before)
  if (times.readAt === 'stamp' || times.readAt === 'both') yield step('read', reader)
  yield step(change, writer)
  yield step('wait', writer, times.held)
  if (times.readAt === 'commit' || times.readAt === 'both') yield step('read', reader)
  yield step('release', writer)
  if (times.repeated) yield step('repeat update', 1 - writer)
  if (times.slow) yield step('slow read', 1 - reader)
  yield step('read', reader)
  yield step('wait', writer, times.after)
  yield step('read', reader)
}

test(
  'an acknowledged change is in every later list, however late it was committed',
  inEverySlice(async () => {
    const episodes = chooseSize({
      quick: { minLength: 4, maxLength: 6 },
      thorough: { minLength: 6, maxLength: 12 },
    })
    const skew = fc.constantFrom(-maxSkew, maxSkew)
    const story = fc.record({
      clocks: fc.record({ readers: fc.tuple(skew, skew), writers: fc.tuple(skew, skew) }),
      episodes: fc.array(episode, { ...episodes, size: 'max' }),
    })
    const opening = ['order', 'read'] as const
    await fc.assert(
      fc.asyncProperty(story, ({ clocks, episodes }) => {
        const opened = opening.map((what): Step<null> => ({ do: what, actor: 0, n: 0, ms: 0, choice: null }))
        return new TableStory(engine.table, clocks, check).run([
          ...opened,
          ...episodes.flatMap((each) => [...takeSteps(each)]),
        ])
      }),
      { seed: chooseSeed(), numRuns: chooseRuns({ quick: 1, thorough: 200 }), endOnFailure: true },
    )
  }),
  chooseSize({ quick: 120_000, thorough: 600_000 }),
)
