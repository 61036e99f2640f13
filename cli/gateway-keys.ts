import type { Plan } from '../functions/domain/companies/plan'

/** API Gateway's keys, one for each of ours. */
export type GatewayKeys = {
  /** Makes API Gateway's key for ours in the plan's usage plan, and waits until a request with `secret` gets through. */
  add: (keyId: string, plan: Plan, secret: string) => Promise<void>
  /** Deletes API Gateway's key for ours, where there is one. */
  remove: (keyId: string) => Promise<void>
  /** Puts API Gateway's key for ours into the plan's usage plan and no other. May be repeated. */
  move: (keyId: string, plan: Plan) => Promise<void>
}

/** The value of API Gateway's key for ours: what the authorizer answers as `usageIdentifierKey`. */
export function gatewayValueOf(keyId: string): string {
  return keyId.slice('key_'.length)
}

/** Those of the running local service, which takes every key that was not deleted, and has no usage plans. */
export function localGatewayKeys(baseUrl: string): GatewayKeys {
  return {
    add: async () => {},
    remove: async (keyId) => {
      await fetch(new URL(`/_local/apikeys/${gatewayValueOf(keyId)}`, baseUrl), { method: 'DELETE' })
    },
    move: async () => {},
  }
}
