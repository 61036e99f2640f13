import { ulid } from 'ulid'
import type { Caller } from '../../domain/companies/caller'
import type { DeliveredLine, Order, Receipt } from '../../domain/orders/order'
import { type Delivery, linesToReceive, receiveOrder as receive, stockReceived } from '../../domain/orders/receipt'
import { stampAfter } from '../../domain/revision'
import { moveStock } from '../../domain/stock/stock-change'
import { draftChangeset } from '../../store/commit/changeset'
import { type Transaction, transactionsOf } from '../../store/stock/transaction'
import type { Context } from '../context'
import { itemsNamed } from '../items/item-references'
import type { Decision } from '../run-change'
import { getOrder } from './get-order'

/** What has come: the lines, or null for everything outstanding. */
export type Delivered = {
  lines: DeliveredLine[] | null
  reference: string | null
  note: string | null
  allow_over_receipt: boolean
}

export type ReceivedOrder = { order: Order; receipt: Receipt; transactions: Transaction[] }

/** Receives a delivery of an order: its stock, its receipt and the order's new state in one transaction. */
export async function receiveOrder(
  context: Context,
  id: string,
  { lines: requested, reference, note, allow_over_receipt }: Delivered,
): Promise<Decision<ReceivedOrder>> {
  const { table, caller } = context
  const order = await getOrder(context, id)
  const numbered = requested?.map((line, row) => ({ ...line, row })) ?? null
  const lines = linesToReceive(order, numbered, allow_over_receipt)
  const accepted = lines.filter(({ quantity_accepted }) => quantity_accepted > 0)
  const references = accepted.map(({ row, item_id }) => ({ row, item_id, sku: null }))
  const items = await itemsNamed(context, references)
  const at = stampAfter([order, ...items], table.now())
  const delivery = newDelivery(caller, at, { reference, note })
  const change = receive(order, lines, delivery, at)
  const { after, receipt } = change
  const moved = moveStock(items, stockReceived(receipt, lines), at)
  const changeset = draftChangeset(caller, at, { items: moved, order: change })
  return { changeset, result: { order: after, receipt, transactions: transactionsOf(changeset.log) } }
}

/** A delivery that the caller books `at` (epoch milliseconds). */
export function newDelivery(caller: Caller, at: number, told: Pick<Delivery, 'reference' | 'note'>): Delivery {
  return { ...told, id: `rcp_${ulid(at)}`, received_by: caller.userId }
}
