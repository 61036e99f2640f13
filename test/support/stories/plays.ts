import fc from 'fast-check'
import type { ItemFields } from '../../../functions/domain/items/item'
import type { Company } from '../model/company'
import type { Expected, Item } from '../model/items'

// What can happen in a story.

/** A request, and what the model makes of it at the time when it is sent. */
export type Play = {
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
  expect: (now: number) => Expected
  /** For a batch: what it makes of each row. */
  rows?: ((now: number) => Expected)[]
}
/** A list: of what, and with which query. Without `sort`, it is sorted by `defaultSort`. */
export type Query = { name: string; filters: Record<string, string>; sort: string | null; defaultSort: string }

const requestKinds = [
  ...(['create item', 'update item', 'delete item', 'restore item', 'batch', 'move', 'reverse'] as const),
  ...(['create order', 'change order', 'take snapshot', 'delete snapshot', 'restore snapshot'] as const),
]
type RequestKind = (typeof requestKinds)[number]
/** As often as they are here. */
const kinds = [
  ...requestKinds,
  ...['create item', 'move', 'move', 'reverse', 'create order', 'change order', 'change order', 'restore snapshot'],
  ...['list', 'list', 'list', 'list', 'list', 'retry', 'retry'],
  ...['reuse key', 'wait', 'end of the minute', 'end of the day', 'change plan', 'suspend'],
] as const
/** Numbers alone: they choose among what there is when the step is taken. So a story that shrinks still makes sense. */
export const step = fc.noBias(
  fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.constantFrom(0, 1, 0, 1, 0, 1, 2, 3),
    n: fc.nat({ max: 20 }),
    m: fc.nat({ max: 59 }),
  }),
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const skus = ['A', 'b', 'ΟΔΟΣ', 'οδος', 'B']
const locations = ['Here', 'There', null]
const suppliers = ['Acme', 'Bolts & Co']
const nobody = '01K00000000000000000000000'

/** Undefined where there is nothing. */
const choose = <Each>(all: readonly Each[], at: number): Each | undefined => all[at % Math.max(1, all.length)]
/** Of a list that has something. */
function pick<Each>(all: readonly Each[], at: number): Each {
  const each = all[at % all.length]
  if (each === undefined) throw new Error('there is nothing to choose from')
  return each
}

/** `stranger` is another company, whose items are not there for this one. */
export function planRequest(company: Company, stranger: Company, step: Step): Play {
  const { items } = company
  const { n, m } = step
  // Sometimes nothing of the company is chosen.
  const kind = n === 20 ? step.kind : chooseKind(company, step.kind)
  const item = n === 20 ? undefined : (choose(items.live, n % 5 === 0 ? -1 : n) ?? choose(items.all, n))
  const itemId = item?.id ?? choose(stranger.items.all, m)?.id ?? `itm_${nobody}`
  const plan = planners[kind as RequestKind] ?? planners.move // a key is reused for a movement
  return plan({ company, item, itemId, fields: chooseFields(m), n, m })
}

/** What a request can be about. `item` is undefined where `itemId` is none of the company's. */
type Scene = { company: Company; item: Item | undefined; itemId: string; fields: ItemFields; n: number; m: number }

type Expect = Play['expect']
const post = (path: string, body: object | undefined, expect: Expect): Play => {
  return { method: 'POST', path, expect, ...(body ? { body } : {}) }
}
const remove = (path: string, expect: Expect): Play => ({ method: 'DELETE', path, expect })

