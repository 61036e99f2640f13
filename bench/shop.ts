import { CreateItem } from '../functions/contract/item'
import type { Caller } from '../functions/domain/companies/caller'
import type { ItemFields, ItemPatch } from '../functions/domain/items/item'
import type { RequestedMovement } from '../functions/domain/stock/movement'
import { type Context, openContext, type Workers } from '../functions/operations/context'
import { createItem, updateItem } from '../functions/operations/items/item-changes'
import { commitChange, type Decision } from '../functions/operations/run-change'
import { createTransactions } from '../functions/operations/stock/create-transactions'
import type { Table } from '../functions/store/table/table'

/** What an item has at least. */
export const bolt: ItemFields = CreateItem.parse({ name: 'Bolt', sku: 'B-1' })

export function makeCaller(companyId: string): Caller {
  const actor = { type: 'api_key', id: 'key_1', name: null } as const
  return { companyId, plan: 'enterprise', timeZone: null, userId: 'usr_1', actor, requestId: 'req_1' }
}

/** Of a request without an idempotency key. No worker begins anything. */
export function makeContext(table: Table, companyId: string): Context & { workers: Workers } {
  const workers = { requestCompaction: async () => {}, requestRestore: async () => {} }
  return { ...openContext(table, makeCaller(companyId)), workers }
}

/** What routes run for a company. Each change is committed. */
export function makeShop(table: Table, companyId: string) {
  const context = makeContext(table, companyId)
  const run = async <Result>(decide: (context: Context) => Promise<Decision<Result>>) =>
    (await commitChange(context, decide)).result
  const rest = { expected_quantity: null, expected_sequence: null, order_id: null, line_item_id: null, sku: null }
  return {
    context,
    run,
    createItem: (fields: Partial<ItemFields>) => run((context) => createItem(context, { ...bolt, ...fields })),
    updateItem: (id: string, patch: ItemPatch) => run((context) => updateItem(context, id, patch, null)),
    move: (item_id: string, movement: RequestedMovement) =>
      run((context) => createTransactions(context, [{ ...movement, ...rest, item_id }])),
  }
}
