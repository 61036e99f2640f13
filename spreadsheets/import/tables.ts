import type { FileKind, Value } from '../file/table'
import { writeCell } from '../sheet/cells'
import type { Sheet } from '../sheet/sheet'
import { nameActions, type Outcome } from './outcomes'

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
      : [row.cells, '']
    return [...cells, row.line, writeCell(`${problem?.message ?? ''}${hint}`)]
  })
  return [[...header, 'line', 'problem'], ...rows]
}

/** What has become of each row. */
export function makeReportTable(outcomes: Outcome[], dryRun: boolean): Value[][] {
  const words = nameActions(dryRun)
  const rows = outcomes.map(({ row, sku, action, id, problem }) => {
    return [row.line, writeCell(sku), words[action], id, problem?.field ?? null, writeCell(problem?.message ?? '')]
  })
  return [['line', 'sku', 'outcome', 'id', 'field', 'problem'], ...rows]
}
