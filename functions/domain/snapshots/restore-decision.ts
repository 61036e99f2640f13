import { Refusal, refusalCodes } from '../errors'
import { decideItemDeletion, diffItems, type Item, type ItemChange, isInTrash, setTotal } from '../items/item'
import { touch } from '../revision'
import type { RestoreStep } from './restore-steps'

/** A step, or a part of one, that the present is in the way of. The restore goes on without it. */
export type RestoreProblem = { item_id: string; sku: string; code: Refusal['code'] }

/** `id` goes into the mark of each item that a step was taken with. */
export type RestoreReference = { id: string; snapshotId: string; userId: string }

/** `mark` is for an item without change. Null if `change` holds it, the step was taken before, or no item is there. */
export type StepDecision = { change: ItemChange | null; mark: string | null; conflict: Refusal['code'] | null }

/**
 * `wanted`: in the snapshot. `present`: when the restore began. `item`: its row now. `last`: as it was last, also if
 * its row is gone. `blocked`: why an earlier try to commit the change was refused, or null.
 */
export type StepItem = {
  wanted: Item | undefined
  present: Item | undefined
  item: Item | null
  last: Item | null
  blocked: Refusal['code'] | null
}

/**
 * Keeps what others have changed since the restore began, except in fields that the restore sets. By the mark, a step
 * is taken only once: a second call returns the same conflict and changes nothing, even if others have changed the item
 * since. An item without a row has no mark, but nobody can change it either.
 */
export function decideStep({ phase }: RestoreStep, of: StepItem, restore: RestoreReference, at: number): StepDecision {
  const earlier = findEarlierConflict(of.item, restore, phase)
  if (earlier !== undefined) return { change: null, mark: null, conflict: earlier }
  const { change = null, conflict = null } = attempt(phase, of, restore, at)
  const mark = [restore.id, phase, ...(conflict === null ? [] : [conflict])].join('#')
  if (change === null) return { change, mark: of.item && mark, conflict }
  const markedChange = { ...change, after: { ...change.after, restored: mark }, snapshot_id: restore.snapshotId }
  return { change: markedChange, mark: null, conflict }
}

/** Null if this step, or a later one of this restore, was taken without conflict. Undefined if none was taken. */
function findEarlierConflict(
  item: Item | null,
  { id }: RestoreReference,
  phase: number,
): StepDecision['conflict'] | undefined {
  const [restore, taken, conflict] = item?.restored?.split('#') ?? []
  if (restore !== id || Number(taken) < phase) return undefined
  return refusalCodes.find((code) => code === conflict) ?? null
}

type Attempt = { change?: ItemChange | null; conflict?: Refusal['code'] }

function attempt(phase: RestoreStep['phase'], of: StepItem, { userId }: RestoreReference, at: number): Attempt {
  const { wanted, present, item, last, blocked } = of
  if (blocked !== null) return { conflict: blocked }
  const gone = item === null || isInTrash(item)
  if (wanted === undefined) return { change: gone ? null : decideItemDeletion(item, userId, at) }
  if (present === undefined && gone) return { change: bringBack(wanted, item, last ?? wanted, at) }
  if (present === undefined) return { conflict: 'not_in_trash' } // somebody else restored the item first
  if (gone) return { conflict: 'item_in_trash' }
  return phase === 2
    ? restoreFields(item, wanted, present, at)
    : { change: changeToWanted(item, { ...item, sku: wanted.sku }, at) }
}

/** All but the SKU. Adds the difference of quantities: if that is refused, the rest is set, with a conflict. */
function restoreFields(item: Item, wanted: Item, present: Item, at: number): Attempt {
  const { sku: _, quantity: __, ...fields } = diffItems(present, wanted)
  const patched = { ...item, ...Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value])) }
  try {
    const total = item.stock.total + wanted.stock.total - present.stock.total
    return { change: changeToWanted(item, { ...patched, stock: { total } }, at) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { change: changeToWanted(item, patched, at), conflict: error.code }
  }
}

/** From trash, or after it was purged. Its revision and sequence continue from `last`. */
function bringBack(wanted: Item, item: Item | null, last: Item, at: number): ItemChange {
  const before = item ?? last
  const live = { ...wanted, rev: before.rev, sequence: before.sequence, restored: before.restored }
  const start = { ...live, stock: before.stock }
  const { after, movement } = setTotal(start, wanted.stock.total, 'snapshot_restore')
  const changes = diffItems(before, after)
  return { action: 'restore', before: item, after: touch(after, at), changes, movement }
}

function changeToWanted(item: Item, wanted: Item, at: number): ItemChange | null {
  const changes = diffItems(item, wanted)
  if (Object.keys(changes).length === 0) return null
  const { after, movement } = setTotal({ ...wanted, stock: item.stock }, wanted.stock.total, 'snapshot_restore')
  return { action: 'restore', before: item, after: touch(after, at), changes, movement }
}
