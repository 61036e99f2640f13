import { decodeTime } from 'ulid'
import { mapFields } from '../../domain/fields'
import { foldText, listWords } from '../../domain/fold'
import { parseSort } from '../../domain/list'
import { orderFields, supplierFields } from '../../domain/orders/order-fields'
import { type ListedOrder, makeOrderMatcher, type OrderFilter, type OrderSort } from '../../domain/orders/order-list'
import { awaitedStatuses, orderStatuses } from '../../domain/orders/order-status'
import { settledAfterMs } from '../../store/time/timing'
import { type Bitmap, keepSet } from '../columns/bitmap'
import { ColumnSet, type ColumnsOf } from '../columns/column'
import { columnKinds } from '../columns/column-kinds'
import { keepWord, oneOf, setWords } from '../columns/dictionary-column'
import { idLists } from '../columns/id-list-column'
import type { ColumnLayout, PackedRows } from '../columns/segment'

/** `deleted_at` is of a draft that was deleted: no list shows it, but it must outlive the older changes of the log. */
export type CatalogueOrder = ListedOrder & { deleted_at: string | null }

const awaited = new Set<string>(awaitedStatuses)

/** `now` is in epoch milliseconds. */
type HeaderFilter = Omit<OrderFilter, 'item_id'> & { now: number }
/** Without the ids of the items: they are three quarters of the bytes, and only one filter needs them. */
type PackedHeader = Omit<CatalogueOrder, 'id' | 'supplier' | 'item_ids'> & {
  supplier: string
  supplier_email: string | null
  supplier_phone: string | null
  supplier_reference: string | null
}

const { supplier, ...others } = orderFields
/** The supplier has a column for each field, in its place. */
const flatFields = {
  ...others,
  supplier: { ...supplierFields.name, place: supplier.place },
  supplier_email: { ...supplierFields.email, place: supplier.place },
  supplier_phone: { ...supplierFields.phone, place: supplier.place },
  supplier_reference: { ...supplierFields.reference, place: supplier.place },
  deleted_at: { kind: 'time?', place: 20, column: 'time?', request: null },
} as const
const headerKinds = mapFields(flatFields, 'column', { ...columnKinds, status: () => oneOf(orderStatuses) })

type HeaderColumns = ColumnsOf<typeof headerKinds>
export type HeaderTypes = {
  row: CatalogueOrder
  values: PackedHeader
  columns: HeaderColumns
  filter: HeaderFilter
  sort: OrderSort
}

/** Order headers. The `item_ids` of a packed order are lost. */
export const headerLayout: ColumnLayout<HeaderTypes> = {
  prefix: 'po_',
  columns: new ColumnSet<PackedHeader, HeaderColumns>(headerKinds, flatFields),
  flatten,
  restore: (id, values) => ({ id, ...nest(values), item_ids: [] }),
  wantsDeleted: () => false,
  keepMatches: keepHeaders,
  listMatches,
  nameFilter,
  parseSort,
  isGone,
}

const indexedKinds = { ...headerKinds, item_ids: idLists }

export type IndexedTypes = {
  row: CatalogueOrder
  values: PackedHeader & { item_ids: string[] }
  columns: ColumnsOf<typeof indexedKinds>
  filter: OrderFilter & { now: number }
  sort: OrderSort
}

/** Order headers, each with the ids of its items. */
export const indexedOrderLayout: ColumnLayout<IndexedTypes> = {
  ...headerLayout,
  columns: new ColumnSet<IndexedTypes['values'], IndexedTypes['columns']>(indexedKinds, {
    ...flatFields,
    item_ids: { place: 21 },
  }),
  flatten: (order) => ({ ...flatten(order), item_ids: order.item_ids }),
  restore: (id, { item_ids, ...values }) => ({ id, ...nest(values), item_ids }),
  keepMatches: (rows, filter, bitmap) => {
    keepHeaders(rows, filter, bitmap)
    const { item_id } = filter
    if (item_id !== undefined) keepSet(bitmap, (found) => rows.columns.item_ids.setHaving(item_id, found))
  },
  listMatches,
  nameFilter,
}

function flatten({ supplier, id: _, item_ids: __, ...header }: CatalogueOrder): PackedHeader {
  const { name, email, phone, reference } = supplier
  return { ...header, supplier: name, supplier_email: email, supplier_phone: phone, supplier_reference: reference }
}

function nest(values: PackedHeader): Omit<CatalogueOrder, 'id' | 'item_ids'> {
  const {
    supplier: name,
    supplier_email: email,
    supplier_phone: phone,
    supplier_reference: reference,
    ...rest
  } = values
  return { ...rest, supplier: { name, email, phone, reference } }
}

function listMatches(orders: CatalogueOrder[], filter: OrderFilter): CatalogueOrder[] {
  const matches = makeOrderMatcher(filter)
  return orders.filter((order) => order.deleted_at === null && matches(order))
}

function nameFilter({ status, supplier, item_id, search, overdue_on }: OrderFilter): object {
  return { status, supplier, item_id, search, overdue_on }
}

function keepHeaders({ columns }: Pick<PackedRows<HeaderTypes>, 'columns'>, filter: HeaderFilter, bitmap: Bitmap) {
  const { status, supplier, search, overdue_on } = filter
  if (status !== undefined) keepWord(columns.status, status, bitmap)
  if (supplier !== undefined) keepWord(columns.supplier, supplier, bitmap)
  for (const word of listWords(search ?? '')) keepSet(bitmap, (found) => setMatches(columns, word, found))
  if (overdue_on !== undefined) {
    keepSet(bitmap, (found) => setWords(columns.status, (each) => awaited.has(each), found))
    keepSet(bitmap, (found) => setWords(columns.expected_at, (date) => date < overdue_on, found))
  }
}

function setMatches({ order_number, supplier_reference, supplier }: HeaderColumns, word: string, found: Bitmap) {
  for (const texts of [order_number, supplier_reference]) texts.setMatches(word, found)
  setWords(supplier, (name) => foldText(name).includes(word), found)
}

/** What is left of a draft that was deleted. `at` is in epoch milliseconds. */
export function makeDeletedOrder(id: string, rev: number, at: number): CatalogueOrder {
  const created_at = new Date(decodeTime(id.slice(headerLayout.prefix.length))).toISOString()
  const deleted_at = new Date(at).toISOString()
  return { ...nothing, id, rev, created_at, updated_at: deleted_at, deleted_at }
}

const nothing = {
  ...mapFields(orderFields, 'kind', {
    text: () => '',
    count: () => 0,
    time: () => '',
    'text?': () => null,
    'time?': () => null,
    'date?': () => null,
    'currency?': () => null,
    status: () => 'draft' as const,
    supplier: () => ({ name: '', email: null, phone: null, reference: null }),
  }),
  item_ids: [],
}

/** No change can follow, and no older one is read again. */
function isGone({ deleted_at }: CatalogueOrder, now: number): boolean {
  return deleted_at !== null && Date.parse(deleted_at) + 2 * settledAfterMs < now
}
