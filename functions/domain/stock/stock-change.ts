import { Refusal, runForRow } from '../errors'
import { type Item, type ItemChange, isInTrash } from '../items/item'
import { touch } from '../revision'
import {
  applyMovement,
  computeQuantityChange,
  irreversibleTypes,
  type Movement,
  type MovementDetails,
  type MovementType,
  makeMovement,
  type RequestedMovement,
} from './movement'

/** `row` is the place in the request, from 0. */
export type StockRow = {
  row: number
  itemId: string
  movement: RequestedMovement
  /** What the caller has seen of the item, before this request. Null if it has not. */
  expected_quantity: number | null
  expected_sequence: number | null
}

/**
 * Rows of one item build on each other, and none may leave its quantity below zero. `items` must hold the items of all
 * rows. Refused with `invalid_request`, `version_conflict`, `item_in_trash` or `insufficient_stock`.
 */
export function decideMovements(items: Item[], rows: StockRow[], at: number): ItemChange[] {
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const current = new Map(itemsById)
  return rows.map(({ row, itemId, movement, ...expected }) => {
    const item = requireItem(current, itemId)
    const { type, quantity: _, ...details } = movement
    const change = runForRow(row, () => {
      requirePast(details.occurred_at, at)
      requireExpected(requireItem(itemsById, itemId), expected)
      return changeQuantity(item, moveLive(item, type, computeQuantityChange(movement, item), details), at)
    })
    current.set(itemId, change.after)
    return change
  })
}

/** Refused with `item_in_trash`, `insufficient_stock` or `invalid_request`. */
export function decideReversal(item: Item, { quantity_change }: Movement, details: MovementDetails, at: number) {
  return changeQuantity(item, moveLive(item, 'reversal', 0 - quantity_change, details), at)
}

/** Reverses what a delivery has put in stock, all or nothing. Refused as `decideReversal`, with the row. */
export function decideReversals(
  items: Item[],
  movements: (Movement & { id: string; item_id: string })[],
  at: number,
): ItemChange[] {
  const current = new Map(items.map((item) => [item.id, item]))
  return movements.map((movement, row) => {
    const { id: reversal_of, item_id, order_id, line_item_id, receipt_id } = movement
    const details = { order_id, line_item_id, receipt_id, reversal_of }
    const change = runForRow(row, () => decideReversal(requireItem(current, item_id), movement, details, at))
    current.set(item_id, change.after)
    return change
  })
}

/** Refused with `invalid_state` if reversed already, or if the reversal alone would leave something half undone. */
export function requireReversible({ type, order_id, receipt_id, reversed_by }: Movement): void {
  if (reversed_by) throw makeReversalRefusal('it has been reversed already')
  if (irreversibleTypes.includes(type)) throw makeReversalRefusal(`its type is '${type}'`)
  if (!order_id) return
  const path = `POST /orders/${order_id}/receipts/${receipt_id}/reverse`
  throw makeReversalRefusal(`it belongs to a delivery, which is taken back as a whole by ${path}`)
}

export function makeReversalRefusal(why: string): Refusal {
  return new Refusal('invalid_state', `The transaction cannot be reversed: ${why}.`, 'status')
}

function moveLive(item: Item, type: MovementType, by: number, details: MovementDetails): Movement {
  if (isInTrash(item)) {
    throw new Refusal('item_in_trash', `The item '${item.sku}' is in trash. Restore it first.`, 'item_id')
  }
  return makeMovement(item, type, by, details)
}

function changeQuantity(item: Item, movement: Movement, at: number): ItemChange {
  const { quantity_change, quantity_before, quantity_after } = movement
  return {
    action: 'update',
    before: item,
    after: touch(applyMovement(item, movement), at),
    changes: quantity_change === 0 ? {} : { quantity: [quantity_before, quantity_after] },
    movement,
  }
}

/** A client's clock may run ahead by so much. */
const clockToleranceMs = 5 * 60_000

function requirePast(occurredAt: string | null | undefined, at: number): void {
  if (occurredAt && Date.parse(occurredAt) > at + clockToleranceMs) {
    throw new Refusal(
      'invalid_request',
      `The movement cannot have occurred in the future, at ${occurredAt}.`,
      'occurred_at',
    )
  }
}

type Expected = Pick<StockRow, 'expected_quantity' | 'expected_sequence'>

/** The sequence also sees that the quantity has changed and changed back. */
function requireExpected({ sku, stock, sequence }: Item, { expected_quantity, expected_sequence }: Expected): void {
  if (expected_quantity !== null && expected_quantity !== stock.total) {
    const message = `The quantity of '${sku}' is ${stock.total}, not ${expected_quantity}.`
    throw new Refusal('version_conflict', message, 'expected_quantity')
  }
  if (expected_sequence !== null && expected_sequence !== sequence) {
    const message = `The newest transaction of '${sku}' has the sequence ${sequence}, not ${expected_sequence}.`
    throw new Refusal('version_conflict', message, 'expected_sequence')
  }
}

function requireItem(items: Map<string, Item>, id: string): Item {
  const item = items.get(id)
  if (!item) throw new Error(`the item ${id} was not read`)
  return item
}
