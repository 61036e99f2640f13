import { Refused, refusals } from '../errors'
import { difference, type Item, type ItemChange, isInTrash, trashItem, withQuantity } from '../items/item'
import { touched } from '../revision'
import type { RestoreStep } from './restore-steps'

/** Something that could not be restored because the present stands in its way; it stays as it is. */
export type Conflict = { item_id: string; sku: string; code: Refused['code'] }

/** The restore for which a step is taken. Its id marks the items that it is done with. */
export type Restoring = { id: string; snapshotId: string; userId: string }

/**
 * What a step changes in an item, and what stands in its way. No change where nothing is left to do; `mark` is what tells so of an item
 * that does not change. Null for both where the step has been taken before, or there is no item to mark.
 */
export type Outcome = { change: ItemChange | null; mark: string | null; conflict: Refused['code'] | null }

/**
 * The item of a step: in the snapshot, in the present when the restore began, now, and where its row is gone, as it was last. `blocked`
 * is why its change could not be committed; null where that has not been tried.
 */
export type StepItem = {
  wanted: Item | undefined
  present: Item | undefined
  item: Item | null
  last: Item | null
  blocked: Refused['code'] | null
}

/**
 * Takes a step with the item as it is now: what others have changed since the restore began stays, where the restore does not want
 * that very field. The item is marked with the step and with what stood in its way, so that the step is taken once: taken again, it
 * tells the same, and what others have changed after it stays. An item without a row has no mark, and nobody can change it either.
 */
export function outcomeOf({ phase }: RestoreStep, of: StepItem, restoring: Restoring, at: number): Outcome {
  const earlier = earlierConflict(of.item, restoring, phase)
  if (earlier !== undefined) return { change: null, mark: null, conflict: earlier }
  const { change = null, conflict = null } = attempted(phase, of, restoring, at)
  const restored = [restoring.id, phase, ...(conflict === null ? [] : [conflict])].join('#')
  if (change === null) return { change, mark: of.item && restored, conflict }
  const marked = { ...change, after: { ...change.after, restored }, snapshot_id: restoring.snapshotId }
  return { change: marked, mark: null, conflict }
}

/** What stood in the way of the step, or of a later one of the same restore; undefined where none has been taken with the item. */
function earlierConflict(item: Item | null, { id }: Restoring, phase: number): Outcome['conflict'] | undefined {
  const [restore, taken, conflict] = item?.restored?.split('#') ?? []
  if (restore !== id || Number(taken) < phase) return undefined
  return refusals.find((code) => code === conflict) ?? null
}

type Attempt = { change?: ItemChange | null; conflict?: Refused['code'] }

function attempted(phase: RestoreStep['phase'], of: StepItem, { userId }: Restoring, at: number): Attempt {
  const { wanted, present, item, last, blocked } = of
  if (blocked !== null) return { conflict: blocked }
  const gone = item === null || isInTrash(item)
  if (wanted === undefined) return { change: gone ? null : trashItem(item, userId, at) }
  if (present === undefined && gone) return { change: broughtBack(wanted, item, last ?? wanted, at) }
  if (present === undefined) return { conflict: 'not_in_trash' } // others were first
  if (gone) return { conflict: 'item_in_trash' }
  return phase === 2
    ? withFields(item, wanted, present, at)
    : { change: changed(item, { ...item, sku: wanted.sku }, at) }
}

/** The item with the fields that the restore wants, and the quantity by so much more or less as the snapshot had. */
function withFields(item: Item, wanted: Item, present: Item, at: number): Attempt {
  const { sku: _, quantity: __, ...fields } = difference(present, wanted)
  const patched = { ...item, ...Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value])) }
  try {
    const quantity = item.quantity + wanted.quantity - present.quantity
    return { change: changed(item, { ...patched, quantity }, at) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { change: changed(item, patched, at), conflict: error.code }
  }
}

/** The item as the snapshot has it, from trash or beyond; revision and ledger go on from what it was last. */
function broughtBack(wanted: Item, item: Item | null, last: Item, at: number): ItemChange {
  const before = item ?? last
  const live = { ...wanted, rev: before.rev, sequence: before.sequence, restored: before.restored }
  const start = { ...live, quantity: before.quantity }
  const { after, movement } = withQuantity(start, wanted.quantity, 'snapshot_restore')
  const changes = difference(before, after)
  return { action: 'restore', before: item, after: touched(after, at), changes, movement }
}

function changed(item: Item, wanted: Item, at: number): ItemChange | null {
  const changes = difference(item, wanted)
  if (Object.keys(changes).length === 0) return null
  const { after, movement } = withQuantity({ ...wanted, quantity: item.quantity }, wanted.quantity, 'snapshot_restore')
  return { action: 'restore', before: item, after: touched(after, at), changes, movement }
}
