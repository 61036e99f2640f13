import {
  APIGatewayClient,
  type APIGatewayClientConfig,
  type ConflictException,
  LimitExceededException,
  type NotFoundException,
} from '@aws-sdk/client-api-gateway'
import { GatewayFull } from './gateway-keys'

/**
 * A client of API Gateway's control plane. Throws `GatewayFull` at the quota of keys: what API Gateway answers there
 * has the status of a throttle, so the SDK would try it again for most of a minute. It is told apart before that. The
 * control plane admits few calls to an account: so each is tried often, unless `maxAttempts` says otherwise.
 */
export function openControlPlane(config: APIGatewayClientConfig = {}): APIGatewayClient {
  const client = new APIGatewayClient({ maxAttempts: 10, ...config })
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        throw error instanceof LimitExceededException ? new GatewayFull() : error
      }),
    { step: 'deserialize', priority: 'high', name: 'tellFull' },
  )
  return client
}

/** For what is as it should be already. */
export function ignore(expected: typeof NotFoundException | typeof ConflictException): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof expected)) throw error
  }
}