const planners: Record<RequestKind, (scene: Scene) => Play> = {
  'create item': ({ company: { items }, fields }) => post('/items', fields, (now) => items.create(now, fields)),
  'update item': ({ company: { items }, item, itemId, fields, n, m }) => {
    const revision = m % 3 === 0 && item ? item.rev + (m % 2) : null
    const headers: Record<string, string> = revision === null ? {} : { 'If-Match': `"${revision}"` }
    const body = choosePatch(fields, n)
    const expect = (now: number) => items.update(now, item, body, revision)
    return { method: 'PUT', path: `/items/${itemId}`, body, headers, expect }
  },
  'delete item': ({ company: { items }, item, itemId }) => remove(`/items/${itemId}`, (now) => items.delete(now, item)),
  'restore item': ({ company: { items }, itemId, fields, n, m }) => {
    const all = items.all.filter(({ deleted_at }) => deleted_at !== null || n % 6 === 0)
    const item = n === 20 ? undefined : choose(all, m)
    const sku = m % 2 === 0 ? undefined : fields.sku
    return post(`/items/${item?.id ?? itemId}/restore`, { sku }, (now) =>
      items.restore(now, item, sku ?? item?.sku ?? ''),
    )
  },
  batch: ({ company: { items }, item, itemId, fields, n, m }) => {
    const [patch, others] = [choosePatch(chooseFields(m + 7), n), chooseFields(m + 1)]
    const upserted = chooseFields(n + m)
    const rows = [
      (now: number) => items.create(now, fields),
      (now: number) => items.update(now, item, patch, null),
      (now: number) => items.create(now, others),
      (now: number) => items.upsert(now, upserted),
    ]
    const body = { items: [fields, { id: itemId, ...patch }, others, { ...upserted, upsert: true }] }
    return { ...post('/items/batch', body, () => ({ status: 200 })), rows }
  },
  move: ({ company: { items }, item, itemId, m }) => {
    const type = pick(['receive', 'issue', 'issue', 'count', 'return', 'adjust'], m)
    const quantity = type === 'count' ? m % 7 : 1 + (m % 4)
    const dry_run = m % 8 === 7
    const expect = (now: number): Expected => {
      const expected = items.move(now, item, type, quantity)
      return dry_run && expected.commit ? { status: 200 } : expected
    }
    return post('/transactions', { type, item_id: itemId, quantity, dry_run }, expect)
  },
  reverse: ({ company: { items }, n, m }) => {
    const known = items.log.flatMap(({ movement }) => (movement?.id ? [movement] : [])).slice(-6)
    const movement = n === 20 ? undefined : choose(known, n + m)
    const path = `/transactions/${movement?.id ?? `txn_${nobody}00`}/reverse`
    return post(path, undefined, (now) => items.reverse(now, movement))
  },
  'create order': ({ company: { orders }, item, itemId, n, m }) => {
    const expected_at = pick(['2026-03-14', '2026-03-15', '2026-05-01', null], n)
    const fields = { status: m % 3 === 0 ? 'draft' : 'ordered', supplier: { name: pick(suppliers, m) }, expected_at }
    const quantity = 1 + (m % 5)
    const body = { ...fields, line_items: [{ item_id: itemId, quantity_ordered: quantity }] }
    return post('/orders', body, (now) => orders.create(now, item, fields, quantity))
  },
  'change order': ({ company: { orders }, n, m }) => {
    const order = n === 20 ? undefined : choose(orders.all, n)
    const often = ['place', 'receive', 'receive', 'receive', 'take back', 'take back'] as const
    const verb = pick([...often, 'update', 'cancel', 'close', 'delete'] as const, m)
    const path = `/orders/${order?.id ?? `po_${nobody}`}`
    if (verb === 'update') {
      const notes = `Gate ${n % 3}\nRing twice`
      return { method: 'PUT', path, body: { notes }, expect: (now) => orders.update(now, order, notes) }
    }
    if (verb === 'take back') {
      const receipt = choose(order?.receipts ?? [], m)
      const of = `${path}/receipts/${receipt?.id ?? `rcp_${nobody}`}`
      return post(`${of}/reverse`, undefined, (now) => orders.takeBack(now, order, receipt))
    }
    const accepted = verb === 'receive' && order && m % 2 === 1 ? 1 + (m % 4) : null
    const expect = (now: number) => orders.change(now, order, verb, accepted)
    if (verb === 'delete') return remove(path, expect)
    const lines = [{ line_item_id: order?.lineId, quantity_accepted: accepted }]
    return post(`${path}/${verb}`, accepted === null ? undefined : { lines }, expect)
  },
  'take snapshot': ({ company: { snapshots } }) => post('/snapshots', undefined, (now) => snapshots.take(now)),
  'delete snapshot': ({ company: { snapshots }, n }) => {
    const snapshot = choose(snapshots.all, n)
    const path = `/snapshots/${snapshot?.id ?? `snp_${nobody}`}`
    return remove(path, (now) => snapshots.delete(now, snapshot))
  },
  'restore snapshot': ({ company: { snapshots }, item, n, m }) => {
    // Often the latest, so that a restore is undone.
    const snapshot = n === 20 ? undefined : n % 3 === 0 ? snapshots.all.at(-1) : choose(snapshots.all, n)
    const [mode, ids] = [m % 4 === 0 ? 'merge' : 'replace', m % 5 === 0 && item ? [item.id] : null] as const
    const isDry = m % 6 === 5
    const body = { mode, dry_run: isDry, ...(ids ? { item_ids: ids } : {}) }
    const path = `/snapshots/${snapshot?.id ?? `snp_${nobody}`}/restore`
    return post(path, body, (now) => snapshots.restore(now, snapshot, { mode, ids, isDry }))
  },
}

