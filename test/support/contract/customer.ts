import { resources } from './references'

/** What is named by a field of anything that has an id: its kind. */
const named = { sku: 'sku', user_id: 'user', email: 'address', event_id: 'event', pre_restore_snapshot_id: 'snapshot' }
/** By what an id begins with. */
const kinds = new Map(Object.values(resources).map(({ prefix, kind }) => [prefix, kind]))

/** How many of a kind are kept: the latest. */
const kept = 40

/** Of an order, its lines; of a webhook, its deliveries. */
type Owner = { id: string; status: string; parts: string[] }

/** Orders and webhooks by their states, and webhooks to which something was sent. */
const states: { [kind: string]: (owner: Owner) => boolean } = {
  order: ({ id }) => id.startsWith('po_'),
  draft: ({ status }) => status === 'draft',
  ordered: ({ status }) => status === 'ordered',
  partial: ({ status }) => status === 'partially_received',
  open: ({ status }) => ['ordered', 'partially_received'].includes(status),
  webhook: ({ id }) => id.startsWith('whk_'),
  active: ({ status }) => status === 'active',
  tried: ({ status, parts }) => status === 'active' && parts.length > 0,
}

/** Of which kind what the path names is no longer. */
const ends: { [operation: string]: string } = {
  'delete-item': 'item',
  'restore-item': 'trashed',
  'reverse-transaction': 'movement',
  'delete-snapshot': 'snapshot',
  'revoke-key': 'key',
  'remove-person': 'person',
}

/** A company, and what it has, as far as the answers have told. */
export class Customer {
  private readonly known = new Map<string, string[]>()
  private readonly owners = new Map<string, Owner>()

  /**
   * What stands in `Authorization`: keys by what they may do (`full`, `reader`, `writer`, `sender`), and access tokens
   * of an `owner`, and of a `guest` who is invited and not linked yet.
   */
  constructor(readonly secrets: { [caller: string]: string }) {}

  /** The ids or texts of a kind, the latest last. */
  list(kind: string): string[] {
    const owners = [...this.owners.values()]
    if (kind === 'delivery') return owners.flatMap(({ id, parts }) => (id.startsWith('whk_') ? parts : []))
    const isIn = states[kind]
    if (!isIn) return this.known.get(kind) ?? []
    return owners.flatMap((owner) => (isIn(owner) ? owner.id : [])).slice(-kept)
  }

  /** Of an order, its lines; of a webhook, its deliveries. */
  listParts(owner: string): string[] {
    return this.owners.get(owner)?.parts ?? []
  }

  /** Takes note of what a success says. `of`: what its path names. */
  learn(operation: string, of: string, body: unknown): void {
    this.remove(ends[operation] ?? '', of)
    if (operation === 'delete-item') this.add('trashed', of)
    if (operation.startsWith('delete-')) this.owners.delete(of)
    if (operation.startsWith('list-')) return
    const { order, data = [] } = Object(body)
    for (const each of [body, order, ...data, ...data.map(({ item }: { item?: unknown }) => item)])
      this.note(operation, of, Object(each))
  }

  private note(operation: string, of: string, seen: { [field: string]: unknown }): void {
    const { id, status = '', order_id, quantity_change = 0, line_items = [] } = Object(seen)
    if (!id) return
    for (const [field, kind] of Object.entries(named)) this.add(kind, seen[field])
    const [prefix = ''] = id.split('_')
    this.add(kinds.get(prefix) ?? '', id)
    if (prefix === 'po' || prefix === 'whk') {
      const parts = prefix === 'po' ? line_items.map((line: { id: string }) => line.id) : this.listParts(id)
      this.owners.delete(id)
      this.owners.set(id, { id, status, parts })
    }
    const webhook = prefix === 'dlv' ? this.owners.get(of) : undefined
    if (webhook) webhook.parts = [...webhook.parts, id].slice(-kept)
    if (operation === 'create-transactions' && order_id === null) this.add('movement', id)
    if (quantity_change < 0) this.add('taking', id)
  }

  add(kind: string, text: unknown): void {
    if (typeof text !== 'string' || text === '') return
    this.remove(kind, text)
    this.known.set(kind, [...(this.known.get(kind) ?? []), text].slice(-kept))
  }

  private remove(kind: string, text: string): void {
    this.replace(
      kind,
      this.list(kind).filter((other) => other !== text),
    )
  }

  /** After a restore, other items may be there. */
  replace(kind: string, texts: string[]): void {
    this.known.set(kind, texts)
  }
}
