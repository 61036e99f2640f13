import { readFileSync } from 'node:fs'
import type { KeyPrefix } from '../functions/domain/companies/api-key'
import { openTable, type Table } from '../functions/store/client'
import { type Options, UsageError } from './command-line'
import { type GatewayKeys, localGatewayKeys } from './gateway-keys'

/** Where a command works: the running local service, or a deployed stack with its usage plans. */
export type Target = { table: Table; keyPrefix: KeyPrefix; gatewayKeys: GatewayKeys }

const defaultInfo = '.local/service.json'

/** The deployed stack that `--stack` names; without it the local service of `--info`. */
export async function targetOf({ info, stack }: Options): Promise<Target> {
  // What only a deployed stack needs takes longer to load than a local command to run.
  if (typeof stack === 'string') return (await import('./deployed-stack')).openDeployedStack(stack)
  const file = String(info ?? defaultInfo)
  const { base_url, dynamodb_endpoint, table } = readInfo(file)
  return {
    table: openLocalTable(table, dynamodb_endpoint),
    keyPrefix: 'sk_test_',
    gatewayKeys: localGatewayKeys(base_url),
  }
}

/** Opens the local service's table. */
export function openLocalTable(name: string, endpoint: string): Table {
  return openTable(name, {
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
}

function readInfo(file: string): { base_url: string; dynamodb_endpoint: string; table: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UsageError(
      `${file} does not tell of a running local service: start it with 'npm start', or name a deployed --stack`,
    )
  }
}
