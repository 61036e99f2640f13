/** `contract/problem.ts` gives each code its HTTP status. */
export const refusalCodes = [
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
  'cursor_expired',
  'unauthorized',
  'forbidden',
  'sign_in_required',
  'second_factor_required',
  'plan_limit_reached',
  'item_not_found',
  'order_not_found',
  'receipt_not_found',
  'transaction_not_found',
  'snapshot_not_found',
  'restore_not_found',
  'webhook_not_found',
  'delivery_not_found',
  'person_not_found',
  'key_not_found',
  'not_found',
  'rate_limited',
  'resource_busy',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** `message` and `field` go into the answer unchanged. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly field?: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'Refusal'
  }
}

/** What is stored is missing, or is not what was written. */
export class DamageError extends Error {}

/** What is stored has a form of another release: nothing of it is lost. */
export class FormatError extends DamageError {}

/** `row` counts from 0. A `part` of null is the whole row. `contract/row-fields.ts` adds the request's field names. */
export class RowRefusal extends Refusal {
  constructor(
    code: RefusalCode,
    readonly row: number,
    readonly part: string | null,
    /** `field` is the field's name in the request. */
    readonly describe: (field: string) => string,
  ) {
    super(code, describe(part ?? ''), part ?? undefined)
  }
}

/** `predicate` continues the field's name, such as "must be a line of the order". */
export function makePartRefusal(row: number, part: string, predicate: string): RowRefusal {
  return new RowRefusal('invalid_request', row, part, (field) => `The '${field}' field ${predicate}.`)
}

/** A refusal that names a field becomes a refusal of the row with that field as its part. */
export function runForRow<Result>(row: number, rule: () => Result): Result {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof Refusal) || error.field === undefined) throw error
    throw new RowRefusal(error.code, row, error.field, () => error.message)
  }
}
