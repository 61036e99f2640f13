import type { InventoryClient, Item, UpdateItem } from '../../client'
import { listNames } from '../../functions/domain/fields'
import { itemFields } from '../../functions/domain/items/item-fields'
import { isConversionOf } from '../items/conversions'
import { type Identity, identifyRows, nameSubject } from '../items/identify'
import { push, type Report, readStock, type Stock } from '../items/stock'
import { describeCell, listLines } from '../sheet/cells'
import type { Mapping } from '../sheet/mapping'
import type { Sheet, SheetRow } from '../sheet/sheet'
import { type ItemField, type ItemRow, type NewItem, type Problem, readItems } from './item-rows'

/**
 * What becomes of a row. `repeated`: an earlier row of the file says the same. `notes`: what the item keeps, though the
 * row says something else. `keepsQuantity`: its quantity is among that.
 */
export type Planned = { row: SheetRow } & (
  | { action: 'create'; item: NewItem }
  | ({ action: 'update'; item: NewItem; id: string; changes: Changes } & Kept)
  | ({ action: 'unchanged'; item: NewItem } & Kept)
  | { action: 'repeated'; item: NewItem }
  | { action: 'refused'; problem: Problem }
)

type Kept = { notes: string[]; keepsQuantity: boolean }

/** The fields that an import changes. Stock is changed by movements alone: see `npx inventory stocktake`. */
export const changeableFields = listNames(itemFields, 'request', 'set').filter(
  (field) => field !== 'sku' && field !== 'quantity',
)

/** Of these, what a spreadsheet may take for a number or a date. */
const textFields = ['name', 'location', 'barcode'] as const satisfies (typeof changeableFields)[number][]

type Changes = Pick<UpdateItem, (typeof changeableFields)[number]>

/** `allowsLookalikes`: a code that is easily taken for another one is meant so. */
export type ImportRules = { mapping: Mapping<ItemField>; update: boolean; allowsLookalikes: boolean }

export type Change = Extract<Planned, { action: 'create' | 'update' }>

export function isChange(planned: Planned): planned is Change {
  return planned.action === 'create' || planned.action === 'update'
}

type ReadRow = Extract<ItemRow, { item: NewItem }>
type Refusal = { action: 'refused'; problem: Problem }

/** Decides for each row, by the items that are there: the same file again has no effect. */
export function planImport(rows: ItemRow[], stock: Stock, rules: ImportRules): Planned[] {
  const whole = rows.filter((row) => 'item' in row)
  const named = whole.map((read) => toNamedRow(read, rules.mapping))
  const identities = identifyRows(named, stock, rules)
  const decided = new Map(whole.map((read, index) => [read, identities[index]]))
  const groups = new Map<string, ReadRow[]>()
  for (const [read, identity] of decided) {
    if (!identity || 'problem' in identity) continue
    push(groups, nameSubject(identity, read.item), read)
  }
  const repeated = new Map([...groups.values()].flatMap((group) => listRepeated(group)))
  return rows.map((read) => {
    if ('problem' in read) return { row: read.row, action: 'refused', problem: read.problem }
    const identity = decided.get(read)
    if (!identity) throw new Error('a row was not identified')
    return { row: read.row, ...(repeated.get(read) ?? planRow(read, identity, rules)) }
  })
}

function toNamedRow({ row, id, item }: ReadRow, mapping: Mapping<ItemField>) {
  const { sku, name, barcode } = item
  return { place: describeCell(row, mapping.get('sku')), id, sku, name, barcode }
}

/** Of the rows of one item. Where they say different things, nobody knows which of them is right. */
function listRepeated(group: ReadRow[]): [ReadRow, Refusal | { action: 'repeated'; item: NewItem }][] {
  const [first, ...rest] = group
  if (!first || rest.length === 0) return []
  const fields = Object.keys(first.item) as (keyof NewItem)[]
  const other = fields.filter((field) => rest.some(({ item }) => item[field] !== first.item[field]))
  if (other.length === 0) return rest.map((read) => [read, { action: 'repeated', item: read.item }])
  const lines = listLines(group.map(({ row }) => row.line))
  const message = `The item is in the lines ${lines}, with another ${other.join(' and ')}.`
  return group.map((read) => [read, { action: 'refused', problem: { field: 'sku', message } }])
}

const unlessMeant = ' Nothing is imported of it unless it is meant so (--allow-lookalikes).'

function planRow({ item, doubt }: ReadRow, identity: Identity, rules: ImportRules) {
  if ('problem' in identity) {
    const hint = identity.isLookalike ? unlessMeant : ''
    const problem = { field: identity.field, message: `${identity.problem}${hint}` }
    return { action: 'refused', problem } as const
  }
  if (doubt !== null && identity.item === null && !rules.allowsLookalikes)
    return { action: 'refused', problem: { field: 'sku', message: `${doubt}${unlessMeant}` } } as const
  return planItem(item, identity.item ?? undefined, rules, identity.notes)
}

/** `existing` is the live item that the row is about. */
export function planItem(
  item: NewItem,
  existing: Item | undefined,
  { mapping, update }: ImportRules,
  more: string[] = [],
) {
  if (!existing) return { action: 'create', item } as const
  const keepsQuantity = mapping.has('quantity') && item.quantity !== existing.quantity
  const changed = changeableFields.filter((field) => mapping.has(field) && item[field] !== existing[field])
  const spoiled = textFields.filter((field) => changed.includes(field) && isConversionOf(item[field], existing[field]))
  const other = changed.filter((field) => !spoiled.some((each) => each === field))
  const notes = [
    ...more,
    ...spoiled.map((field) => `keeps its ${field} '${existing[field]}': the file has '${item[field]}'.`),
    ...(keepsQuantity
      ? [`keeps its quantity ${existing.quantity}: the file has ${item.quantity}. A stocktake changes it.`]
      : []),
  ]
  if (other.length === 0) return { action: 'unchanged', item, notes, keepsQuantity } as const
  const changes: Changes = Object.fromEntries(other.map((field) => [field, item[field]]))
  if (update) return { action: 'update', item, id: existing.id, changes, notes, keepsQuantity } as const
  const message = `The SKU '${item.sku}' exists with another ${other.join(' and ')}. --update changes it.`
  return { action: 'refused', problem: { field: 'sku', message } } as const
}

/** How many items keep a quantity that is not the file's. */
export function countKeptQuantities(plan: Planned[]): number {
  return plan.filter((planned) => 'keepsQuantity' in planned && planned.keepsQuantity).length
}

/** Checks the rows, and looks up the items that are there. `report` is told how many of how many are read. */
export async function makePlan(
  client: InventoryClient,
  sheet: Sheet,
  rules: ImportRules,
  report?: Report,
): Promise<Planned[]> {
  return compareRows(client, readItems(sheet, rules.mapping), rules, report)
}

/** The same for rows that are checked already. */
export async function compareRows(
  client: InventoryClient,
  rows: ItemRow[],
  rules: ImportRules,
  report?: Report,
): Promise<Planned[]> {
  const whole = rows.filter((row) => 'item' in row)
  const skus = new Set(whole.map(({ item }) => item.sku))
  const ids = new Set(whole.flatMap(({ id }) => id ?? []))
  const barcodes = new Set(whole.flatMap(({ item }) => item.barcode ?? []))
  return planImport(rows, await readStock(client, { skus, ids, barcodes }, report), rules)
}
