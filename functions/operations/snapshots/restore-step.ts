import { Refusal } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import { chooseStamp } from '../../domain/revision'
import { decideStep, type RestoreProblem, type StepDecision } from '../../domain/snapshots/restore-decision'
import type { RestoreStep } from '../../domain/snapshots/restore-steps'
import { type Changes, draftChangeset } from '../../store/commit/changeset'
import { makeMarkWrite } from '../../store/items/item-row'
import { findLastLogRow } from '../../store/log/log-reader'
import { unpackItem } from '../../store/log/packed-item'
import type { RestoreRow } from '../../store/snapshots/restore-row'
import { makeResource } from '../../store/table/schema'
import type { Context } from '../context'
import { commitChange, type Decision } from '../run-change'

/** `present` is the item when the restore began. `blocked` is as in the domain's `StepItem`. */
type ItemOfStep = { wanted: Item | undefined; present: Item | undefined; blocked?: Refusal['code'] }

/** The step and its log row are one database transaction. Null where there was no conflict. */
export async function takeStep(
  context: Context,
  row: RestoreRow,
  step: RestoreStep,
  of: ItemOfStep,
): Promise<RestoreProblem | null> {
  const { id: item_id = '', sku = '' } = of.wanted ?? of.present ?? {}
  const conflict = (code: Refusal['code']) => ({ item_id, sku, code })
  const decide = async (context: Context): Promise<Decision<RestoreProblem | null>> => {
    const { table, caller } = context
    const { item, last } = await readLastKnown(context, item_id)
    const at = chooseStamp(last ? [last] : [], table.now())
    const restore = { id: row.id, snapshotId: row.snapshot_id, userId: caller.userId }
    const outcome = decideStep(step, { blocked: null, ...of, item, last }, restore, at)
    const changes = toChanges(context, item, outcome)
    return {
      changeset: changes && draftChangeset(caller, at, changes),
      result: outcome.conflict && conflict(outcome.conflict),
    }
  }
  try {
    return (await commitChange(context, decide)).result
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Other changes kept the item busy, so it could not be marked either.
    if (error.code === 'resource_busy') return conflict(error.code)
    if (error.code === 'sku_already_exists') return takeStep(context, row, step, { ...of, blocked: error.code })
    throw error
  }
}

function toChanges({ table, caller }: Context, item: Item | null, { change, mark }: StepDecision): Changes | null {
  if (change !== null) return { items: [change] }
  return item && mark ? { more: [makeMarkWrite(table, caller.companyId, item, mark)] } : null
}

/** The log keeps the last known state after the row is gone. */
async function readLastKnown({ table, reader, caller: { companyId } }: Context, id: string) {
  const item = await reader.item(id)
  if (item !== null) return { item, last: item }
  const log = await findLastLogRow(table, companyId, makeResource('item', companyId, id))
  return { item, last: log && unpackItem(log) }
}
