import fc from 'fast-check'
import { listOrderHeaders } from '../../functions/catalogue/orders/order-catalogue'
import { type Item, isInTrash, isPurged } from '../../functions/domain/items/item'
import {
  type ItemFilter,
  makeItemComparator,
  makeItemMatcher,
  type TrashSort,
} from '../../functions/domain/items/item-list'
import { type PageRequest, slicePage } from '../../functions/domain/list'
import { auditActions, resourceTypes } from '../../functions/domain/log/audit'
import { type LogFilter, makeLogMatcher } from '../../functions/domain/log/log-counts'
import { listItemIds, toHeader } from '../../functions/domain/orders/order-totals'
import { requestedTypes } from '../../functions/domain/stock/movement'
import { dayMs } from '../../functions/domain/time'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import { listAudit } from '../../functions/operations/log/list-audit'
import { listOrders } from '../../functions/operations/orders/list-orders'
import { listTransactions } from '../../functions/operations/stock/list-transactions'
import { readItemPartitions } from '../../functions/store/items/item-row'
import { getTime } from '../../functions/store/log/log-reader'
import type { LogRow } from '../../functions/store/log/log-row'
import { readOrderPartitions } from '../../functions/store/orders/order-row'
import { collectPages, queryAll, type Table } from '../../functions/store/table/table'
import { acknowledgedWithinMs, lateWaitMs, longReadAfterMs, sendWithinMs } from '../../functions/store/time/timing'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { makeContext } from '../support/shop'
import { chooseRuns, chooseSize } from '../support/size'
import { inEverySlice } from '../support/slices'
import { makeCaller, noon, useTable } from '../support/table'
import { type Check, type Clocks, makeStories, maxAhead, maxSkew, type Step, TableStory } from '../support/table-story'

// What every list must be at that moment, whatever was written, delayed, compacted and read before, and however far the
// clocks are off.

const engine = useTable()

/** Longer than others: the mutation run ends a test early. */
const limitMs = 600_000

const playStories = <Choice>(
  stories: fc.Arbitrary<{ clocks: Clocks; steps: Step<Choice>[] }>,
  check: Check<Choice>,
  runs: { quick?: number; thorough: number },
) =>
  inEverySlice(() => {
    const story = fc.asyncProperty(stories, ({ clocks, steps }) =>
      new TableStory(engine.table, clocks, check).run(steps),
    )
    return fc.assert(story, { seed: chooseSeed(), numRuns: chooseRuns(runs), endOnFailure: true })
  })

const requests = [
  { sort: 'created_at' },
  { sort: '-name', search: 'b' },
  { sort: 'quantity' },
  { sort: '-updated_at', low_stock: true },
] as const

/** The lists of one reader against the item rows, by the same clock. */
const checkItems: Check<number> = async (table, companyId, offset) => {
  const context = makeContext(table, makeCaller(companyId))
  const items = await readAllItems(table, companyId)
  const live = items.filter((item) => !isInTrash(item))
  const trash = items.filter((item) => isInTrash(item) && !isPurged(item, table.now()))
  const ids = items.filter((_, index) => index % 3 === 0).map(({ id }) => id)
  const updated_since = table.now() - 20_000
  for (const request of [...requests, { sort: 'quantity', ids }, { sort: 'created_at', updated_since }] as const) {
    const query = { limit: 5, offset, ...request }
    expect(await listItems(context, query)).toEqual(expected(live, query))
    expect(await listTrash(context, query)).toEqual(expected(trash, query))
  }
}

function expected(items: Item[], query: ItemFilter & PageRequest & { sort: TrashSort }) {
  return slicePage(items.filter(makeItemMatcher(query)).sort(makeItemComparator(query.sort)), query)
}

const readAllItems = async (table: Table, companyId: string) =>
  (await Promise.all(readItemPartitions(table, companyId).map(collectPages))).flat()

const itemStories = makeStories(
  {
    weights: {
      ...{ add: 8, update: 8, move: 8, trash: 4, restore: 4, 'delayed update': 6, 'delayed move': 6, release: 8 },
      ...{ read: 18, 'slow read': 6, 'cold start': 1, wait: 16, purge: 2, sweep: 1, recreate: 1 },
      ...{ compact: 1, 'add deltas': 3, 'begin compaction': 1, 'end compaction': 1 },
    },
    waits: [1, 200, 3_000, 5_900, 14_000, 20_000, 3_700_000, 31 * dayMs],
    choice: fc.nat({ max: 2 }),
    length: { minLength: 10, maxLength: chooseSize({ quick: 40, thorough: 60 }) },
  },
  { actors: 3, ahead: maxAhead },
)
const itemRuns = { quick: 1, thorough: 100 }
test('every list is what the item rows say', playStories(itemStories, checkItems, itemRuns), limitMs)

/** All orders, and those of each item that an order has. */
const checkOrders: Check<null> = async (reader, companyId) => {
  const orders = (await Promise.all(readOrderPartitions(engine.table, companyId).map(collectPages))).flat()
  const list = async (item_id?: string) =>
    (await listOrderHeaders(reader, companyId, { item_id, limit: 100, offset: 0, sort: 'order_number' })).rows
  const sorted = orders.sort((a, b) => (a.order_number < b.order_number ? -1 : 1))
  expect(await list()).toEqual(sorted.map(toHeader))
  for (const id of new Set(orders.flatMap(listItemIds)))
    expect(await list(id)).toEqual(sorted.filter((order) => listItemIds(order).includes(id)).map(toHeader))
}

