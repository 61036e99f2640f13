import fc from 'fast-check'
import { auditActions, resourceTypes } from '../../functions/domain/log/audit'
import { requestedTypes } from '../../functions/domain/stock/movement'
import { dayMs } from '../../functions/domain/time'
import { listAudit } from '../../functions/operations/log/list-audit'
import { listTransactions } from '../../functions/operations/stock/list-transactions'
import { queryAll } from '../../functions/store/client'
import { getTime } from '../../functions/store/log/log-reader'
import type { LogRow } from '../../functions/store/log/log-row'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { makeContext } from '../support/shop'
import { chooseRuns } from '../support/size'
import { inEverySlice } from '../support/slices'
import { makeCaller, noon, useTable } from '../support/table'
import { type Check, makeStories, maxSkew, TableStory } from '../support/table-story'

// Compares the counted log with the log itself: pages and totals of every combination of filters, over many days. Some
// commits are delayed across midnight, and the clocks disagree.

const engine = useTable()

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
const check: Check<Filter> = async (table, companyId, { since, until, ...filters }) => {
  const context = makeContext(table, makeCaller(companyId))
  const at = (offset: number | undefined) => (offset === undefined ? undefined : noon + offset)
  const end = until === undefined ? undefined : Math.min(noon + until, table.now()) // what is to come is refused
  const query = { ...filters, since: at(since), until: end }
  const log = (await queryAll(table, allOf(companyId))).reverse() as LogRow[]
  const matching = log.filter(
    (entry) =>
      (query.since === undefined || getTime(entry) > query.since) &&
      (query.until === undefined || getTime(entry) <= query.until) &&
      (query.user_id === undefined || entry.user_id === query.user_id),
  )
  const { limit, offset } = query
  const idsOf = (entries: Record<string, unknown>[]) =>
    entries
      .slice(offset, offset + limit)
      .map(({ sk, reversed_by }) => [String(sk).replace('#', ''), reversed_by ?? null])
  const entries = matching.filter(
    (entry) =>
      (query.action === undefined || entry.action === query.action) &&
      (query.resource_type === undefined || entry.resource_type === query.resource_type),
  )
  const { type: _, ...ofAudit } = query
  const audit = await listAudit(context, ofAudit)
  expect([audit.total, audit.rows.map(({ id }) => id.slice(4))]).toEqual([
    entries.length,
    idsOf(entries).map(([id]) => id),
  ])
  const rows = matching.filter(
    (entry) => entry.type !== undefined && (query.type === undefined || entry.type === query.type),
  )
  const { action: __, resource_type: ___, ...ofLedger } = query
  const ledger = await listTransactions(context, ofLedger)
  expect([ledger.total, ledger.rows.map(({ id, reversed_by }) => [id.slice(4), reversed_by])]).toEqual([
    rows.length,
    idsOf(rows),
  ])
}

const weights = {
  ...{ add: 2, update: 2, trash: 1, bulk: 6, reverse: 2, 'delayed update': 2, read: 10, 'cold start': 2 },
  ...{ wait: 8, midnight: 3, night: 2, burst: 3 },
}

rehearse(
  'every page and every total is what the log says, whatever came before',
  inEverySlice(async () => {
    const waits = [1, 3_000, 16_000, 3_600_000, dayMs / 2 - 4_000, dayMs]
    const plot = {
      weights,
      waits,
      choice: filter,
      length: { minLength: 15, maxLength: 40 },
    }
    await fc.assert(
      fc.asyncProperty(makeStories(plot, { actors: 2, ahead: maxSkew }), ({ clocks, steps }) =>
        new TableStory(engine.table, clocks, check).run(steps),
      ),
      { seed: chooseSeed(), numRuns: chooseRuns({ thorough: 20 }), endOnFailure: true },
    )
  }),
  600_000,
)
