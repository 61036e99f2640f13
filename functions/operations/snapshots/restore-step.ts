import { Refused } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import { stampAfter } from '../../domain/revision'
import { type Conflict, outcomeOf } from '../../domain/snapshots/restore-outcome'
import type { RestoreStep } from '../../domain/snapshots/restore-steps'
import type { Table } from '../../store/client'
import { draftChangeset } from '../../store/commit/changeset'
import { findItem } from '../../store/items/item-row'
import { lastLogRowOf } from '../../store/log/log-reader'
import { itemAfter } from '../../store/log/packed-item'
import { resourceOf } from '../../store/schema'
import type { RestoreRow } from '../../store/snapshots/restore-row'
import type { Context } from '../context'
import { commitChange, type Decision } from '../run-change'

/**
 * Takes a step with its item, in one transaction with its log row: `of` is the item in the snapshot, and in the present when the restore
 * began. Answers what stood in the way.
 */
export async function takeStep(
  context: Context,
  row: RestoreRow,
  step: RestoreStep,
  of: { wanted: Item | undefined; present: Item | undefined },
): Promise<Conflict | null> {
  const { id: item_id = '', sku = '' } = of.wanted ?? of.present ?? {}
  const conflict = (code: Refused['code']) => ({ item_id, sku, code })
  const decide = async (): Promise<Decision<Conflict | null>> => {
    const { table, caller } = context
    const { item, last } = await lastKnown(table, caller.companyId, item_id)
    const at = stampAfter(last ? [last] : [], table.now())
    const restoring = { id: row.id, snapshotId: row.snapshot_id, userId: caller.userId }
    const outcome = outcomeOf(step, { ...of, item, last }, restoring, at)
    return {
      changeset: outcome.change && draftChangeset(caller, at, { items: [outcome.change] }),
      result: outcome.conflict ? conflict(outcome.conflict) : null,
    }
  }
  try {
    return (await commitChange(context, decide)).result
  } catch (error) {
    if (error instanceof Refused && ['sku_already_exists', 'resource_busy'].includes(error.code))
      return conflict(error.code)
    throw error
  }
}

/** An item as its row has it, and as it was last: the log outlives the item. */
async function lastKnown(table: Table, company: string, id: string) {
  const item = await findItem(table, company, id)
  if (item !== null) return { item, last: item }
  const log = await lastLogRowOf(table, resourceOf('item', company, id))
  return { item, last: log && itemAfter(log) }
}
