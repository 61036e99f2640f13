import type { KeyPrefix } from '../../domain/companies/api-key'
import { maxGatewayKeys } from '../../domain/companies/gateway-key'
import type { Plan } from '../../domain/companies/plan'

/** The keys that API Gateway holds: one for each API key of the service. Each call can be repeated. */
export type GatewayKeys = {
  /**
   * Creates API Gateway's key in the plan's usage plan. A request with it may be refused for a minute. Throws
   * `GatewayFull`.
   */
  create: (keyId: string, plan: Plan) => Promise<void>
  /** Deletes API Gateway's key, if it exists. */
  remove: (keyId: string) => Promise<void>
  /** Puts API Gateway's key into the plan's usage plan and removes it from the others. Throws `GatewayFull`. */
  move: (keyId: string, plan: Plan) => Promise<void>
}

/** How keys of this stack are made. `activeIn`: seconds until API Gateway knows a new one, at most. */
export type KeyMaking = { gateway: Pick<GatewayKeys, 'create' | 'remove'>; prefix: KeyPrefix; activeIn: number }

/** API Gateway holds as many keys as it holds for an account and region. To send the call again does not help. */
export class GatewayFull extends Error {
  constructor() {
    super(`API Gateway holds no more than ${maxGatewayKeys} keys for an account and region.`)
    this.name = 'GatewayFull'
  }
}
