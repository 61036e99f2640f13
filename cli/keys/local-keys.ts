import { makeGatewayValue } from '../../functions/domain/companies/gateway-key'
import type { GatewayKeys } from '../../functions/runtime/gateway/gateway-keys'

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
