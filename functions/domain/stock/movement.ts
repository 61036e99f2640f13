import { Refused } from '../errors'

export const maxQuantity = 2_147_483_647

/** The movements that a client may ask for. */
export const requestedTypes = ['receive', 'issue', 'return', 'adjust', 'count'] as const
/** All types of a ledger row: also those that other changes write. */
export const movementTypes = [...requestedTypes, 'initial', 'direct_update', 'reversal', 'snapshot_restore'] as const
export type MovementType = (typeof movementTypes)[number]

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

/** What a ledger row says beside the numbers; null, or missing, where nothing is known. `occurred_at` is ISO 8601 UTC. */
export type MovementDetails = {
  reason?: Reason | null | undefined
  reference?: string | null | undefined
  note?: string | null | undefined
  occurred_at?: string | null | undefined
  order_id?: string | null | undefined
  line_item_id?: string | null | undefined
  receipt_id?: string | null | undefined
  reversal_of?: string | null | undefined
  /** Added later, once: the row that takes this one back. */
  reversed_by?: string | null | undefined
}

/** A movement of stock, as its ledger row keeps it. */
export type Movement = {
  type: MovementType
  sequence: number
  quantity_change: number
  quantity_before: number
  quantity_after: number
} & MovementDetails

/** A movement that is asked for: `quantity` counts as the type says. */
export type RequestedMovement = { type: (typeof requestedTypes)[number]; quantity: number } & MovementDetails

/** What an item's ledger has come to. */
export type Balance = { quantity: number; sequence: number }

/** By how much a requested movement changes the balance. */
export function quantityChange({ type, quantity }: RequestedMovement, balance: Balance): number {
  switch (type) {
    case 'receive':
    case 'return':
    case 'adjust':
      return quantity
    case 'issue':
      return -quantity
    case 'count':
      return quantity - balance.quantity
  }
}

/** The next ledger row. Refused where the balance would fall below zero, or rise above what a quantity can be. */
export function nextMovement(
  { quantity, sequence }: Balance,
  type: MovementType,
  quantity_change: number,
  details: MovementDetails = {},
): Movement {
  const quantity_after = quantity + quantity_change
  if (quantity_after < 0) {
    throw new Refused(
      'insufficient_stock',
      `Not enough stock: ${quantity} available, ${-quantity_change} wanted.`,
      'quantity',
    )
  }
  if (quantity_after > maxQuantity) {
    throw new Refused(
      'invalid_request',
      `The stock would exceed ${maxQuantity}: ${quantity} are there already.`,
      'quantity',
    )
  }
  return { type, sequence: sequence + 1, quantity_change, quantity_before: quantity, quantity_after, ...details }
}
