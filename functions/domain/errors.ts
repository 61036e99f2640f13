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

/**
 * A refusal of one row of a request: `row` counts from 0, and `part` is what of the row is at fault, null for all of it. Rules do not
 * know what the request calls its fields: `contract/problem.ts` names them.
 */
export class RowRefused extends Refused {
  constructor(
    code: Refusal,
    readonly row: number,
    readonly part: string | null,
    /** The message, in which the field may be named. */
    readonly tell: (field: string) => string,
  ) {
    super(code, tell(part ?? ''), part ?? undefined)
  }
}

/** A part of a row that is not what it must be. `predicate` goes on from the field's name: `must be a line of the order`. */
export function invalidPart(row: number, part: string, predicate: string): RowRefused {
  return new RowRefused('invalid_request', row, part, (field) => `The '${field}' field ${predicate}.`)
}

/** Runs `rule` for a row of a request: what it refuses is refused for that row, with the field that it names as the part. */
export function forRow<Result>(row: number, rule: () => Result): Result {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof Refused) || error.field === undefined) throw error
    throw new RowRefused(error.code, row, error.field, () => error.message)
  }
}