const orderStories = makeStories(
  {
    weights: {
      ...{ add: 2, order: 4, 'edit order': 5, 'place order': 2, 'delete order': 2, 'delayed order edit': 3 },
      ...{ release: 3, read: 6, 'cold start': 2, wait: 6, compact: 2, 'add deltas': 4 },
    },
    waits: [1, 200, 3_000, 5_900, 14_000, 20_000, 3_700_000],
    choice: fc.constant(null),
    length: { minLength: 10, maxLength: 60 },
  },
  { actors: 3, ahead: maxAhead },
)
test(
  'every list of orders is what the order rows say',
  playStories(orderStories, checkOrders, { quick: 1, thorough: 100 }),
  limitMs,
)

// An acknowledged change is in every later list, however late it was committed, wherever the clocks stand. The other
// stories take any course. These are made of the few courses in which a list reads too little of the log.

const checkChanges: Check<null> = async (table, companyId) => {
  const context = makeContext(table, makeCaller(companyId))
  const page = { limit: 100, offset: 0 }
  const { rows: items } = await listItems(context, { ...page, sort: 'created_at' })
  const tell = ({ name, rev }: Item) => `${name} ${rev}`
  expect(items.map(tell).sort()).toEqual((await readAllItems(table, companyId)).map(tell).sort())
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
  const step = (what: Step<null>['do'], of: number, ms = 0) => ({ do: what, actor: of, n, ms, choice: null })
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

const skew = fc.constantFrom(-maxSkew, maxSkew)
const opening = ['order', 'read'].map((what) => ({ do: what, actor: 0, n: 0, ms: 0, choice: null }) as Step<null>)
const lateStories = fc.record({
  clocks: fc.record({ readers: fc.tuple(skew, skew), writers: fc.tuple(skew, skew) }),
  steps: fc
    .array(episode, {
      ...chooseSize({ quick: { minLength: 4, maxLength: 6 }, thorough: { minLength: 6, maxLength: 12 } }),
      size: 'max',
    })
    .map((episodes) => [...opening, ...episodes.flatMap((each) => [...takeSteps(each)])]),
})
test(
  'an acknowledged change is in every later list, however late it was committed',
  playStories(lateStories, checkChanges, { quick: 1, thorough: 200 }),
  limitMs,
)

// The counted log against the log itself: pages and totals of every combination of filters, over many days. Some
// commits are delayed across midnight.

const filter = fc.record({
  action: fc.option(fc.constantFrom(...auditActions), { nil: undefined }),
  resource_type: fc.option(fc.constantFrom(...resourceTypes), { nil: undefined, freq: 8 }),
  type: fc.option(fc.constantFrom(...requestedTypes, 'initial' as const, 'reversal' as const), { nil: undefined }),
  user_id: fc.option(fc.constantFrom('usr_0', 'usr_1'), { nil: undefined }),
  since: fc.option(fc.integer({ min: -dayMs, max: 6 * dayMs }), { nil: undefined }),
  until: fc.option(fc.integer({ min: -dayMs, max: 6 * dayMs }), { nil: undefined }),
  limit: fc.constantFrom(1, 50, 100),
  offset: fc.constantFrom(0, 0, 7, 90, 230, 400),
})
type Filter = typeof filter extends fc.Arbitrary<infer Value> ? Value : never

/** The whole log, but only what filters and pages are compared by: it is read often. */
function allOf(companyId: string) {
  return {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `LOG#${companyId}` },
    ProjectionExpression: 'sk, #action, resource_type, #type, user_id, reversed_by',
    ExpressionAttributeNames: { '#action': 'action', '#type': 'type' },
  }
}

/** Pages of the audit log and of the ledger against the log's rows. */
const checkLog: Check<Filter> = async (table, companyId, { since, until, ...filters }) => {
  const context = makeContext(table, makeCaller(companyId))
  const at = (offset: number | undefined) => (offset === undefined ? undefined : noon + offset)
  const end = until === undefined ? undefined : Math.min(noon + until, table.now()) // what is to come is refused
  const query = { ...filters, since: at(since), until: end }
  const log = (await queryAll(table, allOf(companyId))).reverse() as LogRow[]
  const isWithin = (entry: LogRow) =>
    (query.since === undefined || getTime(entry) > query.since) &&
    (query.until === undefined || getTime(entry) <= query.until)
  /** The total and the page: of each entry its id, and what has reversed it. */
  const page = (wanted: LogFilter) => {
    const found = log.filter((entry) => isWithin(entry) && makeLogMatcher(wanted)(entry))
    const shown = found.slice(query.offset, query.offset + query.limit)
    return [found.length, shown.map(({ sk, reversed_by = null }) => [sk.replace('#', ''), reversed_by])] as const
  }
  const { type, ...ofAudit } = query
  const audit = await listAudit(context, ofAudit)
  const [total, entries] = page(ofAudit)
  expect([audit.total, audit.rows.map(({ id }) => id.slice(4))]).toEqual([total, entries.map(([id]) => id)])
  const { action, resource_type, ...ofLedger } = query
  const ledger = await listTransactions(context, ofLedger)
  const rows = ledger.rows.map(({ id, reversed_by }) => [id.slice(4), reversed_by])
  expect([ledger.total, rows]).toEqual(page({ ...ofLedger, moved: true }))
}

const logStories = makeStories(
  {
    weights: {
      ...{ add: 2, update: 2, trash: 1, bulk: 6, reverse: 2, 'delayed update': 2, read: 10, 'cold start': 2 },
      ...{ wait: 8, midnight: 3, night: 2, burst: 3 },
    },
    waits: [1, 3_000, 16_000, 3_600_000, dayMs / 2 - 4_000, dayMs],
    choice: filter,
    length: { minLength: 15, maxLength: 40 },
  },
  { actors: 2, ahead: maxSkew },
)
rehearse(
  'every page and every total is what the log says',
  playStories(logStories, checkLog, { thorough: 20 }),
  limitMs,
)
