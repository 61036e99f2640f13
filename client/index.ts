export { type AnswerDetails, getAnswer } from './answer'
export { createClient, type InventoryClient } from './client'
export {
  ApiError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
  ValidationError,
} from './errors'
export type { EventOptions, EventStream } from './events'
export type * from './generated/types'
export type { Listing, ListingOf, PageOf } from './listing'
export type * from './options'
export type { Items, UpsertItem } from './upsert'
export {
  type VerificationFailure,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook'
