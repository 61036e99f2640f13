import { type EventBus, openBusEndpoint } from './events/event-bus'
import type { FunctionDefinition } from './functions/function-definitions'
import type { Invocation } from './functions/function-pool'
import { openLambdaEndpoint } from './functions/lambda-endpoint'
import { openControlPlane } from './gateway/gateway-control-plane'
import type { GatewayKeys } from './gateway/gateway-keys'
import { type Mailbox, openSesEndpoint } from './mails/ses-endpoint'
import type { Queues } from './queues/queues'
import { openSqsEndpoint } from './queues/sqs-endpoint'
import type { Secret } from './secrets/secrets'
import { openSecretsEndpoint } from './secrets/secrets-endpoint'
import type { Stack } from './template'

/** What the endpoints offer, and to whom. */
export type Parts = {
  definitions: Map<string, FunctionDefinition>
  invoke: (arn: string, event: unknown) => Promise<Invocation>
  queues: Queues
  secrets: Secret[]
  keys: GatewayKeys
  bus: EventBus | null
  mailbox: Mailbox
  now: () => number
  onLog: (line: string) => void
}

/** What functions call beside DynamoDB: Lambda, SQS, EventBridge, Secrets Manager, SES, API Gateway's control plane. */
export async function openEndpoints(stack: Stack, parts: Parts) {
  const { definitions, invoke, queues, secrets, keys, bus, mailbox, now, onLog } = parts
  const policies = new Map([...definitions.values()].map(({ name, role }) => [name, role]))
  const { failures } = queues
  const services = {
    sqs: await openSqsEndpoint(queues.all, policies),
    lambda: await openLambdaEndpoint(stack, { functions: definitions, policies, invoke, failures, now, onLog }),
    events: await openBusEndpoint(bus, { policies, now }),
    secrets: await openSecretsEndpoint(secrets, { policies, now }),
    ses: await openSesEndpoint(mailbox, { policies, now }),
    apiGateway: await openControlPlane(stack, { policies, keys, now }),
  }
  const stop = async () => void (await Promise.all(Object.values(services).map((each) => each.stop())))
  return { services, stop }
}
