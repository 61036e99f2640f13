import { TooManyRequestsException } from '@aws-sdk/client-api-gateway'
import { maxGatewayKeys } from '../../domain/companies/gateway-key'
import type { Plan } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import { observe } from '../../metrics'
import { env } from '../env'
import { openControlPlane } from './control-plane'
import { GatewayFull, type KeyMaking } from './gateway-keys'
import { findUsagePlans, openUsagePlanKeys } from './usage-plan-keys'

/** How long API Gateway may need to know a new key, in seconds. */
const propagationSeconds = 60
/** Within the time that API Gateway waits for a function. The command line has more. */
const maxAttempts = 5

const { STACK_NAME: stack = '', LOCAL_KEYS } = env
const keys = openUsagePlanKeys(stack, (client) => findUsagePlans(client, stack), openControlPlane({ maxAttempts }))
const gateway = {
  create: (keyId: string, plan: Plan) => keys.create(keyId, plan).catch(refuse),
  remove: (keyId: string) => keys.remove(keyId).catch(refuse),
}

/** Of this stack. A key of the local service is known at once. */
export const keyMaking: KeyMaking = LOCAL_KEYS
  ? { gateway, prefix: 'sk_test_', activeIn: 0 }
  : { gateway, prefix: 'sk_live_', activeIn: propagationSeconds }

/** API Gateway admits ten calls a second to an account, five of them to create keys; and it holds 10 000 keys. */
function refuse(error: unknown): never {
  if (error instanceof TooManyRequestsException)
    throw new Refusal('resource_busy', 'Too many keys are being made or revoked. Try again in a moment.')
  if (!(error instanceof GatewayFull)) throw error
  observe('GatewayKeys', maxGatewayKeys)
  throw new Refusal('limit_exceeded', 'The service can hold no more keys: revoke one, or ask its operators.')
}
