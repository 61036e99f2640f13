// API Gateway holds a key for each API key of the service.

/** Of an account and region: usable ones, and those that were revoked or have expired, of all stacks. */
export const maxGatewayKeys = 10_000
/** From then on, somebody should do something about it. */
export const manyGatewayKeys = 0.8 * maxGatewayKeys

/** The value of API Gateway's key. The authorizer returns it as `usageIdentifierKey`: it has no underscore. */
export function makeGatewayValue(keyId: string): string {
  return keyId.slice('key_'.length)
}

/** The tag that names the stack of a key, and of a usage plan. A key outlives the usage plans of its stack. */
export const stackTag = 'inventory-stack'
/** The tag of a usage plan that names the plan of its companies. */
export const planTag = 'inventory-plan'
