import type { InventoryClient } from '../../../client'
import type { Options } from '../../command-line'
import { listenForStop } from '../../stop'
import { openCustomer } from '../customer'
import { findItems } from '../find-items'
import { Progress } from '../progress'
import { describeMapping, mapColumns, requireColumns } from '../sheet/mapping'
import { readSheet, type Sheet, type SheetRow } from '../sheet/sheet'
import { listSpoiled } from '../sheet/spoiled-codes'
import { warn } from '../sheet/warn'
import { itemColumns, readItems } from './item-rows'
import {
  type Change,
  type ImportRules,
  isChange,
  listOtherQuantities,
  type Planned,
  planImport,
  planItem,
} from './plan'
import { formatSummary, type Outcome, writeRefused, writeReport } from './report'
import { chooseFiles, type ReportFiles } from './report-files'
import { type Refused, sendItems } from './send-items'

type Outcomes = Map<SheetRow, Outcome>
type Import = { client: InventoryClient; progress: Progress; rules: ImportRules; outcomes: Outcomes }

/** Rows whose SKU was taken while the import ran are decided once more, as often as this. */
const rounds = 3

/** Imports the file, and prints the report. Sets the exit status to 1 where a row was refused. */
export async function importItems(options: Options, file: string): Promise<void> {
  const sheet = readSheet(file, options)
  const files = chooseFiles(file, options)
  const mapping = mapColumns(sheet.header, itemColumns, options)
  requireColumns(sheet.header, mapping, ['name', 'sku'])
  const rules = { mapping, update: options.update === true }
  const progress = new Progress()
  const client = await openCustomer(options, (text) => progress.note(text))
  console.error(describeMapping(sheet.header, mapping))
  const { plan, existing } = await makePlan(sheet, { client, progress, rules })
  const dryRun = options['dry-run'] === true
  const outcomes: Outcomes = new Map(plan.map((planned) => [planned.row, toOutcome(planned, dryRun)]))
  try {
    if (!dryRun) await runPlan(plan, { client, progress, rules, outcomes })
  } finally {
    progress.end()
    report(sheet, [...outcomes.values()], files, dryRun)
  }
  const kept = listOtherQuantities(plan, existing, rules).length
  if (kept > 0)
    console.log(`${kept} items keep a quantity that is not the file's: 'npx inventory stocktake' changes it.`)
}

async function makePlan(sheet: Sheet, { client, progress, rules }: Omit<Import, 'outcomes'>) {
  const rows = readItems(sheet, rules.mapping)
  const skus = new Set(rows.flatMap((row) => ('item' in row ? [row.item.sku] : [])))
  progress.begin('Looking up')
  try {
    const existing = await findItems(client, skus, (done, total) => progress.update(done, total))
    progress.end()
    warn(listSpoiled(sheet, rules.mapping, new Set(existing.keys())))
    return { plan: planImport(rows, existing, rules), existing }
  } finally {
    progress.end()
  }
}

function toOutcome(planned: Planned, dryRun: boolean): Outcome {
  const { row, action } = planned
  const isOpen = isChange(planned) && !dryRun
  return {
    row,
    action: isOpen ? 'pending' : action,
    sku: 'item' in planned ? planned.item.sku : '',
    id: 'id' in planned ? planned.id : null,
    problem: 'problem' in planned ? planned.problem : null,
  }
}

async function runPlan(plan: Planned[], job: Import): Promise<void> {
  const signal = listenForStop()
  let changes = plan.filter(isChange)
  job.progress.begin('Importing')
  try {
    for (let round = 0; round < rounds && changes.length > 0; round++)
      changes = await planAgain(await sendAll(changes, signal, job), job)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${message}\nThe import has not ended. Once that is mended, run it again: what is there already is left out.`,
    )
  }
}

/** Sends the rows, and returns those whose SKU was taken meanwhile. */
async function sendAll(changes: Change[], signal: AbortSignal, { client, progress, outcomes }: Import) {
  const taken: Refused[] = []
  let done = 0
  for await (const sent of sendItems(client, changes, signal)) {
    for (const { planned, ...outcome } of sent) Object.assign(outcomes.get(planned.row) ?? {}, outcome)
    taken.push(...sent.filter((row) => row.action === 'refused').filter(({ code }) => code === 'sku_already_exists'))
    done += sent.length
    progress.update(done, changes.length)
  }
  return taken
}

/** Another client made these items: perhaps an import that was killed while its last request was under way. */
async function planAgain(taken: Refused[], { client, rules, outcomes }: Import): Promise<Change[]> {
  if (taken.length === 0) return []
  const existing = await findItems(client, new Set(taken.map(({ planned }) => planned.item.sku)))
  const plan = taken.map(({ planned }): Planned => {
    const { row, item } = planned
    return { row, ...planItem(item, existing.get(item.sku), rules) }
  })
  for (const planned of plan) outcomes.set(planned.row, toOutcome(planned, false))
  return plan.filter(isChange)
}

function report(sheet: Sheet, outcomes: Outcome[], files: ReportFiles, dryRun: boolean): void {
  console.log(formatSummary(outcomes, dryRun))
  if (outcomes.some(({ action }) => action === 'refused' || action === 'pending')) process.exitCode = 1
  if (files.report !== null) writeReport(files.report, outcomes, dryRun)
  const refused = outcomes.filter(({ action }) => action === 'refused')
  if (refused.length === 0 || dryRun) return
  writeRefused(files.refused, sheet, refused)
  console.log(`The rows that were refused are in ${files.refused}: mend them there, and import that file.`)
}
