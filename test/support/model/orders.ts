import { type Expected, type Item, type Items, type Reply, refuse, refuseUnlessLive, toTime } from './items'

export type NewOrder = { status: string; supplier: { name: string }; expected_at: string | null }
type Totals = { total_quantity_ordered: number; total_quantity_received: number }
/** An order of one line. */
export type Order = NewOrder & Totals & { id: string; created_at: string; item: Item; lineId: string }

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
      const order = { ...fields, ...totals, id, created_at: toTime(now), item, lineId: line?.id ?? '' }
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
      const cause = { type: 'receive', quantity_change: count, order_id: order.id, id }
      this.items.record(now, 'update', order.item, cause)
      return { order }
    }
    return { status: verb === 'delete' ? 204 : 200, commit }
  }
}
