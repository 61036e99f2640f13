import type { InventoryClient, Item, UpdateItem } from '../../client'
import { listNames } from '../../functions/domain/fields'
import { itemFields } from '../../functions/domain/items/item-fields'
import { findItems, type Report } from '../find-items'
import type { Mapping } from '../sheet/mapping'
import type { Sheet, SheetRow } from '../sheet/sheet'
import { listSpoiled } from '../sheet/spoiled-codes'
import { type ItemField, type ItemRow, type NewItem, type Problem, readItems } from './item-rows'

/** What becomes of a row. `repeated`: an earlier row of the file says the same. */
export type Planned = { row: SheetRow } & (
  | { action: 'create'; item: NewItem }
  | { action: 'update'; item: NewItem; id: string; changes: Changes }
  | { action: 'unchanged' | 'repeated'; item: NewItem }
  | { action: 'refused'; problem: Problem }
)

/** The fields that an import changes. Stock is changed by movements alone: see `npx inventory stocktake`. */
export const changeableFields = listNames(itemFields, 'request', 'set').filter(
  (field) => field !== 'sku' && field !== 'quantity',
)

type Changes = Pick<UpdateItem, (typeof changeableFields)[number]>

export type ImportRules = { mapping: Mapping<ItemField>; update: boolean }

export type Change = Extract<Planned, { action: 'create' | 'update' }>

export function isChange(planned: Planned): planned is Change {
  return planned.action === 'create' || planned.action === 'update'
}

/** Decides for each row, by the items that are there: the same file again has no effect. */
function planImport(rows: ItemRow[], existing: Map<string, Item>, rules: ImportRules): Planned[] {
  const first = new Map<string, ItemRow & { item: NewItem }>()
  return rows.map((read) => {
    if ('problem' in read) return { row: read.row, action: 'refused', problem: read.problem }
    const earlier = first.get(read.item.sku)
    if (earlier) return { row: read.row, ...planRepeated(read.item, earlier) }
    first.set(read.item.sku, read)
    return { row: read.row, ...planItem(read.item, existing.get(read.item.sku), rules) }
  })
}

function planRepeated(item: NewItem, earlier: { row: SheetRow; item: NewItem }) {
  const other = (Object.keys(item) as ItemField[]).filter((field) => item[field] !== earlier.item[field])
  if (other.length === 0) return { action: 'repeated', item } as const
  const message = `The SKU '${item.sku}' is in line ${earlier.row.line} too, with another ${other.join(' and ')}.`
  return { action: 'refused', problem: { field: 'sku', message } } as const
}

/** `existing` is the live item with the row's SKU. */
export function planItem(item: NewItem, existing: Item | undefined, { mapping, update }: ImportRules) {
  if (!existing) return { action: 'create', item } as const
  const other = changeableFields.filter((field) => mapping.has(field) && item[field] !== existing[field])
  if (other.length === 0) return { action: 'unchanged', item } as const
  const changes: Changes = Object.fromEntries(other.map((field) => [field, item[field]]))
  if (update) return { action: 'update', item, id: existing.id, changes } as const
  const message = `The SKU '${item.sku}' exists with another ${other.join(' and ')}. --update changes it.`
  return { action: 'refused', problem: { field: 'sku', message } } as const
}

/** The rows whose item has another quantity than the file: an import leaves it. */
export function listOtherQuantities(plan: Planned[], existing: Map<string, Item>, { mapping }: ImportRules): Planned[] {
  return plan.filter((planned) => {
    if (!mapping.has('quantity') || (planned.action !== 'unchanged' && planned.action !== 'update')) return false
    const item = existing.get(planned.item.sku)
    return item !== undefined && item.quantity !== planned.item.quantity
  })
}

/** What an import of a sheet would do. `warnings`: of codes that a spreadsheet may have changed. */
export type ImportPlan = { plan: Planned[]; existing: Map<string, Item>; warnings: string[] }

/** Checks the rows, and looks up the items that are there. `report` is told how many of how many are read. */
export async function makePlan(
  client: InventoryClient,
  sheet: Sheet,
  rules: ImportRules,
  report?: Report,
): Promise<ImportPlan> {
  return compareRows(client, { sheet, rows: readItems(sheet, rules.mapping) }, rules, report)
}

/** The same for rows that are checked already. */
export async function compareRows(
  client: InventoryClient,
  { sheet, rows }: { sheet: Sheet; rows: ItemRow[] },
  rules: ImportRules,
  report?: Report,
): Promise<ImportPlan> {
  const skus = new Set(rows.flatMap((row) => ('item' in row ? [row.item.sku] : [])))
  const existing = await findItems(client, skus, report)
  const warnings = listSpoiled(sheet, rules.mapping, new Set(existing.keys()))
  return { plan: planImport(rows, existing, rules), existing, warnings }
}
