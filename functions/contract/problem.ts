import * as z from 'zod'
import { refusalCodes } from '../domain/errors'

const codes = [...refusalCodes, 'internal_error'] as const
export type ProblemCode = (typeof codes)[number]

/** The body of every answer that is not a success. */
export const Problem = z.object({
  error: z.object({ code: z.enum(codes), message: z.string(), field: z.string().optional() }),
})
export type Problem = z.infer<typeof Problem>

/** The status of each code. The API uses only these statuses. */
export const statusOf: Record<ProblemCode, 400 | 401 | 403 | 404 | 429 | 500> = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_content_type: 400,
  sku_already_exists: 400,
  insufficient_stock: 400,
  version_conflict: 400,
  invalid_state: 400,
  over_receipt: 400,
  item_in_trash: 400,
  not_in_trash: 400,
  idempotency_key_reused: 400,
  limit_exceeded: 400,
  cursor_expired: 400,
  unauthorized: 401,
  forbidden: 403,
  sign_in_required: 403,
  second_factor_required: 403,
  plan_limit_reached: 403,
  item_not_found: 404,
  order_not_found: 404,
  receipt_not_found: 404,
  transaction_not_found: 404,
  snapshot_not_found: 404,
  restore_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  person_not_found: 404,
  key_not_found: 404,
  not_found: 404,
  rate_limited: 429,
  resource_busy: 429,
  internal_error: 500,
}

export function makeProblem(code: ProblemCode, message: string, field?: string): Problem {
  return { error: { code, message, ...(field === undefined ? {} : { field }) } }
}
