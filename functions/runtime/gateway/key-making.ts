import { TooManyRequestsException } from '@aws-sdk/client-api-gateway'
import { maxGatewayKeys } from '../../domain/companies/gateway-key'
import { Refusal } from '../../domain/errors'
import { observe } from '../../metrics'
import { env } from '../env'
import { openControlPlane } from './control-plane'
import { GatewayFull, type GatewayKeys, type KeyMaking } from './gateway-keys'
import { findUsagePlans, openUsagePlanKeys } from './usage-plan-keys'

/** How long API Gateway may need to know a new key, in seconds. */
const propagationSeconds = 60
/** Within the time that API Gateway waits for a function. The command line has more. */
const maxAttempts = 5

/** Of this stack. A key of the local service is known at once. */
export const keyMaking: KeyMaking = openKeyMaking(env.STACK_NAME ?? '', env.LOCAL_KEYS === 'true')

function openKeyMaking(stack: string, local: boolean): KeyMaking {
  const keys = openUsagePlanKeys(stack, (client) => findUsagePlans(client, stack), openControlPlane({ maxAttempts }))
  const gateway: GatewayKeys = {
    create: (keyId, plan) => keys.create(keyId, plan).catch(refuse),
    remove: (keyId) => keys.remove(keyId).catch(refuse),
    move: (keyId, plan) => keys.move(keyId, plan).catch(refuse),
  }
  return { gateway, prefix: local ? 'sk_test_' : 'sk_live_', activeIn: local ? 0 : propagationSeconds }
}

/** API Gateway admits ten calls a second to an account, five of them to create keys; and it holds 10 000 keys. */
function refuse(error: unknown): never {
  if (error instanceof TooManyRequestsException)
    throw new Refusal('resource_busy', 'Too many keys are being made or revoked. Try again in a moment.')
  if (!(error instanceof GatewayFull)) throw error
  observe('GatewayKeys', maxGatewayKeys)
  throw new Refusal('limit_exceeded', 'The service can hold no more keys: revoke one, or ask its operators.')
}
