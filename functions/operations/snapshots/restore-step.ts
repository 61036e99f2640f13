import { Refused } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import { stampAfter } from '../../domain/revision'
import { type Conflict, type Outcome, outcomeOf } from '../../domain/snapshots/restore-outcome'
import type { RestoreStep } from '../../domain/snapshots/restore-steps'
import type { Table } from '../../store/client'
import { type Changes, draftChangeset } from '../../store/commit/changeset'
import { findItem } from '../../store/items/item-row'
import { markWrite } from '../../store/items/item-writes'
import { lastLogRowOf } from '../../store/log/log-reader'
import { itemAfter } from '../../store/log/packed-item'
import { resourceOf } from '../../store/schema'
import type { RestoreRow } from '../../store/snapshots/restore-row'
import type { Context } from '../context'
import { commitChange, type Decision } from '../run-change'

/** The item of a step in the snapshot, and in the present when the restore began; `blocked` as the domain has it. */
type ItemOfStep = { wanted: Item | undefined; present: Item | undefined; blocked?: Refused['code'] }

/** Takes a step with its item, in one transaction with its log row. Answers what stood in the way. */
export async function takeStep(
  context: Context,
  row: RestoreRow,
  step: RestoreStep,
  of: ItemOfStep,
): Promise<Conflict | null> {
  const { id: item_id = '', sku = '' } = of.wanted ?? of.present ?? {}
  const conflict = (code: Refused['code']) => ({ item_id, sku, code })
  const decide = async (): Promise<Decision<Conflict | null>> => {
    const { table, caller } = context
    const { item, last } = await lastKnown(table, caller.companyId, item_id)
    const at = stampAfter(last ? [last] : [], table.now())
    const restoring = { id: row.id, snapshotId: row.snapshot_id, userId: caller.userId }
    const outcome = outcomeOf(step, { blocked: null, ...of, item, last }, restoring, at)
    const changes = changesOf(context, item, outcome)
    return {
      changeset: changes && draftChangeset(caller, at, changes),
      result: outcome.conflict && conflict(outcome.conflict),
    }
  }
  try {
    return (await commitChange(context, decide)).result
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'resource_busy') return conflict(error.code) // others kept the item busy: it could not be marked either
    if (error.code === 'sku_already_exists') return takeStep(context, row, step, { ...of, blocked: error.code })
    throw error
  }
}

function changesOf({ table, caller }: Context, item: Item | null, { change, mark }: Outcome): Changes | null {
  if (change !== null) return { items: [change] }
  return item && mark ? { more: [markWrite(table, caller.companyId, item, mark)] } : null
}

/** An item as its row has it, and as it was last: the log outlives the item. */
async function lastKnown(table: Table, company: string, id: string) {
  const item = await findItem(table, company, id)
  if (item !== null) return { item, last: item }
  const log = await lastLogRowOf(table, resourceOf('item', company, id))
  return { item, last: log && itemAfter(log) }
}