/** Where there is nothing yet of what a step needs, it creates that. */
function chooseKind({ items, orders, snapshots }: Company, kind: Step['kind']): Step['kind'] {
  if (kind === 'restore item' && items.all.length === items.live.length) return 'delete item'
  if (kind === 'reverse' && items.log.every(({ movement }) => !movement?.id)) return 'move'
  if (kind === 'change order' && orders.all.length === 0) return 'create order'
  if (kind.endsWith('snapshot') && snapshots.all.length === 0) return 'take snapshot'
  const needsItem = ['delete item', 'move', 'create order', 'update item', 'batch'].includes(kind)
  return needsItem && items.live.length === 0 ? 'create item' : kind
}

/** `now` is for the bounds of `since` and `until`. */
export function planList({ items }: Company, now: number, { n, m }: Pick<Step, 'n' | 'm'>): Query {
  const item_id = choose(items.all, n + m)?.id ?? `itm_${nobody}`
  const since = new Date(now - pick([500, 5_500, 86_400_500], m)).toISOString()
  const until = new Date(now - pick([500, 3_500, 86_400_500], n)).toISOString()
  const some = items.all.flatMap(({ id }, index) => (index % 3 === m % 3 ? [id] : []))
  const codes = { sku: pick(skus, m), barcode: 'x-1', ids: some.slice(0, 100).join() || item_id }
  const levels = { low_stock: 'true', out_of_stock: 'true', has_reorder_point: 'false' }
  const ofItems = { location: 'Here', search: pick(['a', 'B', 'οδος', 'ITEM 1'], m), ...codes, ...levels }
  const types = ['issue', 'receive', 'initial', 'snapshot_restore', 'reversal', 'direct_update', 'count']
  const ofLedger = { type: pick(types, m), item_id, since, until }
  const action = pick(['create', 'update', 'delete', 'restore'], m)
  const ofLog = { action, item_id, resource_type: pick(['item', 'order', 'snapshot'], n), since, until }
  const status = pick(['draft', 'ordered', 'partially_received', 'received', 'cancelled'], m)
  const ofOrders = { status, supplier: pick(suppliers, m), item_id, search: 'BOLT', overdue: 'true' }
  const type = pick(['manual', 'pre_restore', 'automatic'], m)
  const ofSnapshots = { type, status: pick(['ready', 'failed'], m) }
  const lists: [name: string, defaultSort: string, sorts: string[], filters: Record<string, string>][] = [
    ['items', 'created_at', ['name', '-name', 'sku', 'quantity', '-location', 'location'], ofItems],
    ['trash', '-deleted_at', ['deleted_at', 'name', '-quantity'], ofItems],
    ['transactions', '-created_at', [], ofLedger],
    ['audit', '-created_at', [], ofLog],
    ['orders', '-created_at', ['created_at', 'expected_at', '-expected_at', 'status', 'supplier'], ofOrders],
    ['snapshots', '-created_at', [], ofSnapshots],
    ['restores', '-created_at', [], {}],
  ]
  const [name, defaultSort, sorts, filters] = pick(lists, n)
  // Each bit of `m` takes or leaves one filter: mostly one or two.
  const given = Object.entries(filters).filter((_, index) => (m >> index) % 2 === 1 && (m * 7 + index) % 3 !== 0)
  return { name, defaultSort, sort: pick([null, ...sorts], m), filters: Object.fromEntries(given) }
}

function chooseFields(m: number): ItemFields {
  return {
    name: `Item ${m % 12}`,
    sku: pick(skus, m),
    quantity: m % 7,
    location: pick(locations, m),
    barcode: m % 4 === 0 ? 'x-1' : null,
    reorder_point: m % 4 === 0 ? null : m % 5,
  }
}

/** Some of the fields. */
function choosePatch(fields: ItemFields, n: number): Partial<ItemFields> {
  const given = Object.entries(fields).filter((_, index) => (n + index) % 2 === 0 || n % 7 === 0)
  return Object.fromEntries(given)
}
