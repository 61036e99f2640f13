/** Every way in which a request can be refused. `contract/problem.ts` gives each its status. */
export const refusals = [
  'invalid_request',
  'invalid_json',
  'invalid_content_type',
  'sku_already_exists',
  'version_conflict',
  'not_in_trash',
  'limit_exceeded',
  'unauthorized',
  'forbidden',
  'item_not_found',
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
