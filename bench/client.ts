import { readFileSync } from 'node:fs'
import { createClient, type InventoryClient, type Retry } from '../client'

type Info = { base_url: string; companies: { plan: string; key: string }[] }

/** The client tells where it waits. Throws if the service has no Enterprise company. */
export function openEnterprise(infoFile: string): InventoryClient {
  const { base_url, companies } = JSON.parse(readFileSync(infoFile, 'utf8')) as Info
  const key = companies.find(({ plan }) => plan === 'enterprise')?.key
  if (!key) throw new Error('the service has no Enterprise company: start it without --no-demo')
  return createClient({ baseUrl: base_url, apiKey: key, onRetry: tellWait })
}

function tellWait({ method, path, status, waitMs }: Retry): void {
  const why = status === 429 ? 'rate limit reached' : `${method} ${path}: ${status ?? 'no answer'}`
  console.log(`${why}: waiting ${Math.ceil(waitMs / 1_000)} s`)
}
