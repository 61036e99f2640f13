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

/** Of an order, its lines; of a webhook, its deliveries. */
type Owner = { status: string; parts: string[] }

/** Orders and webhooks by their states, and webhooks to which something was sent. */
const states: { [kind: string]: ['orders' | 'webhooks', (owner: Owner) => boolean] } = {
  order: ['orders', () => true],
  draft: ['orders', ({ status }) => status === 'draft'],
  ordered: ['orders', ({ status }) => status === 'ordered'],
  partial: ['orders', ({ status }) => status === 'partially_received'],
  open: ['orders', ({ status }) => ['ordered', 'partially_received'].includes(status)],
  webhook: ['webhooks', () => true],
  active: ['webhooks', ({ status }) => status === 'active'],
  tried: ['webhooks', ({ status, parts }) => status === 'active' && parts.length > 0],
}

/** A company, and what it has, as far as the answers have told. */
export class Customer {
  private readonly known = new Map<string, string[]>()
  private readonly orders = new Map<string, Owner>()
  private readonly webhooks = new Map<string, Owner>()
  private readonly tags = new Map<string, string>()

  constructor(readonly secrets: Secrets) {}

  /** The ids or texts of a kind, the latest last. */
  list(kind: string): string[] {
    if (kind === 'delivery') return [...this.webhooks.values()].flatMap(({ parts }) => parts)
    const [owners, isIn] = states[kind] ?? []
    if (!owners || !isIn) return this.known.get(kind) ?? []
    return [...this[owners]].flatMap(([id, owner]) => (isIn(owner) ? [id] : [])).slice(-kept)
  }

  listLines(order: string): string[] {
    return this.orders.get(order)?.parts ?? []
  }

  listDeliveries(webhook: string): string[] {
    return this.webhooks.get(webhook)?.parts ?? []
  }

  getTag(id: string): string | null {
    return this.tags.get(id) ?? null
  }

  /** Takes note of what a success says. `id`: what its path names. */
  learn(operation: string, id: string, body: unknown, tag?: string): void {
    const seen = (body ?? {}) as Seen
    learners[operation]?.(this, seen, id)
    const named = seen.id ?? seen.order?.id
    if (tag !== undefined && named) this.tags.set(named, tag)
  }

  add(kind: string, text: string | null | undefined): void {
    if (!text) return
    this.remove(kind, text)
    this.known.set(kind, [...this.list(kind), text].slice(-kept))
  }

  remove(kind: string, text: string): void {
    const others = this.list(kind).filter((other) => other !== text)
    this.known.set(kind, others)
  }

  learnOrder({ id, status = '', line_items = [] }: Seen): void {
    if (!id) return
    this.orders.delete(id)
    this.orders.set(id, { status, parts: line_items.map((line) => line.id ?? '') })
  }

  learnWebhook({ id, status = '' }: Seen): void {
    if (id) this.webhooks.set(id, { status, parts: this.listDeliveries(id) })
  }

  forget(id: string): void {
    this.orders.delete(id)
    this.webhooks.delete(id)
  }

  learnDelivery(webhook: string, { id, event_id }: Seen): void {
    const known = this.webhooks.get(webhook)
    if (!known || !id) return
    known.parts = [...known.parts, id].slice(-kept)
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
  ...{ 'create-order': order, 'update-order': order, 'place-order': order },
  ...{ 'cancel-order': order, 'close-order': order, 'get-order': order },
  'delete-order': (customer, _, id) => customer.forget(id),
  'receive-order': (customer, seen) => customer.learnOrder(seen.order ?? {}),
  'create-snapshot': (customer, seen) => customer.add('snapshot', seen.id),
  'delete-snapshot': (customer, _, id) => customer.remove('snapshot', id),
  'restore-snapshot': (customer, seen) => {
    if (!seen.id) return
    customer.add('restore', seen.id)
    customer.add('snapshot', seen.pre_restore_snapshot_id)
  },
  ...{ 'create-webhook': webhook, 'update-webhook': webhook, 'get-webhook': webhook },
  'delete-webhook': (customer, _, id) => customer.forget(id),
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
