import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { KeyPrefix } from '../functions/domain/companies/api-key'
import { openTable, type Table } from '../functions/store/client'
import { type Options, UsageError } from './command-line'
import { type GatewayKeys, openLocalGatewayKeys } from './keys/gateway-keys'

/** `apiUrl` is null where a new key works at once. */
export type Target = { table: Table; keyPrefix: KeyPrefix; apiUrl: string | null; gatewayKeys: GatewayKeys }

/** What the local service writes of itself: see local/main.ts. */
type LocalService = {
  base_url: string
  dynamodb_endpoint: string
  table: string
  lambda_endpoint: string
  sqs_endpoint: string
  failures_queue_url: string
}

/** The local service goes by it: the access key of those who run it. */
export const localAccess = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
}

/** The deployed stack of `--stack`, otherwise the local service that the file of `--info` describes. */
export async function openTarget({ info, stack }: Options): Promise<Target> {
  // Loaded only when needed: this module takes longer to load than a local command takes to run.
  if (typeof stack === 'string') return (await import('./deployed-stack')).openDeployedStack(stack)
  const { base_url, dynamodb_endpoint, table } = readInfo(info)
  return {
    table: openLocalTable(table, dynamodb_endpoint),
    keyPrefix: 'sk_test_',
    apiUrl: null,
    gatewayKeys: openLocalGatewayKeys(base_url),
  }
}

export function openLocalTable(name: string, endpoint: string): Table {
  return openTable(name, { endpoint, ...localAccess })
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
