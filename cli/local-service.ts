import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Options, UsageError } from './command-line'

/** What the local service writes of itself: see local/main.ts. */
type LocalService = {
  base_url: string
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
  /** Null where nobody can sign in. */
  sign_in: { issuer: string } | null
  /** Null where the stack leaves it out. */
  event_bus: string | null
}

/** The file of `--info`, otherwise that which `npm start` writes into the checkout, wherever one stands. */
export function findInfo(info: Options['info']): string {
  return typeof info === 'string' ? info : relative('', join(__dirname, '../.local/service.json'))
}

/** `info` is the file's path. Throws a `UsageError` where no service has written it. */
export function readInfo(info: Options['info']): LocalService {
  const file = findInfo(info)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UsageError(
      `${file} does not tell of a running local service: start it with 'npm start', or name a deployed --stack`,
    )
  }
}
