import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, parse, resolve } from 'node:path'
import type { InventoryClient } from '../../../client'
import { findUnreadQuantity, itemColumns } from '../../../spreadsheets/import/item-rows'
import {
  countOutcomes,
  describeRefusal,
  listNotes,
  makeRefusedTable,
  makeReportTable,
  type Outcome,
  toOutcome,
} from '../../../spreadsheets/import/outcomes'
import {
  changeableFields,
  countKeptQuantities,
  type ImportRules,
  isChange,
  makePlan,
  type Planned,
} from '../../../spreadsheets/import/plan'
import { runImport } from '../../../spreadsheets/import/run-import'
import { describeMapping } from '../../../spreadsheets/sheet/mapping'
import type { Sheet } from '../../../spreadsheets/sheet/sheet'
import { type Command, flag, listenForStop, type Options, text, UsageError } from '../../command-line'
import { makeProgress } from '../../long-work'
import { customerOptions, customerUsage, openCustomer } from '../customer'
import { chooseColumns, kindOf, readSheetFile, sheetOptions, sheetUsage, warn, writeTable } from '../files'

const fieldList = new Intl.ListFormat('en-GB')

const usage = `Imports items from a CSV file or a workbook (.xlsx, .ods).

  npx inventory import FILE [options]        FILE is - for standard input

  A line names the columns, below a title or not: ${fieldList.format(Object.keys(itemColumns))}.
  An item has a name and a sku, and may have the others. Items are recognised by their id, or else by their SKU: a row
  whose item is there already is left out, so an import that was ended can be run again. Files of 'npx inventory export'
  can be imported.
  A quantity is set for new items alone: to change it later, use 'npx inventory stocktake'.

  Other workbooks (.xls) are refused: save them as .xlsx. A code is what its cell shows. One that a spreadsheet has made
  a date, and the error of a formula, are refused. So is a row whose SKU or barcode is easily taken for that of another
  item, such as 12 for 0012.

  --dry-run        shows what would be done, and does nothing
  --update         changes the ${fieldList.format(changeableFields)} of items that are there.
                   An empty cell clears the field
  --allow-lookalikes  imports codes that are easily taken for others, too
${sheetUsage}
  --refused FILE   where rows that are refused are written, to be mended and imported (default: products-refused.csv
                   beside products.csv, or products-refused-2.csv if that is there)
  --report FILE    writes what has become of each row, with its line number. Both are workbooks if they end in .xlsx
${customerUsage}

  The exit status is 0 if every row is in the inventory, 1 if rows were refused or the import ended before, and 2 for
  wrong options. At a rate limit it waits.

  npx inventory import products.csv --map sku=StockCode --map name=Description --dry-run`

/** By the line of the row. */
type Outcomes = Map<number, Outcome>
type Import = { client: InventoryClient; rules: ImportRules; outcomes: Outcomes }

/** Imports the file, and prints the report. Sets the exit status to 1 where a row was refused. */
async function importItems(options: Options, file: string): Promise<void> {
  const sheet = await readSheetFile(file, options, { fields: itemColumns, required: ['name', 'sku'] })
  const files = chooseFiles(file, options)
  const mapping = await chooseColumns(sheet, itemColumns, ['name', 'sku'], options)
  requireQuantityChoice(sheet, mapping, options)
  const rules = { mapping, update: options.update === true, allowsLookalikes: options['allow-lookalikes'] === true }
  const client = await openCustomer(options, console.error)
  console.error(describeMapping(sheet.header, mapping))
  const plan = await makePlan(client, sheet, rules, makeProgress('looked up', console.error))
  const dryRun = options['dry-run'] === true
  const outcomes: Outcomes = new Map(plan.map((planned) => [planned.row.line, toOutcome(planned, dryRun)]))
  warn(listNotes([...outcomes.values()]))
  try {
    if (!dryRun) await runPlan(plan, { client, rules, outcomes })
  } finally {
    await report(sheet, [...outcomes.values()], { ...files, mapping, dryRun })
  }
  const kept = countKeptQuantities(plan)
  if (kept > 0)
    console.log(`${kept} items keep a quantity that is not the file's: 'npx inventory stocktake' changes it.`)
}

