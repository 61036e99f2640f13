import fc from 'fast-check'
import { makeUrl } from './addresses'
import type { Operation } from './document'
import type { References } from './values'

/**
 * A text that stands for something that exists when the request is sent: `@item#3`. So a generated request does not
 * depend on the answers before it, and can be sent again.
 */
const pattern = /^@([a-z]+)#(\d+)$/

function refer(kind: string): fc.Arbitrary<string> {
  return fc.nat({ max: 40 }).map((at) => `@${kind}#${at}`)
}

export function readReference(text: string): { kind: string; at: number } | null {
  const [, kind, at] = pattern.exec(text) ?? []
  return kind === undefined ? null : { kind, at: Number(at) }
}

const field = (kind: string, ofTen = 9) => ({ arbitrary: refer(kind), ofTen })

const common: References = {
  item_id: field('item'),
  item_ids: field('item'),
  sku: field('sku'),
  order_id: field('open'),
  line_item_id: field('line'),
  user_id: field('user', 5),
  resource_id: field('item', 5),
  event_id: field('event', 5),
  url: { arbitrary: makeUrl, ofTen: 9 },
  email: field('address'),
  time_zone: { arbitrary: fc.constantFrom('Europe/Berlin', 'asia/kolkata'), ofTen: 9 },
  id_token: field('idtoken'),
  invitation_id: field('invitation'),
}

/** Of a new item, a SKU that is taken is rarely what is wanted. Elsewhere, one that exists is. */
const freshSku: References = { ...common, sku: field('sku', 1) }

const own: { [operation: string]: References } = {
  'create-item': freshSku,
  'create-items': { ...freshSku, id: field('item', 8) },
  'update-item': freshSku,
  'restore-item': freshSku,
  'update-order': { ...common, id: field('line', 8) },
}

export function getReferences(operation: string): References {
  return own[operation] ?? common
}

/** What the id in the path should name, so that the operation can succeed. */
const targets: { [operation: string]: string } = {
  'restore-item': 'trashed',
  'update-order': 'draft',
  'delete-order': 'draft',
  'place-order': 'draft',
  'receive-order': 'open',
  'cancel-order': 'ordered',
  'close-order': 'partial',
  'reverse-receipt': 'begun',
  'reverse-transaction': 'movement',
  'test-webhook': 'active',
  redeliver: 'tried',
}

type Resource = { kind: string; prefix: string }
/** By the part of a path. */
export const resources: { [part: string]: Resource } = {
  items: { kind: 'item', prefix: 'itm' },
  orders: { kind: 'order', prefix: 'po' },
  transactions: { kind: 'transaction', prefix: 'txn' },
  snapshots: { kind: 'snapshot', prefix: 'snp' },
  restores: { kind: 'restore', prefix: 'rst' },
  webhooks: { kind: 'webhook', prefix: 'whk' },
  keys: { kind: 'key', prefix: 'key' },
  people: { kind: 'person', prefix: 'usr' },
  deliveries: { kind: 'delivery', prefix: 'dlv' },
  receipts: { kind: 'receipt', prefix: 'rcp' },
}

type Ids = fc.Arbitrary<string[]>

/** What the ids of a path name. The first one names something for which the operation is made. */
function listNamed({ id, path }: Operation): (Resource & { fitting: fc.Arbitrary<string> })[] {
  return [...path.matchAll(/(\w+)\/\{/g)].map(([, part = ''], at) => {
    const resource = resources[part] ?? { kind: 'item', prefix: 'itm' }
    return { ...resource, fitting: refer((at === 0 ? targets[id] : undefined) ?? resource.kind) }
  })
}

export function makeFittingIds(operation: Operation): Ids {
  return fc.tuple(...listNamed(operation).map(({ fitting }) => fitting))
}

/** Ids of something, of nothing, and of another company. */
export function makeAnyIds(operation: Operation): Ids {
  const ids = listNamed(operation).map(({ kind, prefix, fitting }) => {
    const ofNothing = ['01K00000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'].map(
      (ulid) => `${prefix}_${ulid}${prefix === 'txn' ? '00' : ''}`,
    )
    return fc.oneof(
      { weight: 20, arbitrary: fitting },
      { weight: 3, arbitrary: refer(kind) },
      { weight: 1, arbitrary: refer(`foreign${kind}`) },
      { weight: 1, arbitrary: fc.constantFrom(...ofNothing) },
    )
  })
  return fc.tuple(...ids)
}

/** One of the ids is a text that is none. It may need encoding in a path. */
export function listWrongIds(operation: Operation): Ids[] {
  const named = listNamed(operation)
  return named.map(({ prefix }, at) => {
    const ofKind = ['', '_', '_1', '_81K00000000000000000000000', '_01k00000000000000000000000']
    const others = ['itm_01K00000000000000000000000\n', 'null', '%', '%2F', 'a/b', '💡', ' ', '.x', '*', '\u0000']
    const none = fc.constantFrom(...ofKind.map((end) => prefix + end), ...others, 'x'.repeat(3_000))
    return fc.tuple(...named.map(({ fitting }, place) => (place === at ? none : fitting)))
  })
}
