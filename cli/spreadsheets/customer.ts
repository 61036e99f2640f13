import { ApiError, ConnectionError, createClient, type InventoryClient, type Retry } from '../../client'
import { readApiKey, readBaseUrl } from '../access'
import { type Options, text, UsageError } from '../command-line'
import { readInfo } from '../local-service'

export const customerOptions = { key: text, 'base-url': text, info: text }

/** What `--help` says of these options. */
export const customerUsage = `  --key K          the API key. INVENTORY_API_KEY in the environment is safer: other users see arguments
  --base-url U     of the service, such as https://api.example.com/v1 (or INVENTORY_BASE_URL)
  --info FILE      the running local service, in place of a base URL (default .local/service.json)`

const dayMs = 24 * 60 * 60 * 1_000

/**
 * The client of the company whose key is given. It waits where a limit is reached, also for the next day, and tells
 * `note` for how long. Without a key and a base URL, it is the local service's Enterprise company.
 */
export async function openCustomer(options: Options, note: (text: string) => void): Promise<InventoryClient> {
  const access = { ...findAccess(options), program: 'inventory-spreadsheets' }
  await requireService(access)
  return createClient({
    ...access,
    retry: { maxAttempts: 20, maxWaitMs: dayMs },
    onRetry: (retry) => note(describeRetry(retry)),
  })
}

type Access = { baseUrl: string; apiKey: string | null }

/** Throws an `Error` where the base URL leads to something else, or nowhere. What the service refuses is for later. */
async function requireService(access: Access): Promise<void> {
  const client = createClient({ ...access, retry: { maxAttempts: 3, backoffMs: 100, maxWaitMs: 0 } })
  const problem = await client.listItems({ limit: 1 }).then(
    ({ pagination }) => (pagination === undefined ? 'the answer is no list of items' : null),
    (error) => {
      const isElsewhere = error instanceof ApiError && ['unknown', 'not_found'].includes(error.code)
      return error instanceof ConnectionError || isElsewhere ? error.message : null
    },
  )
  if (problem === null) return
  throw new Error(
    `${access.baseUrl} does not answer as the inventory service: ${problem.replace(/\.$/, '')}. Check the base URL.`,
  )
}

function findAccess(options: Options): Access {
  const apiKey = readApiKey(options.key)
  // Whoever names the local service means it, whatever the environment says.
  const baseUrl = readBaseUrl(options['base-url'], { inEnvironment: options.info === undefined })
  if (baseUrl === null) {
    const { base_url, companies = [] } = readInfo(options.info, "run 'npm start', or give --base-url and --key")
    return { baseUrl: base_url, apiKey: apiKey ?? companies.find(({ plan }) => plan === 'enterprise')?.key ?? null }
  }
  if (apiKey === null) throw new UsageError('--key is needed with --base-url, or INVENTORY_API_KEY')
  return { baseUrl, apiKey }
}

function describeRetry({ status, error, waitMs }: Retry): string {
  const seconds = Math.ceil(waitMs / 1_000)
  if (status !== 429) return `${error === null ? `answer ${status}` : error.message}: again in ${seconds} s`
  if (seconds <= 90) return `waits ${seconds} s for the rate limit`
  return `the day's limit is used up: goes on at ${new Date(Date.now() + waitMs).toISOString().slice(11, 16)} UTC`
}
