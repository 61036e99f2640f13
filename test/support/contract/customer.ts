/** What the answers of the API have in common, as far as it is looked at here. */
export type Seen = {
  id?: string | null
  sku?: string
  status?: string
  order?: Seen
  order_id?: string | null
  user_id?: string
  email?: string
  quantity_change?: number
  pre_restore_snapshot_id?: string
  line_items?: Seen[]
  data?: Seen[]
  item?: Seen
  event_id?: string
  transactions?: Seen[]
}

/**
 * What stands in `Authorization`: keys by what they may do, and access tokens of an owner, and of a guest who is
 * invited and not linked yet.
 */
type Secrets = { full: string; reader: string; writer: string; sender: string; owner: string; guest: string }

/** How many of a kind are kept: the latest. */
const kept = 40

/** A company, and what it has, as far as the answers have told. */
export class Customer {
  private readonly known = new Map<string, string[]>()
  private readonly orders = new Map<string, { status: string; lines: string[] }>()
  private readonly webhooks = new Map<string, { status: string; deliveries: string[] }>()
  private readonly tags = new Map<string, string>()

  constructor(readonly secrets: Secrets) {}

  /** The ids or texts of a kind, the latest last. */
  list(kind: string): string[] {
    const states = { draft: ['draft'], ordered: ['ordered'], partial: ['partially_received'] }[kind]
    if (states) return this.listOrders(states)
    if (kind === 'open') return this.listOrders(['ordered', 'partially_received'])
    if (kind === 'order') return [...this.orders.keys()]
    if (kind === 'webhook') return [...this.webhooks.keys()]
    if (kind === 'active') return this.listActive(0)
    if (kind === 'tried') return this.listActive(1)
    if (kind === 'delivery') return [...this.webhooks.values()].flatMap(({ deliveries }) => deliveries)
    return this.known.get(kind) ?? []
  }

  listLines(order: string): string[] {
    return this.orders.get(order)?.lines ?? []
  }

  listDeliveries(webhook: string): string[] {
    return this.webhooks.get(webhook)?.deliveries ?? []
  }

  getTag(id: string): string | null {
    return this.tags.get(id) ?? null
  }

  /** Takes note of what a success says. */
  learn({
    operation,
    path,
    body,
    tag = null,
  }: {
    operation: string
    path: string
    body: unknown
    tag?: string | null
  }) {
    const id = path.split('/')[2] ?? ''
    const seen = (body ?? {}) as Seen
    learners[operation]?.(this, seen, id)
    const named = seen.id ?? seen.order?.id
    if (tag !== null && named) this.tags.set(named, tag)
  }

  add(kind: string, text: string | null | undefined): void {
    if (!text) return
    const others = this.list(kind).filter((other) => other !== text)
    this.known.set(kind, [...others, text].slice(-kept))
  }

  remove(kind: string, text: string): void {
    this.known.set(
      kind,
      this.list(kind).filter((other) => other !== text),
    )
  }

  learnOrder({ id, status = '', line_items = [] }: Seen): void {
    if (!id) return
    this.orders.delete(id)
    this.orders.set(id, { status, lines: line_items.map((line) => line.id ?? '') })
  }

  forgetOrder(id: string): void {
    this.orders.delete(id)
  }

  learnWebhook({ id, status = '' }: Seen): void {
    if (id) this.webhooks.set(id, { status, deliveries: this.listDeliveries(id) })
  }

  forgetWebhook(id: string): void {
    this.webhooks.delete(id)
  }

  learnDelivery(webhook: string, { id, event_id }: Seen): void {
    const known = this.webhooks.get(webhook)
    if (!known || !id) return
    known.deliveries = [...known.deliveries, id].slice(-kept)
    this.add('event', event_id)
  }

  learnItem({ id, sku }: Seen): void {
    this.add('item', id)
    this.add('sku', sku)
  }

  learnMovement({ id, order_id, user_id, quantity_change = 0 }: Seen): void {
    this.add('transaction', id)
    this.add('user', user_id)
    if (order_id === null) this.add('movement', id)
    if (quantity_change < 0) this.add('taking', id)
  }

  /** The items, as a list says. After a restore, others may be there. */
  replaceItems(live: string[], trashed: string[]): void {
    this.known.set('item', live)
    this.known.set('trashed', trashed)
  }

  /** The active webhooks that have at least so many deliveries. */
  private listActive(atLeast: number): string[] {
    return [...this.webhooks].flatMap(([id, { status, deliveries }]) =>
      status === 'active' && deliveries.length >= atLeast ? [id] : [],
    )
  }

  private listOrders(statuses: string[]): string[] {
    return [...this.orders].flatMap(([id, { status }]) => (statuses.includes(status) ? [id] : [])).slice(-kept)
  }
}

type Learner = (customer: Customer, seen: Seen, id: string) => void
const order: Learner = (customer, seen) => customer.learnOrder(seen)
const webhook: Learner = (customer, seen) => customer.learnWebhook(seen)
const delivery: Learner = (customer, seen, id) => customer.learnDelivery(id, seen)

const learners: { [operation: string]: Learner } = {
  'create-item': (customer, seen) => customer.learnItem(seen),
  'update-item': (customer, seen) => customer.learnItem(seen),
  'create-items': (customer, { data = [] }) => {
    for (const { item } of data) if (item) customer.learnItem(item)
  },
  'delete-item': (customer, _, id) => {
    customer.remove('item', id)
    customer.add('trashed', id)
  },
  'restore-item': (customer, seen) => {
    customer.learnItem(seen)
    customer.remove('trashed', seen.id ?? '')
  },
  'create-transactions': (customer, seen) => {
    for (const row of seen.data ?? [seen]) customer.learnMovement(row)
  },
  'reverse-transaction': (customer, seen, id) => {
    customer.add('transaction', seen.id)
    customer.remove('movement', id)
  },
  'create-order': order,
  'update-order': order,
  'place-order': order,
  'cancel-order': order,
  'close-order': order,
  'get-order': order,
  'delete-order': (customer, _, id) => customer.forgetOrder(id),
  'receive-order': (customer, seen) => customer.learnOrder(seen.order ?? {}),
  'create-snapshot': (customer, seen) => customer.add('snapshot', seen.id),
  'delete-snapshot': (customer, _, id) => customer.remove('snapshot', id),
  'restore-snapshot': (customer, seen) => {
    if (!seen.id) return
    customer.add('restore', seen.id)
    customer.add('snapshot', seen.pre_restore_snapshot_id)
  },
  'create-webhook': webhook,
  'update-webhook': webhook,
  'get-webhook': webhook,
  'delete-webhook': (customer, _, id) => customer.forgetWebhook(id),
  'create-key': (customer, seen) => customer.add('key', seen.id),
  'revoke-key': (customer, _, id) => customer.remove('key', id),
  'invite-person': (customer, seen) => {
    customer.add('person', seen.id)
    customer.add('address', seen.email)
  },
  'remove-person': (customer, _, id) => customer.remove('person', id),
  'test-webhook': delivery,
  redeliver: delivery,
}
