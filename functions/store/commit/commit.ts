import { ulid } from 'ulid'
import type { Caller } from '../../domain/caller'
import type { Table } from '../client'
import type { LogRow } from '../log/log-row'
import type { Keep } from './idempotency'
import { itemWrites } from './item-writes'
import { type Logged, logRowsOf, logWrites } from './log-writes'
import { orderWrites } from './order-writes'
import { transact, type Write } from './transact'

/** What one transaction changes; `more` writes go with it. */
export type Changes = Logged & { more?: Write[] }

/** The log rows that the changes would get, with an id for the transaction (`at` in epoch milliseconds). */
export function draftLog(caller: Caller, at: number, changes: Changes): LogRow[] {
  return logRowsOf({ transaction: ulid(at), at, caller }, changes)
}

/**
 * Commits changes in one transaction with their log rows and with what a retry needs: `keep` is given the result, which
 * `resultOf` makes of the log rows.
 */
export async function commit<Result>(
  table: Table,
  caller: Caller,
  at: number,
  changes: Changes,
  resultOf: (rows: LogRow[]) => Result,
  keep: Keep<Result>,
): Promise<Result> {
  const { items = [], order = null, more = [] } = changes
  const rows = draftLog(caller, at, changes)
  const result = resultOf(rows)
  await transact(table, [
    ...(order ? orderWrites(table.name, caller.companyId, order) : []),
    ...itemWrites(table.name, caller.companyId, items),
    ...rows.flatMap((row) => logWrites(table.name, row)),
    ...more,
    ...keep(result),
  ])
  return result
}
