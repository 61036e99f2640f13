import { resources } from './references'

/** What is named by a field of anything that has an id: its kind. */
const named = { sku: 'sku', user_id: 'user', email: 'address', event_id: 'event', pre_restore_snapshot_id: 'snapshot' }
/** By what an id begins with. */
const kinds = new Map(Object.values(resources).map(({ prefix, kind }) => [prefix, kind]))

/** How many of a kind are kept, and how many of them are named: the latest. */
const [kept, shown] = [200, 40]

/** `parts`: of an order, its lines; of a webhook, its deliveries. */
type Thing = { status: string; parts: string[] }
const plain: Thing = { status: '', parts: [] }

/** Orders and webhooks by their states, and webhooks to which something was sent. */
const states: { [kind: string]: [of: string, isIn: (thing: Thing) => boolean] } = {
  draft: ['order', ({ status }) => status === 'draft'],
  ordered: ['order', ({ status }) => status === 'ordered'],
  partial: ['order', ({ status }) => status === 'partially_received'],
  begun: ['order', ({ status }) => ['partially_received', 'received'].includes(status)],
  open: ['order', ({ status }) => ['ordered', 'partially_received'].includes(status)],
  active: ['webhook', ({ status }) => status === 'active'],
  tried: ['webhook', ({ status, parts }) => status === 'active' && parts.length > 0],
}

/** Of which kind what the path names is no longer. */
const ends: { [operation: string]: string } = {
  'delete-item': 'item',
  'restore-item': 'trashed',
  'delete-order': 'order',
  'reverse-transaction': 'movement',
  'delete-snapshot': 'snapshot',
  'delete-webhook': 'webhook',
  'revoke-key': 'key',
  'remove-person': 'person',
}

/** A company, and what it has, as far as the answers have told. */
export class Customer {
  private readonly known = new Map<string, Map<string, Thing>>()

  /**
   * What stands in `Authorization`: keys by what they may do (`full`, `reader`, `writer`, `sender`), and access tokens
   * of an `owner`, and of a `guest` who is invited and not linked yet.
   */
  constructor(readonly secrets: { [caller: string]: string }) {}

  /** The ids or texts of a kind, the latest last. */
  list(kind: string): string[] {
    if (kind === 'delivery') return [...this.get('webhook').values()].flatMap(({ parts }) => parts)
    const [of, isIn] = states[kind] ?? [kind, () => true]
    return [...this.get(of)].flatMap(([id, thing]) => (isIn(thing) ? id : [])).slice(-shown)
  }

  /** Of an order, its lines; of a webhook, its deliveries. */
  listParts(owner: string): string[] {
    return (this.get('order').get(owner) ?? this.get('webhook').get(owner) ?? plain).parts
  }

  /** Takes note of what a success says. `of`: what its path names. */
  learn(operation: string, of: string, body: unknown): void {
    this.get(ends[operation] ?? '').delete(of)
    if (operation === 'delete-item') this.add('trashed', of)
    if (operation.startsWith('list-')) return
    const { order, receipt, data = [] } = Object(body)
    for (const each of [body, order, receipt, ...data, ...data.map(({ item }: { item?: unknown }) => item)])
      this.note(operation, of, Object(each))
  }

  private note(operation: string, of: string, seen: { [field: string]: unknown }): void {
    const { id, status = '', order_id, quantity_change = 0, line_items = [] } = Object(seen)
    if (!id) return
    for (const [field, kind] of Object.entries(named)) this.add(kind, seen[field])
    const kind = kinds.get(id.split('_')[0]) ?? ''
    const parts = kind === 'order' ? line_items.map((line: { id: string }) => line.id) : [...this.listParts(id)]
    this.add(kind, id, { status, parts })
    if (kind === 'delivery') this.get('webhook').get(of)?.parts.push(id)
    if (operation === 'create-transactions' && order_id === null) this.add('movement', id)
    if (quantity_change < 0) this.add('taking', id)
  }

  add(kind: string, text: unknown, thing = plain): void {
    if (typeof text !== 'string' || text === '') return
    const all = this.get(kind)
    all.delete(text)
    for (const [oldest] of [...all].slice(0, -kept)) all.delete(oldest)
    all.set(text, thing)
  }

  /** After a restore, other items may be there. */
  replace(kind: string, texts: string[]): void {
    this.known.set(kind, new Map(texts.map((text) => [text, plain])))
  }

  private get(kind: string): Map<string, Thing> {
    const found = this.known.get(kind) ?? new Map<string, Thing>()
    this.known.set(kind, found)
    return found
  }
}