/** Throws a `UsageError` where a column looks like a quantity, is not read, and is not left out on purpose. */
function requireQuantityChoice({ header }: Sheet, mapping: ImportRules['mapping'], { map = [] }: Options): void {
  const column = findUnreadQuantity(header, mapping)
  if (column === null || [map].flat().some((text) => String(text).startsWith('quantity='))) return
  throw new UsageError(
    `the column ${column} looks like a quantity, and is not read: ` +
      `use --map quantity=${column.includes("' or '") ? 'COLUMN' : column}, or --map quantity= to leave it out`,
  )
}

async function runPlan(plan: Planned[], { client, rules, outcomes }: Import): Promise<void> {
  const steps = runImport(plan.filter(isChange), { client, rules, signal: listenForStop() })
  try {
    const tellProgress = makeProgress('rows imported', console.error)
    for await (const { outcomes: decided, done, total } of steps) {
      for (const outcome of decided) outcomes.set(outcome.row.line, outcome)
      if (total > 0) tellProgress(done, total)
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${message}\nThe import has not ended. Once that is mended, run it again: what is there already is left out.`,
    )
  }
}

type Reported = ReportFiles & { mapping: ImportRules['mapping']; dryRun: boolean }

async function report(sheet: Sheet, outcomes: Outcome[], { mapping, dryRun, ...files }: Reported): Promise<void> {
  console.log(formatSummary(outcomes, mapping, dryRun))
  if (outcomes.some(({ action }) => action === 'refused' || action === 'pending')) process.exitCode = 1
  if (files.report !== null) await writeTable(files.report, makeReportTable(outcomes, dryRun), ',')
  const refused = outcomes.filter(({ action }) => action === 'refused')
  if (refused.length === 0 || dryRun) return
  const table = makeRefusedTable(sheet, refused, kindOf(files.refused))
  await writeTable(files.refused, table, sheet.separator)
  console.log(`The rows that were refused are in ${files.refused}: mend them there, and import that file.`)
}

const shown = 20

/** How many rows of each outcome, and the first rows that are refused. */
function formatSummary(outcomes: Outcome[], mapping: ImportRules['mapping'], dryRun: boolean): string {
  const refused = outcomes.filter(({ action }) => action === 'refused')
  return [
    `${outcomes.length} rows`,
    ...countOutcomes(outcomes, dryRun).map(({ word, rows }) => `  ${word.padEnd(10)} ${String(rows).padStart(8)}`),
    ...refused.slice(0, shown).map((outcome) => describeRefusal(outcome, mapping)),
    ...(refused.length > shown ? [`and ${refused.length - shown} more: --report FILE has all of them`] : []),
  ].join('\n')
}

export const command: Command = {
  usage,
  action: {
    argument: 'a file',
    options: {
      ...customerOptions,
      ...sheetOptions,
      'dry-run': flag,
      update: flag,
      'allow-lookalikes': flag,
      refused: text,
      report: text,
    },
    run: importItems,
  },
}

type ReportFiles = { refused: string; report: string | null }

/** Where the reports go. Throws a `UsageError` before anything is sent, if one could not be written there. */
function chooseFiles(file: string, { refused, report }: Options): ReportFiles {
  const files = {
    refused: typeof refused === 'string' ? refused : nameRefused(file),
    report: typeof report === 'string' ? report : null,
  }
  const paths = [file, files.refused, ...(files.report === null ? [] : [files.report])].map((path) => resolve(path))
  if (new Set(paths).size < paths.length) throw new UsageError('FILE, --refused and --report must be different files')
  for (const path of paths.slice(1)) requireFolder(path)
  return files
}

/** Beside the file: `items.csv` has `items-refused.csv`. A file that is there, perhaps half mended, is kept. */
function nameRefused(file: string): string {
  const { dir, name, ext } = parse(file === '-' ? 'import.csv' : file)
  for (let number = 1; ; number++) {
    const path = join(dir, `${name}-refused${number === 1 ? '' : `-${number}`}${ext}`)
    if (!existsSync(path)) return path
  }
}

function requireFolder(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch {
    throw new UsageError(`nothing can be written into ${dirname(path)}`)
  }
}
