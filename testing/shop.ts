import type { Caller } from '../functions/domain/companies/caller'
import type { Item, ItemChange, ItemFields, ItemPatch } from '../functions/domain/items/item'
import { stampAfter } from '../functions/domain/revision'
import type { RequestedMovement } from '../functions/domain/stock/movement'
import { createCompany } from '../functions/operations/companies/companies'
import type { Context, Workers } from '../functions/operations/context'
import { getItem } from '../functions/operations/items/get-item'
import { createItem, deleteItem, restoreItem, updateItem } from '../functions/operations/items/item-changes'
import { getOrder } from '../functions/operations/orders/get-order'
import { createOrder } from '../functions/operations/orders/order-changes'
import { type Delivered, receiveOrder } from '../functions/operations/orders/receive-order'
import { commitChange, type Decision } from '../functions/operations/run-change'
import { createTransactions } from '../functions/operations/stock/create-transactions'
import { reverseTransaction } from '../functions/operations/stock/reverse-transaction'
import { verifyItem } from '../functions/operations/stock/verify-item'
import { queryAll, type Table } from '../functions/store/client'
import { draftChangeset } from '../functions/store/commit/changeset'
import type { Answer } from '../functions/store/commit/idempotency'
import { bolt, caller } from './table'

/** A company, and what can be done in its name on a table. `shopOf(other, shop.who)` does the same on another one. */
export type Shop = ReturnType<typeof shopOf>

/** A movement of stock as a request may have it: what it leaves out is null. */
export type Movement = RequestedMovement & { item_id?: string; sku?: string }

/** A delivery of everything that is outstanding. */
export const everything: Delivered = { lines: null, reference: null, note: null, allow_over_receipt: false }

/** Makes an answer of anything, for the record under an idempotency key. */
export function renderJson(result: unknown): Answer {
  return { status: 200, body: JSON.stringify(result), etag: null, warning: null }
}

/** The context of a request without a key, whose workers do nothing. */
export function contextOf(table: Table, who: Caller): Context & { workers: Workers } {
  const workers = { requestCompaction: async () => {}, requestRestore: async () => {} }
  return { table, caller: who, idempotency: null, workers }
}

/** A new company in the table. */
export async function openShop(table: Table): Promise<Shop> {
  const { id } = await createCompany(table, { name: 'Test', plan: 'enterprise' })
  return shopOf(table, caller(id))
}

/** What operations do in a caller's name, each committed. */
export function shopOf(table: Table, who: Caller) {
  const context = contextOf(table, who)
  const run = async <Result>(decide: (context: Context) => Promise<Decision<Result>>) =>
    (await commitChange(context, () => decide(context))).result
  return {
    table,
    who,
    context,
    companyId: who.companyId,
    run,
    createItem: (fields: Partial<ItemFields> = {}) => run(() => createItem(context, { ...bolt, ...fields })),
    addItem: (sku: string, quantity = 0) => run(() => createItem(context, { ...bolt, sku, quantity })),
    getItem: (id: string) => getItem(context, id),
    updateItem: (id: string, fields: ItemPatch) => run(() => updateItem(context, id, fields, null)),
    deleteItem: (id: string) => run(() => deleteItem(context, id, null)),
    restoreItem: (id: string, sku?: string) => run(() => restoreItem(context, id, sku)),
    /** Changes the item as a rule says, which gets it as it is and the time of the change. */
    changeItem: (id: string, rule: (item: Item, at: number) => ItemChange | null) =>
      run(async () => {
        const item = await getItem(context, id)
        const at = stampAfter([item], table.now())
        const change = rule(item, at)
        return { changeset: change && draftChangeset(who, at, { items: [change] }), result: change?.after ?? item }
      }),
    getOrder: (id: string) => getOrder(context, id),
    verifyItem: (id: string) => verifyItem(context, id),
    move: (...movements: Movement[]) => run(() => createTransactions(context, movements.map(movementRow))),
    reverse: (id: string, details: { note?: string } = {}) => run(() => reverseTransaction(context, id, details)),
    order: (lines: { item_id: string; quantity_ordered: number }[], status: 'draft' | 'ordered' = 'ordered') =>
      run(() =>
        createOrder(context, {
          status,
          supplier: { name: 'Acme', email: null, phone: null, reference: null },
          currency: 'EUR',
          expected_at: null,
          location: null,
          notes: null,
          line_items: lines.map((line) => ({ ...line, sku: null, unit_cost: '2.50', notes: null })),
        }),
      ),
    receive: (id: string, delivered = everything) => run(() => receiveOrder(context, id, delivered)),
    log: () =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `LOG#${who.companyId}` },
      }),
  }
}

/** A row of a request, with nulls for what is not given. */
export function movementRow({ item_id, sku, order_id, line_item_id, ...rest }: Movement) {
  return {
    ...rest,
    item_id: item_id ?? null,
    sku: sku ?? null,
    order_id: order_id ?? null,
    line_item_id: line_item_id ?? null,
    expected_quantity: null,
  }
}
