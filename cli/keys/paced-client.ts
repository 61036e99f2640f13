import type { APIGatewayClient, APIGatewayClientConfig } from '@aws-sdk/client-api-gateway'
import { openControlPlane } from '../../functions/runtime/gateway/control-plane'
import { Pacer } from './pacer'

/** AWS admits ten to an account, for all that use its control plane. The rest is for owners who make keys. */
const callsPerSecond = 8
/** AWS admits five. */
const creationsPerSecond = 4

/** A client of API Gateway's control plane that sends no faster than AWS admits, whoever shares it. */
export function openPacedClient(
  pacers = { calls: new Pacer(callsPerSecond), creations: new Pacer(creationsPerSecond) },
  config: APIGatewayClientConfig = {},
): APIGatewayClient {
  const client = openControlPlane(config)
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commandName === 'CreateApiKeyCommand') await pacers.creations.wait()
        await pacers.calls.wait()
        return next(args)
      },
    { step: 'deserialize', priority: 'low', name: 'pace' }, // next to the sending: each attempt waits for its turn
  )
  return client
}
