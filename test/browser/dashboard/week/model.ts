export type Fields = { name: string; location: string | null; barcode: string | null; reorder_point: number | null }

/** A row of the ledger. */
type Movement = { type: string; change: number; after: number }

type Held = { fields: Fields; quantity: number; movements: Movement[]; isLive: boolean }

/** All items at one moment, by their SKUs. */
export type Cut = Map<string, Pick<Held, 'fields' | 'quantity'>>

type OrderLine = { sku: string; ordered: number; received: number; rejected: number }
type Order = { status: string; lines: OrderLine[]; receipts: Received[][] }
/** A line of a delivery. */
export type Received = { sku: string; accepted: number; rejected: number }

/** What a company should have after each step: plain rules, which know nothing of the service. */
export class Model {
  readonly items = new Map<string, Held>()
  /** By their numbers. */
  readonly orders = new Map<string, Order>()
  /** Entries of the audit log, each with what it is about: how often it was created, updated and so on. */
  readonly log = new Map<string, number>()

  note(what: string, action: string): void {
    const key = `${what}: ${action}`
    this.log.set(key, (this.log.get(key) ?? 0) + 1)
  }

  get(sku: string): Held {
    const item = this.items.get(sku)
    if (!item) throw new Error(`the model has no ${sku}`)
    return item
  }

  create(sku: string, fields: Fields, quantity: number): void {
    this.items.set(sku, { fields, quantity: 0, movements: [], isLive: true })
    if (quantity > 0) this.post(sku, 'initial', quantity)
    this.note(`item ${sku}`, 'create')
  }

  change(sku: string, changes: Partial<Fields>): void {
    const item = this.get(sku)
    item.fields = { ...item.fields, ...changes }
    this.note(`item ${sku}`, 'update')
  }

  move(sku: string, type: string, change: number): void {
    this.post(sku, type, change)
    this.note(`item ${sku}`, 'update')
  }

  trash(sku: string): void {
    this.get(sku).isLive = false
    this.note(`item ${sku}`, 'delete')
  }

  order(number: string, lines: { sku: string; ordered: number }[], status = 'ordered'): void {
    const open = lines.map((line) => ({ ...line, received: 0, rejected: 0 }))
    this.orders.set(number, { status, lines: open, receipts: [] })
    this.note(`order ${number}`, 'create')
  }

  getOrder(number: string): Order {
    const order = this.orders.get(number)
    if (!order) throw new Error(`the model has no ${number}`)
    return order
  }

  setStatus(number: string, status: string): void {
    this.getOrder(number).status = status
    this.note(`order ${number}`, 'update')
  }

  /** Only what is accepted reaches the stock; what is rejected is still to come. */
  receive(number: string, lines: Received[]): void {
    const order = this.getOrder(number)
    for (const { sku, accepted, rejected } of lines) {
      const line = order.lines.find((each) => each.sku === sku)
      if (!line) throw new Error(`${number} has no ${sku}`)
      line.received += accepted
      line.rejected += rejected
      if (accepted > 0) this.move(sku, 'receive', accepted)
    }
    order.receipts.push(lines)
    const isComplete = order.lines.every(({ ordered, received }) => received >= ordered)
    this.setStatus(number, isComplete ? 'received' : 'partially_received')
  }

  cut(): Cut {
    const live = [...this.items].filter(([, { isLive }]) => isLive)
    return new Map(live.map(([sku, { fields, quantity }]) => [sku, { fields, quantity }]))
  }

  /** Returns how many items come back, change and go to the trash. */
  restore(cut: Cut): { created: number; updated: number; trashed: number } {
    const counts = { created: 0, updated: 0, trashed: 0 }
    for (const [sku, item] of this.items) {
      const wanted = cut.get(sku)
      if (!wanted && item.isLive) {
        this.trash(sku)
        counts.trashed += 1
      } else if (wanted && this.bringBack(sku, wanted)) counts[item.isLive ? 'updated' : 'created'] += 1
      if (wanted) item.isLive = true
    }
    return counts
  }

  /** One entry of the log for all that is restored of an item. False: it is as it was. */
  private bringBack(sku: string, { fields, quantity }: Pick<Held, 'fields' | 'quantity'>): boolean {
    const item = this.get(sku)
    const isSame = JSON.stringify([item.fields, item.quantity]) === JSON.stringify([fields, quantity])
    if (isSame && item.isLive) return false
    if (quantity !== item.quantity) this.post(sku, 'snapshot_restore', quantity - item.quantity)
    item.fields = fields
    this.note(`item ${sku}`, 'restore')
    return true
  }

  private post(sku: string, type: string, change: number): void {
    const item = this.get(sku)
    item.quantity += change
    item.movements.push({ type, change, after: item.quantity })
  }
}
