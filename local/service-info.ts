import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Service } from './service'

/** What clients and commands need to know of a local service. They read it from the file of `--info`. */
export type ServiceInfo = {
  base_url: string
  docs_url: string
  dynamodb_endpoint: string
  table: string
  lambda_endpoint: string
  sqs_endpoint: string
  failures_queue_url: string
  /** Null where the stack has no webhooks, as `webhook_key`: the ARN of the secret with the master key. */
  deliveries_queue_url: string | null
  secrets_endpoint: string
  webhook_key: string | null
  events_endpoint: string
  /** Null where the stack leaves it out. */
  event_bus: string | null
  /** Null where nobody can sign in. */
  sign_in: { issuer: string; client_id: string; audience: string } | null
}

/** `more`: what else stands in the file. */
export function writeServiceInfo(file: string, service: Service, more: object = {}): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...describe(service), ...more }, null, 2)}\n`)
}

function describe(service: Service): ServiceInfo {
  const { baseUrl, signIn } = service
  return {
    base_url: baseUrl,
    docs_url: `${baseUrl}/docs`,
    dynamodb_endpoint: service.dynamodbEndpoint,
    table: service.table,
    lambda_endpoint: service.lambdaEndpoint,
    sqs_endpoint: service.sqsEndpoint,
    failures_queue_url: service.failuresQueueUrl,
    deliveries_queue_url: service.deliveriesQueueUrl,
    secrets_endpoint: service.secretsEndpoint,
    webhook_key: service.webhookKey,
    events_endpoint: service.eventsEndpoint,
    event_bus: service.bus?.name ?? null,
    sign_in: signIn && { issuer: signIn.issuer, client_id: signIn.clientId, audience: signIn.audience },
  }
}
