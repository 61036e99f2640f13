import { shortenName } from '../../functions/contract/input-refusal'
import type { FileKind, Value } from '../file/table'
import { describeCell, readCell, writeCell } from '../sheet/cells'
import type { Mapping } from '../sheet/mapping'
import { writeGaps } from '../sheet/read-field'
import type { Sheet, SheetRow } from '../sheet/sheet'
import type { ItemField, Problem } from './item-rows'
import { isChange, type Planned } from './plan'

/**
 * What has become of a row. `pending`: the import ended before, so that it may or may not have been done. `code`: of a
 * refusal by the service. `notes`: what the item keeps, though the row says something else.
 */
export type Outcome = {
  row: SheetRow
  action: Planned['action'] | 'pending'
  sku: string
  id: string | null
  problem: Problem | null
  code: string | null
  notes: string[]
}

/** What is known before a change is sent. In a dry run, it is what would be done. */
export function toOutcome(planned: Planned, dryRun: boolean): Outcome {
  const { row, action } = planned
  const isOpen = isChange(planned) && !dryRun
  return {
    row,
    action: isOpen ? 'pending' : action,
    sku: 'item' in planned ? planned.item.sku : '',
    id: 'id' in planned ? planned.id : null,
    problem: 'problem' in planned ? planned.problem : null,
    code: null,
    notes: 'notes' in planned ? planned.notes : [],
  }
}

/** `open`: not sent, or sent without an answer. */
const others = { unchanged: 'unchanged', repeated: 'repeated', refused: 'refused', pending: 'open' }
const done = { create: 'created', update: 'updated', ...others }
const wanted = { create: 'to create', update: 'to update', ...others }

/** What each action is called. */
export function nameActions(dryRun: boolean): Record<Outcome['action'], string> {
  return dryRun ? wanted : done
}

/** How many rows have each outcome, in the order in which they are listed. Those that none has are left out. */
export function countOutcomes(outcomes: Outcome[], dryRun: boolean): { action: string; word: string; rows: number }[] {
  return Object.entries(nameActions(dryRun))
    .map(([action, word]) => ({ action, word, rows: outcomes.filter((each) => each.action === action).length }))
    .filter(({ rows }) => rows > 0)
}

const number = /^[+-]?\d+(?:[.,]\d+)?$/

/**
 * The rows as they were, with what is wrong. Mended, the file can be imported with the same options. A row with too
 * many or too few cells keeps them, so that it is refused until somebody has mended it. In a workbook all rows have the
 * same number: there, its cells stand behind the problem.
 */
export function makeRefusedTable(sheet: Pick<Sheet, 'header' | 'separator'>, refused: Outcome[], kind: FileKind) {
  const { header } = sheet
  const rows = refused.map(({ row, problem }): Value[] => {
    const isShifted = kind === 'xlsx' && row.cells.length !== header.length
    const [cells, hint] = isShifted
      ? [header.map(() => ''), ` It was: ${row.cells.join(sheet.separator)}`]
      : [writeGaps(row), '']
    // Cells of a workbook are no formulas there, and would be in a CSV file. A number is none there, either.
    const texts = kind === 'csv' ? cells.map((cell) => (number.test(cell) ? cell : writeCell(readCell(cell)))) : cells
    return [...texts, row.line, writeCell(`${problem?.message ?? ''}${hint}`)]
  })
  return [[...header, 'line', 'problem'], ...rows]
}

/** What the items keep, a line each. */
export function listNotes(outcomes: Outcome[]): string[] {
  return outcomes.flatMap(({ row, sku, notes }) => notes.map((note) => `line ${row.line}: ${shortenName(sku)} ${note}`))
}

/** The place of what is wrong with a row, and the problem. */
export function describeRefusal({ row, problem }: Outcome, mapping: Mapping<ItemField>): string {
  const column = mapping.get((problem?.field ?? '') as ItemField)
  return `${describeCell(row, column)}: ${problem?.message ?? ''}`
}

/** What has become of each row. */
export function makeReportTable(outcomes: Outcome[], dryRun: boolean): Value[][] {
  const words = nameActions(dryRun)
  const rows = outcomes.map(({ row, sku, action, id, problem, notes }) => {
    const texts = [problem?.message ?? '', notes.join(' ')].map((text) => writeCell(text))
    return [row.line, writeCell(sku), words[action], id, problem?.field ?? null, ...texts]
  })
  return [['line', 'sku', 'outcome', 'id', 'field', 'problem', 'note'], ...rows]
}
