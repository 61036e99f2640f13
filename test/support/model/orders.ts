import { type Expected, type Item, type Items, type Reply, refuse, refuseUnlessLive, toTime } from './items'

export type NewOrder = { status: string; supplier: { name: string }; expected_at: string | null }
type Totals = { total_quantity_ordered: number; total_quantity_received: number }
/** Of one line. `transaction`: what the delivery has put in stock. */
export type Receipt = { id: string; count: number; transaction: string | null; isReversed: boolean }
type Own = { id: string; created_at: string; notes: string | null; item: Item; lineId: string; receipts: Receipt[] }
/** An order of one line. */
export type Order = NewOrder & Totals & Own

const verbs = {
  delete: { from: ['draft'], to: 'deleted', happened: 'deleted' },
  place: { from: ['draft'], to: 'ordered', happened: 'placed' },
  receive: { from: ['ordered', 'partially_received'], to: 'received', happened: 'received' },
  cancel: { from: ['draft', 'ordered'], to: 'cancelled', happened: 'cancelled' },
  close: { from: ['partially_received'], to: 'closed', happened: 'closed' },
}

export class Orders {
  all: Order[] = []

  constructor(private readonly items: Items) {}

  create(now: number, item: Item | undefined, fields: NewOrder, quantity: number): Expected {
    const refusal = refuseUnlessLive(now, item)
    if (refusal || item === undefined) return refusal ?? refuse(404, 'item_not_found')
    const commit = ({ id, line_items: [line] }: Reply) => {
      const totals = { total_quantity_ordered: quantity, total_quantity_received: 0 }
      const own = { id, created_at: toTime(now), notes: null, item, lineId: line?.id ?? '', receipts: [] }
      const order = { ...fields, ...totals, ...own }
      this.all.push(order)
      this.items.append(now, 'create', { kind: 'order', id })
      return order
    }
    return { status: 201, commit }
  }

  /** `accepted` is null for all that is outstanding. */
  change(now: number, order: Order | undefined, verb: keyof typeof verbs, accepted: number | null = null): Expected {
    if (order === undefined || !this.all.includes(order)) return refuse(404, 'order_not_found')
    if (!verbs[verb].from.includes(order.status)) return refuse(400, 'invalid_state')
    const outstanding = order.total_quantity_ordered - order.total_quantity_received
    const count = accepted ?? outstanding
    if (verb === 'receive' && count > outstanding) return refuse(400, 'over_receipt')
    const refusal = verb === 'receive' || verb === 'place' ? refuseUnlessLive(now, order.item) : null
    if (refusal) return refusal
    const commit = (reply: Reply) => {
      const row = { kind: 'order', id: order.id, happened: verbs[verb].happened }
      this.items.append(now, verb === 'delete' ? 'delete' : 'update', row)
      order.status = verb === 'receive' && count < outstanding ? 'partially_received' : verbs[verb].to
      if (verb === 'delete') this.all = this.all.filter((each) => each !== order)
      if (verb !== 'receive') return order
      order.total_quantity_received += count
      const id = reply.transactions[0]?.id ?? null
      order.receipts.push({ id: reply.receipt.id, count, transaction: id, isReversed: false })
      const cause = { type: 'receive', quantity_change: count, order_id: order.id, id }
      this.items.record(now, 'update', order.item, cause)
      return { order }
    }
    return { status: verb === 'delete' ? 204 : 200, commit }
  }

  update(now: number, order: Order | undefined, notes: string): Expected {
    if (order === undefined || !this.all.includes(order)) return refuse(404, 'order_not_found')
    if (!['draft', 'ordered', 'partially_received'].includes(order.status)) return refuse(400, 'invalid_state')
    const commit = () => {
      if (order.notes !== notes) this.items.append(now, 'update', { kind: 'order', id: order.id })
      return Object.assign(order, { notes })
    }
    return { status: 200, commit }
  }

  takeBack(now: number, order: Order | undefined, receipt: Receipt | undefined): Expected {
    if (order === undefined || !this.all.includes(order)) return refuse(404, 'order_not_found')
    if (receipt === undefined) return refuse(404, 'receipt_not_found')
    const isAllowed = ['partially_received', 'received'].includes(order.status) && !receipt.isReversed
    if (!isAllowed) return refuse(400, 'invalid_state')
    const refusal = refuseUnlessLive(now, order.item)
    if (refusal) return refusal
    if (order.item.quantity < receipt.count) return refuse(400, 'insufficient_stock')
    const commit = (reply: Reply) => {
      this.items.append(now, 'update', { kind: 'order', id: order.id })
      receipt.isReversed = true
      order.total_quantity_received -= receipt.count
      order.status = order.total_quantity_received > 0 ? 'partially_received' : 'ordered'
      const links = { id: reply.transactions[0]?.id ?? null, order_id: order.id, reversal_of: receipt.transaction }
      this.items.record(now, 'update', order.item, { type: 'reversal', quantity_change: 0 - receipt.count, ...links })
      return { order }
    }
    return { status: 200, commit }
  }
}
