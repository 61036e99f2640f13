import { createCompany } from '../../admin/companies/companies'
import type { Caller } from '../../functions/domain/companies/caller'
import type { Item, ItemChange, ItemFields, ItemPatch } from '../../functions/domain/items/item'
import type { Supplier } from '../../functions/domain/orders/order-fields'
import { chooseStamp } from '../../functions/domain/revision'
import type { RequestedMovement } from '../../functions/domain/stock/movement'
import { type Context, openContext, type Workers } from '../../functions/operations/context'
import { getItem } from '../../functions/operations/items/find-items'
import { createItem, deleteItem, restoreItem, updateItem } from '../../functions/operations/items/item-changes'
import { getOrder } from '../../functions/operations/orders/get-order'
import { createOrder } from '../../functions/operations/orders/order-changes'
import { type ReceiveRequest, receiveOrder } from '../../functions/operations/orders/receive-order'
import { reverseReceipt } from '../../functions/operations/orders/reverse-receipt'
import { commitChange, type Decision } from '../../functions/operations/run-change'
import { createTransactions } from '../../functions/operations/stock/create-transactions'
import { reverseTransaction } from '../../functions/operations/stock/reverse-transaction'
import { verifyItem } from '../../functions/operations/stock/verify-item'
import { draftChangeset } from '../../functions/store/commit/changeset'
import type { Answer } from '../../functions/store/commit/idempotency'
import { queryAll, type Table } from '../../functions/store/table/table'
import { bolt } from './bolt'
import { supplier as acme } from './order'
import { makeCaller } from './table'

/** `makeShop(other, shop.who)` makes the same for another table. */
export type Shop = ReturnType<typeof makeShop>

/** A movement as a request may give it. Missing fields become null. */
export type Movement = RequestedMovement & { item_id?: string; sku?: string }

/** A delivery of everything outstanding. */
export const everything: ReceiveRequest = { lines: null, reference: null, note: null, allow_over_receipt: false }

/** Makes an answer from any result, for the record under an idempotency key. */
export function renderJson(result: unknown): Answer {
  return { status: 200, body: JSON.stringify(result), etag: null, warning: null }
}

/** The context of a request without an idempotency key. Its workers do nothing. */
export function makeContext(table: Table, who: Caller): Context & { workers: Workers } {
  const workers = { requestCompaction: async () => {}, requestRestore: async () => {} }
  return { ...openContext(table, who), workers }
}

export async function openShop(table: Table): Promise<Shop> {
  const { id } = await createCompany(table, { name: 'Test', plan: 'enterprise' })
  return makeShop(table, makeCaller(id))
}

/** Makes the operations of a caller. Each commits its change. */
export function makeShop(table: Table, who: Caller) {
  const context = makeContext(table, who)
  const run = async <Result>(decide: (context: Context) => Promise<Decision<Result>>) =>
    (await commitChange(context, decide)).result
  return {
    table,
    who,
    context,
    companyId: who.companyId,
    run,
    createItem: (fields: Partial<ItemFields> = {}) => run((context) => createItem(context, { ...bolt, ...fields })),
    stockItem: (sku: string, quantity = 0) => run((context) => createItem(context, { ...bolt, sku, quantity })),
    getItem: (id: string) => getItem(context, id),
    updateItem: (id: string, fields: ItemPatch) => run((context) => updateItem(context, id, fields, null)),
    deleteItem: (id: string) => run((context) => deleteItem(context, id, null)),
    restoreItem: (id: string, sku?: string) => run((context) => restoreItem(context, id, sku)),
    /** Changes an item with `rule`, which receives the item and the time of the change (epoch milliseconds). */
    changeItem: (id: string, rule: (item: Item, at: number) => ItemChange | null) =>
      run(async (context) => {
        const item = await getItem(context, id)
        const at = chooseStamp([item], table.now())
        const change = rule(item, at)
        return { changeset: change && draftChangeset(who, at, { items: [change] }), result: change?.after ?? item }
      }),
    getOrder: (id: string) => getOrder(context, id),
    verifyItem: (id: string) => verifyItem(context, id),
    move: (...movements: Movement[]) => run((context) => createTransactions(context, movements.map(makeMovementRow))),
    reverse: (id: string, details: { note?: string } = {}) =>
      run((context) => reverseTransaction(context, id, details)),
    order: (
      lines: { item_id: string; quantity_ordered: number }[],
      status: 'draft' | 'ordered' = 'ordered',
      supplier: Supplier = acme,
    ) =>
      run((context) =>
        createOrder(context, {
          ...{ status, supplier, currency: 'EUR', expected_at: null, location: null, notes: null },
          line_items: lines.map((line) => ({ ...line, sku: null, unit_cost: '2.50', notes: null })),
        }),
      ),
    receive: (id: string, delivered = everything) => run((context) => receiveOrder(context, id, delivered)),
    takeBack: (id: string, receiptId: string) => run((context) => reverseReceipt(context, id, receiptId)),
    log: () =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `LOG#${who.companyId}` },
      }),
  }
}

export function makeMovementRow({ item_id, sku, order_id, line_item_id, ...rest }: Movement) {
  const expected = { expected_quantity: null, expected_sequence: null }
  const ofOrder = { order_id: order_id ?? null, line_item_id: line_item_id ?? null }
  return { ...rest, item_id: item_id ?? null, sku: sku ?? null, ...ofOrder, ...expected }
}
