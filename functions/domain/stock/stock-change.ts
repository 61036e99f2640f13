import { forRow, Refused } from '../errors'
import { type Item, type ItemChange, isInTrash } from '../items/item'
import { touched } from '../revision'
import {
  type Movement,
  type MovementDetails,
  type MovementType,
  nextMovement,
  quantityChange,
  type RequestedMovement,
} from './movement'

/** One movement of a request. `row` is its number there, from 0. */
export type StockRow = {
  row: number
  itemId: string
  movement: RequestedMovement
  /** The balance that the caller has seen, before the request; null has seen none. */
  expected_quantity: number | null
}

/** Moves stock row by row: rows of one item build on each other, and none may leave it below zero. `items` are those of the rows. */
export function moveStock(items: Item[], rows: StockRow[], at: number): ItemChange[] {
  const given = new Map(items.map((item) => [item.id, item]))
  const current = new Map(given)
  return rows.map(({ row, itemId, movement, expected_quantity }) => {
    const item = found(current, itemId)
    const { type, quantity: _, ...details } = movement
    const change = forRow(row, () => {
      requirePast(details.occurred_at, at)
      requireQuantity(found(given, itemId), expected_quantity)
      return changed(item, moveLive(item, type, quantityChange(movement, item), details), at)
    })
    current.set(itemId, change.after)
    return change
  })
}

/** Takes a movement of the item back, by one of the opposite amount. */
export function reverseMovement(item: Item, { quantity_change }: Movement, details: MovementDetails, at: number) {
  return changed(item, moveLive(item, 'reversal', 0 - quantity_change, details), at)
}

const irreversible: MovementType[] = ['initial', 'snapshot_restore', 'reversal']

/** Refused with `invalid_state` where a movement is part of something that its reversal alone would leave half undone. */
export function requireReversible({ type, order_id, reversed_by }: Movement): void {
  if (reversed_by) throw notReversible('it has been reversed already')
  if (order_id) throw notReversible('it belongs to a purchase order')
  if (irreversible.includes(type)) throw notReversible(`its type is '${type}'`)
}

export function notReversible(why: string): Refused {
  return new Refused('invalid_state', `The transaction cannot be reversed: ${why}.`, 'status')
}

function moveLive(item: Item, type: MovementType, by: number, details: MovementDetails): Movement {
  if (isInTrash(item)) {
    throw new Refused('item_in_trash', `The item '${item.sku}' is in trash. Restore it first.`, 'item_id')
  }
  return nextMovement(item, type, by, details)
}

function changed(item: Item, movement: Movement, at: number): ItemChange {
  const { quantity_change, quantity_before, quantity_after, sequence } = movement
  return {
    action: 'update',
    before: item,
    after: touched({ ...item, quantity: quantity_after, sequence }, at),
    changes: quantity_change === 0 ? {} : { quantity: [quantity_before, quantity_after] },
    movement,
  }
}

function requirePast(occurredAt: string | null | undefined, at: number): void {
  if (occurredAt && Date.parse(occurredAt) > at) {
    throw new Refused(
      'invalid_request',
      `The movement cannot have occurred in the future, at ${occurredAt}.`,
      'occurred_at',
    )
  }
}

function requireQuantity({ sku, quantity }: Item, expected: number | null): void {
  if (expected !== null && expected !== quantity) {
    const message = `The quantity of '${sku}' is ${quantity}, not ${expected}.`
    throw new Refused('version_conflict', message, 'expected_quantity')
  }
}

function found(items: Map<string, Item>, id: string): Item {
  const item = items.get(id)
  if (!item) throw new Error(`the item ${id} was not read`)
  return item
}
