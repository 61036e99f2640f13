import type { Table } from '../../store/client'
import { countLog, findEnds, type LogRange } from '../../store/log/log-reader'

/** Fewer rows are read again: each of two queries is rounded up to a whole unit. */
const worthCounting = 300

/**
 * From where on the log must be read to find what is new since `since`: from `until` where nothing is new before that.
 * Rows are only counted there: none comes over the wire. `known`: the sort keys of rows that were read before. Young
 * log rows are never deleted, so the same number means the same rows.
 */
export async function skipKnown(
  table: Table,
  range: LogRange & { since: number; until: number },
  known: Iterable<string>,
): Promise<number> {
  const { from, to } = findEnds(range)
  let rows = 0
  for (const key of known) if (key >= from && key <= to) rows += 1
  return rows >= worthCounting && (await countLog(table, range)) === rows ? range.until : range.since
}
