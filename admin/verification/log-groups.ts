import { ulidLength } from '../../functions/domain/time'
import { readLog } from '../../functions/store/log/log-reader'
import { checkLogRow, hasLogKey, type LogRow } from '../../functions/store/log/log-row'
import type { CheckedRow } from '../../functions/store/table/checked-row'
import type { Row } from '../../functions/store/table/schema'
import type { Inspection } from './inspection'

/** Pages of less than DynamoDB's 1 MB: a local engine may read far beyond it. */
const pageRows = 1_000

/** The log rows of one database transaction: as they are stored, and those of them that can be read. */
export type LogGroup = { transaction: string; stored: LogRow[]; rows: LogRow[] }

/**
 * The log since a time (epoch milliseconds), the oldest rows first, strongly consistent. Rows that cannot be read are
 * told to `refuse`.
 */
export async function* readLogGroups(
  { table, companyId }: Inspection,
  since: number,
  refuse: (checked: CheckedRow<LogRow>) => void = () => {},
): AsyncGenerator<LogGroup[]> {
  let rest: LogRow[] = []
  for await (const page of readLog(table, { companyId, since }, { oldestFirst: true, pageRows })) {
    for (const row of page) if (!hasLogKey(row)) refuse(refuseKey(row))
    const groups = splitGroups([...rest, ...page.filter(hasLogKey)])
    rest = groups.pop() ?? []
    yield groups.map(readGroup)
  }
  if (rest.length > 0) yield [readGroup(rest)]

  function readGroup(stored: LogRow[]): LogGroup {
    const checked = stored.map((row) => checkLogRow(companyId, row))
    for (const each of checked) if (each.fault) refuse(each)
    return { transaction: nameTransaction(stored[0]), stored, rows: checked.flatMap(({ value }) => value ?? []) }
  }
}

function refuseKey({ pk, sk }: Row): CheckedRow<LogRow> {
  const fault = { code: 'malformed_row', text: 'has a sort key that is no time and number' } as const
  return { key: { pk: String(pk), sk: String(sk) }, value: null, fault }
}

function splitGroups(rows: LogRow[]): LogRow[][] {
  const groups: LogRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && nameTransaction(last[0]) === nameTransaction(row)) last.push(row)
    else groups.push([row])
  }
  return groups
}

function nameTransaction(row: Row | undefined): string {
  return String(row?.sk).slice(0, ulidLength)
}
