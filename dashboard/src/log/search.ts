import type { ListAuditQuery } from '../../../client'
import { startOfDay } from '../browser/time-zone'
import { makeParse, pageSize, type SearchOf } from '../parts/search'

const actions = ['create', 'update', 'delete', 'restore'] as const
const kinds = ['item', 'order', 'snapshot'] as const

/**
 * `object`: the id of an item, an order or a snapshot, or the SKU of an item. `who`: the id of a person, or `system`.
 * `from` and `to`: days such as `2026-11-25`, as the company counts them; both are shown.
 */
const ofLog = {
  action: actions,
  kind: kinds,
  object: 'text',
  who: 'text',
  from: 'day',
  to: 'day',
  offset: 'offset',
} as const

/** What the activity shows, in its address. */
export type LogSearch = SearchOf<typeof ofLog>
export const parseLogSearch = makeParse(ofLog)

/** The same of the story of an item. */
export const parseStorySearch = makeParse({ offset: 'offset' })

/** The object as the API filters by it. A SKU is an item's, whose id is looked up first. */
export type LogObject = { item_id?: string; resource_id?: string; sku?: string }

export function readObject(typed: string | undefined): LogObject {
  if (typed === undefined) return {}
  if (typed.startsWith('itm_')) return { item_id: typed }
  return /^(po|snp)_/.test(typed) ? { resource_id: typed } : { sku: typed }
}

/** `since` is exclusive, and `until` may not be in the future. */
export function makeLogQuery(search: LogSearch, now = Date.now()): ListAuditQuery {
  const { action, kind, who, from, to, offset = 0 } = search
  const until = to === undefined ? now : startOfDay(to, 1) - 1
  return {
    ...(action && { action }),
    ...(kind && { resource_type: kind }),
    ...(who !== undefined && { user_id: who }),
    ...(from !== undefined && { since: new Date(startOfDay(from) - 1).toISOString() }),
    ...(until < now && { until: new Date(until).toISOString() }),
    offset,
    limit: pageSize,
  }
}
