import type { Plan } from '../../functions/domain/companies/plan'

/** The keys that API Gateway holds: one for each API key of the service. */
export type GatewayKeys = {
  /** Creates API Gateway's key in the plan's usage plan. A request with it may be refused for a minute. */
  create: (keyId: string, plan: Plan) => Promise<void>
  /** Deletes API Gateway's key, if it exists. */
  remove: (keyId: string) => Promise<void>
  /** Puts API Gateway's key into the plan's usage plan and removes it from the others. Safe to repeat. */
  move: (keyId: string, plan: Plan) => Promise<void>
}

/** The value of API Gateway's key. The authorizer returns it as `usageIdentifierKey`. */
export function makeGatewayValue(keyId: string): string {
  return keyId.slice('key_'.length)
}

/** Opens the keys of the running local service. It accepts every key that was not deleted, and has no usage plans. */
export function openLocalGatewayKeys(baseUrl: string): GatewayKeys {
  return {
    create: async () => {},
    remove: async (keyId) => {
      await fetch(new URL(`/_local/apikeys/${makeGatewayValue(keyId)}`, baseUrl), { method: 'DELETE' })
    },
    move: async () => {},
  }
}
