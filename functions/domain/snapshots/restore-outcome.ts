import { Refused } from '../errors'
import { difference, type Item, type ItemChange, isInTrash, trashItem, withQuantity } from '../items/item'
import { touched } from '../revision'
import type { RestoreStep } from './restore-steps'

/** Something that could not be restored because the present stands in its way; it stays as it is. */
export type Conflict = { item_id: string; sku: string; code: Refused['code'] }

/** The restore for which a step is taken. Its id marks the items that it is done with. */
export type Restoring = { id: string; snapshotId: string; userId: string }

/** What a step changes in an item, and what stands in its way; no change where nothing is left to do. */
export type Outcome = { change: ItemChange | null; conflict?: Refused['code'] }

/** The item of a step: in the snapshot, in the present when the restore began, now, and where its row is gone, as it was last. */
export type StepItem = {
  wanted: Item | undefined
  present: Item | undefined
  item: Item | null
  last: Item | null
}

/**
 * Takes a step with the item as it is now: what others have changed since the restore began stays, where the restore does not want
 * that very field. An item that something stands in the way of is not marked: should the step be taken again, it may succeed.
 */
export function outcomeOf({ phase }: RestoreStep, of: StepItem, restoring: Restoring, at: number): Outcome {
  if (isTaken(of.item, restoring, phase)) return { change: null }
  const { change, conflict } = attempted(phase, of, restoring, at)
  const told = conflict === undefined ? {} : { conflict }
  if (change === null) return { change, ...told }
  const restored = conflict === undefined ? `${restoring.id}#${phase}` : change.after.restored
  return { change: { ...change, after: { ...change.after, restored }, snapshot_id: restoring.snapshotId }, ...told }
}

/** True where the step, or a later one of the same restore, has been taken with the item. */
function isTaken(item: Item | null, { id }: Restoring, phase: number): boolean {
  const [restore, taken] = item?.restored?.split('#') ?? []
  return restore === id && Number(taken) >= phase
}

function attempted(phase: RestoreStep['phase'], of: StepItem, { userId }: Restoring, at: number): Outcome {
  const { wanted, present, item, last } = of
  const gone = item === null || isInTrash(item)
  if (wanted === undefined) return { change: gone ? null : trashItem(item, userId, at) }
  if (present === undefined && gone) return { change: broughtBack(wanted, item, last ?? wanted, at) }
  if (present === undefined) return { change: null, conflict: 'not_in_trash' } // others were first
  if (gone) return { change: null, conflict: 'item_in_trash' }
  return phase === 2
    ? withFields(item, wanted, present, at)
    : { change: changed(item, { ...item, sku: wanted.sku }, at) }
}

/** The item with the fields that the restore wants, and the quantity by so much more or less as the snapshot had. */
function withFields(item: Item, wanted: Item, present: Item, at: number): Outcome {
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
