import type { Caller } from '../../domain/companies/caller'
import type { WithRevision } from '../../domain/revision'
import { makeItemWrites } from '../items/item-row'
import type { LogRow } from '../log/log-row'
import { type LogChanges, makeLogRows, makeLogWrites } from '../log/log-writes'
import { makeOrderWrites } from '../orders/order-row'
import type { Table } from '../table/table'
import { transact, type Write } from '../table/transact'
import { type Moment, takeForeignMoment, takeMoment } from '../time/timing'
import { makeUlid } from '../time/ulids'

/** Each change gets a log row. `more` are writes without one, such as all writes of a snapshot. */
export type Changes = LogChanges & { more?: Write[] }

/** `stamped`: when the change was, which its answer acknowledges. */
export type Changeset = { companyId: string; changes: Changes; log: LogRow[]; stamped: Moment }

/** The log rows already have their ids, so that results can name them. */
export function draftChangeset(caller: Caller, at: number, changes: Changes): Changeset {
  const log = makeLogRows({ transaction: makeUlid(at), at, caller }, changes)
  return { companyId: caller.companyId, changes, log, stamped: takeMoment(at) }
}

/** Nothing changes: the answer acknowledges the last change of `row`, which its writer may not have done yet. */
export function draftUnchanged(caller: Caller, row: WithRevision): Changeset {
  const stamped = takeForeignMoment(Date.parse(row.updated_at))
  return { companyId: caller.companyId, changes: {}, log: [], stamped }
}

export async function commitChangeset(
  table: Table,
  { companyId, changes, log, stamped }: Changeset,
  record: Write[] = [],
): Promise<void> {
  const { items = [], order = null, more = [] } = changes
  const writes = [
    ...(order ? makeOrderWrites(companyId, order) : []),
    ...makeItemWrites(companyId, items),
    ...log.flatMap(makeLogWrites),
    ...more,
    ...record,
  ]
  if (writes.length > 0) await transact(table, writes, log.length > 0 ? stamped : undefined)
}
