import type { InventoryClient, Item } from '../../client'
import { findItems } from '../find-items'
import type { Sheet } from '../sheet/sheet'
import { listSpoiled } from '../sheet/spoiled-codes'
import { type ItemRow, readItems } from './item-rows'
import { type ImportRules, type Planned, planImport } from './plan'

/** What an import of a sheet would do. `warnings`: of codes that a spreadsheet may have changed. */
export type ImportPlan = { plan: Planned[]; existing: Map<string, Item>; warnings: string[] }

type Report = (done: number, total: number) => void

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
