// API Gateway holds a key for each API key of the service.

/** The value of API Gateway's key. The authorizer returns it as `usageIdentifierKey`: it has no underscore. */
export function makeGatewayValue(keyId: string): string {
  return keyId.slice('key_'.length)
}

/** The tag that names the stack of a key, and of a usage plan. A key outlives the usage plans of its stack. */
export const stackTag = 'inventory-stack'
/** The tag of a usage plan that names the plan of its companies. */
export const planTag = 'inventory-plan'
