import fc from 'fast-check'
import type { References } from './valid-values'

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
  order_id: field('open'),
  line_item_id: field('line'),
  user_id: field('user', 5),
  resource_id: field('item', 5),
}

/** Of a new item, a SKU that is taken is rarely what is wanted. Elsewhere, one that exists is. */
const freshSku: References = { ...common, sku: field('sku', 1) }

const own: { [operation: string]: References } = {
  'create-item': freshSku,
  'create-items': { ...freshSku, id: field('item', 8) },
  'update-item': freshSku,
  'restore-item': freshSku,
  'update-order': { ...common, sku: field('sku'), id: field('line', 8) },
}

export function getReferences(operation: string): References {
  return own[operation] ?? { ...common, sku: field('sku') }
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
  'reverse-transaction': 'movement',
}
const resources: { [part: string]: { kind: string; prefix: string } } = {
  items: { kind: 'item', prefix: 'itm' },
  orders: { kind: 'order', prefix: 'po' },
  transactions: { kind: 'transaction', prefix: 'txn' },
  snapshots: { kind: 'snapshot', prefix: 'snp' },
  restores: { kind: 'restore', prefix: 'rst' },
}

function getResource(path: string): { kind: string; prefix: string } {
  return resources[path.split('/')[1] ?? ''] ?? { kind: 'item', prefix: 'itm' }
}

/** The id of something for which the operation is made. */
export function makeFittingId(operation: { id: string; path: string }): fc.Arbitrary<string> {
  return refer(targets[operation.id] ?? getResource(operation.path).kind)
}

/** Ids of something, of nothing, of another company, and texts that are no ids. They may need encoding in a path. */
export function makeAnyId(operation: { id: string; path: string }): fc.Arbitrary<string> {
  const { kind, prefix } = getResource(operation.path)
  const ulid = '01K00000000000000000000000'
  const numbered = prefix === 'txn' ? '00' : ''
  return fc.oneof(
    { weight: 20, arbitrary: makeFittingId(operation) },
    { weight: 3, arbitrary: refer(kind) },
    { weight: 1, arbitrary: refer(`foreign${kind}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(`${prefix}_${ulid}${numbered}`, `${prefix}_7ZZZZZZZZZZZZZZZZZZZZZZZZZ${numbered}`),
    },
  )
}

/** Texts that are no ids. */
export function makeNoId(operation: { path: string }): fc.Arbitrary<string> {
  const { prefix } = getResource(operation.path)
  return fc.constantFrom(
    ...[
      prefix,
      `${prefix}_`,
      `${prefix}_1`,
      `${prefix}_81K00000000000000000000000`,
      `${prefix}_01k00000000000000000000000`,
    ],
    ...[
      'itm_01K00000000000000000000000\n',
      'null',
      '%',
      '%2F',
      'a/b',
      '💡',
      ' ',
      '.x',
      '*',
      'x'.repeat(3_000),
      '\u0000',
    ],
  )
}
