import { Refusal } from '../errors'

/** That of a signed 32-bit integer. */
export const maxQuantity = 2_147_483_647

/** What a client can request. */
export const requestedTypes = ['receive', 'issue', 'return', 'adjust', 'count'] as const
/** Includes what only other changes make. */
export const movementTypes = [...requestedTypes, 'initial', 'direct_update', 'reversal', 'snapshot_restore'] as const
export type MovementType = (typeof movementTypes)[number]
/** Those whose reversal alone would leave something half undone. */
export const irreversibleTypes: readonly MovementType[] = ['initial', 'snapshot_restore', 'reversal']

export const reasons = [
  'restock',
  'sale',
  'damage',
  'loss',
  'theft',
  'expired',
  'correction',
  'stocktake',
  'sample',
  'other',
] as const
type Reason = (typeof reasons)[number]

/** Null or missing if not known. */
export type MovementDetails = {
  reason?: Reason | null | undefined
  reference?: string | null | undefined
  note?: string | null | undefined
  occurred_at?: string | null | undefined
  order_id?: string | null | undefined
  line_item_id?: string | null | undefined
  receipt_id?: string | null | undefined
  reversal_of?: string | null | undefined
  /** Added later, and only once. */
  reversed_by?: string | null | undefined
}

/** `sequence` counts the item's transactions from 1. */
export type Movement = {
  type: MovementType
  sequence: number
  quantity_change: number
  quantity_before: number
  quantity_after: number
} & MovementDetails

/** What `quantity` means depends on `type`: see `computeQuantityChange`. */
export type RequestedMovement = { type: (typeof requestedTypes)[number]; quantity: number } & MovementDetails

/** `total`: all that there is, from 0 to `maxQuantity`. */
export type Stock = { total: number }

/** What movements change. `sequence` is that of the last transaction. */
export type Stocked = { stock: Stock; sequence: number }

/** For `count`, `quantity` is the new total. */
export function computeQuantityChange({ type, quantity }: RequestedMovement, { stock }: Stocked): number {
  switch (type) {
    case 'receive':
    case 'return':
    case 'adjust':
      return quantity
    case 'issue':
      return -quantity
    case 'count':
      return quantity - stock.total
  }
}

/** Refused with `insufficient_stock` below zero, and with `invalid_request` above `maxQuantity`. */
export function makeMovement(
  { stock, sequence }: Stocked,
  type: MovementType,
  quantity_change: number,
  details: MovementDetails = {},
): Movement {
  const quantity_after = stock.total + quantity_change
  if (quantity_after < 0) {
    throw new Refusal(
      'insufficient_stock',
      `Not enough stock: ${stock.total} available, ${-quantity_change} wanted.`,
      'quantity',
    )
  }
  if (quantity_after > maxQuantity) {
    throw new Refusal(
      'invalid_request',
      `The stock would exceed ${maxQuantity}: ${stock.total} are there already.`,
      'quantity',
    )
  }
  return { type, sequence: sequence + 1, quantity_change, quantity_before: stock.total, quantity_after, ...details }
}

/** The only place that changes a stock. The movement must be the next one of the item. */
export function applyMovement<Some extends Stocked>(item: Some, { quantity_after, sequence }: Movement): Some {
  return { ...item, stock: { total: quantity_after }, sequence }
}
