import type { AuditAction } from '../../functions/domain/log/audit'
import type { MovementType } from '../../functions/domain/stock/movement'
import type { LogRow } from '../../functions/store/log/log-row'
import { byResource, keys, makeResource } from '../../functions/store/table/schema'
import { makeUlid } from '../../functions/store/time/ulids'

/** What differs between log rows. `at` is in epoch milliseconds. */
export type LogRowFields = {
  at: number
  item?: string
  user?: string
  action?: AuditAction
  type?: MovementType
  rev?: number
  /** Of a row with a type. */
  change?: number
}

/** A log row of an item, of ordinary size, as the service writes it. */
export function makeLogRow(
  companyId: string,
  { at, item = itemId, rev = 2, change = 1, ...fields }: LogRowFields,
): LogRow {
  const { user = 'usr_1', action = 'update', type } = fields
  const after = ['Bolt, zinc plated, M8 × 40', 'SKU-1', 7, 'WH1-A7-S7', null, 5, at, at, null, null, rev - 1]
  const quantities = { quantity_change: change, quantity_before: 7 - change, quantity_after: 7 }
  const moved = { sequence: rev - 1, ...quantities, reason: 'restock' as const }
  return {
    ...keys.log(companyId, makeUlid(at), 0),
    [byResource.partition]: makeResource('item', companyId, item),
    n: 1,
    action,
    resource_type: 'item',
    resource_id: item,
    item_id: item,
    sku: 'SKU-1',
    rev,
    after: JSON.stringify(after),
    previous_at: at - 1,
    changes: { quantity: [6, 7] },
    user_id: user,
    actor_type: 'api_key',
    actor_id: 'key_01K0000000000000000000001',
    request_id: '3ed9cacf-8cca-4299-b012-6c2aa4e2241e',
    created_at: new Date(at).toISOString(),
    ...(type === undefined ? {} : { type, ...moved }),
  }
}

/** So many of them, a millisecond apart from `from` on. */
export function makeLogRows(companyId: string, count: number, from: number): LogRow[] {
  return Array.from({ length: count }, (_, n) => makeLogRow(companyId, { at: from + n }))
}

const itemId = 'itm_01K00000000000000000000001'
