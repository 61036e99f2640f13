import { ulid } from 'ulid'
import type { Caller } from '../../domain/companies/caller'
import type { Table } from '../client'
import { itemWrites } from '../items/item-writes'
import type { LogRow } from '../log/log-row'
import { type Logged, logRowsOf, logWrites } from '../log/log-writes'
import { orderWrites } from '../orders/order-writes'
import { transact, type Write } from '../transact'

/** What one database transaction changes, each with a log row. `more` writes go with it: of a snapshot, all that is written of it. */
export type Changes = Logged & { more?: Write[] }

/** The changes of one database transaction, with the log rows that tell of them. */
export type Changeset = { companyId: string; changes: Changes; log: LogRow[] }

/** Drafts the transaction of changes made `at` (epoch milliseconds). Its log rows have their ids, so that results can name them. */
export function draftChangeset(caller: Caller, at: number, changes: Changes): Changeset {
  return { companyId: caller.companyId, changes, log: logRowsOf({ transaction: ulid(at), at, caller }, changes) }
}

/** Commits all changes with their log rows and with `record`, or none. */
export async function commitChangeset(
  table: Table,
  { companyId, changes, log }: Changeset,
  record: Write[] = [],
): Promise<void> {
  const { items = [], order = null, more = [] } = changes
  const writes = [
    ...(order ? orderWrites(table, companyId, order) : []),
    ...itemWrites(table, companyId, items),
    ...log.flatMap((row) => logWrites(table, row)),
    ...more,
    ...record,
  ]
  if (writes.length > 0) await transact(table, writes)
}
