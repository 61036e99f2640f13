import type { KeyPrefix } from '../functions/domain/companies/api-key'
import { makeGatewayValue } from '../functions/domain/companies/gateway-key'
import type { GatewayKeys } from '../functions/runtime/gateway/gateway-keys'
import { foreignDirectory, type UserDirectory } from '../functions/runtime/people/user-directory'
import { openTable, type Table } from '../functions/store/table/table'
import type { TimeLimits } from '../functions/store/time/timing'
import { type Options, UsageError } from './command-line'
import type { PlaceKey } from './keys/many-keys'
import { readInfo } from './local-service'

/**
 * `apiUrl` is null where a new key works at once. `openPlacing` is for work on many keys: it reports what it lists
 * before. `issuer`: who signs people in, null where nobody can: then `openDirectory` throws.
 */
export type Target = {
  table: Table
  keyPrefix: KeyPrefix
  apiUrl: string | null
  gatewayKeys: GatewayKeys
  openPlacing: (report: (text: string) => void) => Promise<PlaceKey>
  issuer: string | null
  openDirectory: () => Promise<UserDirectory>
}

/** The local service goes by it: the access key of those who run it. */
export const localAccess = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/** As it is typed behind a command. Empty for the local service that is found without it. */
export function formatTarget({ info, stack }: Options): string {
  if (typeof stack === 'string') return ` --stack ${stack}`
  return typeof info === 'string' ? ` --info ${info}` : ''
}

/** The deployed stack of `--stack`, otherwise the local service that the file of `--info` describes. */
export async function openTarget({ info, stack }: Options): Promise<Target> {
  // Loaded only when needed: this module takes longer to load than a local command takes to run.
  if (typeof stack === 'string') return (await import('./deployed-stack')).openDeployedStack(stack)
  const { base_url, dynamodb_endpoint, table, sign_in } = readInfo(info)
  return {
    table: openLocalTable(table, dynamodb_endpoint),
    keyPrefix: 'sk_test_',
    apiUrl: null,
    gatewayKeys: openLocalGatewayKeys(base_url),
    openPlacing: async () => async () => 'right', // it has no usage plans
    issuer: sign_in?.issuer ?? null,
    openDirectory: async () => {
      if (!sign_in) throw new UsageError('nobody can sign in at this service: it was made with people=false')
      return foreignDirectory
    },
  }
}

export function openLocalTable(name: string, endpoint: string, limits?: TimeLimits): Table {
  return openTable(name, { endpoint, ...localAccess }, limits)
}

/** Opens the keys of the running local service. It accepts every key that was not deleted, and has no usage plans. */
function openLocalGatewayKeys(baseUrl: string): GatewayKeys {
  return {
    create: async () => {},
    remove: async (keyId) => {
      const key = new URL(`/_local/apikeys/${makeGatewayValue(keyId)}`, baseUrl)
      await fetch(key, { method: 'DELETE', headers: { 'X-Local': '1' } })
    },
    move: async () => {},
  }
}
