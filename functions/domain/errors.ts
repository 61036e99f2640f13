/** Every way in which a request can be refused. `contract/problem.ts` gives each its status. */
export const refusals = [
  'invalid_request',
  'invalid_json',
  'invalid_content_type',
  'sku_already_exists',
  'insufficient_stock',
  'version_conflict',
  'invalid_state',
  'over_receipt',
  'item_in_trash',
  'not_in_trash',
  'idempotency_key_reused',
  'limit_exceeded',
  'unauthorized',
  'forbidden',
  'plan_limit_reached',
  'item_not_found',
  'order_not_found',
  'transaction_not_found',
  'snapshot_not_found',
  'restore_not_found',
  'not_found',
  'rate_limited',
  'resource_busy',
] as const

export type Refusal = (typeof refusals)[number]

/** A refusal that the caller may see: `message` and `field` go into the answer as they stand. */
export class Refused extends Error {
  constructor(
    readonly code: Refusal,
    message: string,
    readonly field?: string,
  ) {
    super(message)
    this.name = 'Refused'
  }
}

/** The name of a field of the request: `quantity`, or `transactions[2].quantity` in the row that `path` names. */
export function fieldIn(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** Runs `rule` for the row that `path` names: what it refuses is refused with the row's field. */
export function forRow<Result>(path: string, rule: () => Result): Result {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof Refused) || error.field === undefined) throw error
    throw new Refused(error.code, error.message, fieldIn(path, error.field))
  }
}
