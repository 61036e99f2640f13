import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey } from '../../admin/keys/api-keys'
import { createClient, type InventoryClient } from '../../client'
import type { Table } from '../../functions/store/client'
import type { NightCompany } from './companies'

/** An answered request. `ms`: from when it was due, so that one which waits for its turn counts. */
export type Sample = { route: string; ms: number; failed: boolean }

const perSecond = 20
/** Few enough that no key comes to its limit. */
const shopsOfTraffic = 8

export type Shop = { client: InventoryClient; itemIds: string[] }

const mix: { route: string; ask: (shop: Shop, n: number) => PromiseLike<unknown> }[] = [
  { route: 'get an item', ask: ({ client, itemIds }, n) => client.getItem(itemIds[n % itemIds.length] ?? '') },
  { route: 'list items', ask: ({ client }) => client.listItems({ limit: 50 }) },
  {
    route: 'sell',
    ask: ({ client, itemIds }, n) =>
      client.createTransactions({ type: 'issue', item_id: itemIds[n % itemIds.length] ?? '', quantity: 1 }),
  },
  { route: 'list the audit log', ask: ({ client }) => client.listAudit({ limit: 50 }) },
]

/** Of companies that have neither few items nor a base, on the plans that allow most. */
export function chooseShops(companies: NightCompany[]): NightCompany[] {
  const isUsual = ({ items, plan, hasHistory }: NightCompany) => hasHistory && items <= 1_000 && plan !== 'starter'
  return [...companies.filter(isUsual)].sort((a, b) => b.items - a.items).slice(0, shopsOfTraffic)
}

export async function openShops(
  table: Table,
  baseUrl: string,
  companies: NightCompany[],
  itemIds: Map<string, string[]>,
): Promise<Shop[]> {
  const open = async ({ id, plan }: NightCompany): Promise<Shop> => {
    const key = { companyId: id, userId: 'usr_1', plan, name: null, expiresAt: null, prefix: 'sk_test_' } as const
    const { secret } = await createApiKey(table, { ...key, scopes: ['read', 'write'] })
    const client = createClient({ baseUrl, apiKey: secret, retry: { maxAttempts: 1 } })
    return { client, itemIds: itemIds.get(id) ?? [] }
  }
  return Promise.all(companies.map(open))
}

/** Starts the threads of functions, several of each, and has them load what they keep in memory. */
export async function warmUp(shops: Shop[]): Promise<void> {
  for (const { ask } of mix)
    for (let round = 0; round < 2; round++)
      await Promise.all(shops.map((shop) => Promise.resolve(ask(shop, round)).catch(() => {})))
}

/** Asks at a fixed rate, however long answers take, until `signal` says so. Resolves once all are answered. */
export async function ask(shops: Shop[], signal: AbortSignal): Promise<Sample[]> {
  const samples: Sample[] = []
  const asked: Promise<unknown>[] = []
  const begun = performance.now()
  for (let n = 0; !signal.aborted; n++) {
    const due = begun + (n * 1_000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    const [shop, operation] = [shops[Math.floor(n / mix.length) % shops.length], mix[n % mix.length]]
    if (!shop || !operation) continue
    const done = (failed: boolean) => void samples.push({ route: operation.route, ms: performance.now() - due, failed })
    asked.push(Promise.resolve(operation.ask(shop, n)).then(...[() => done(false), () => done(true)]))
  }
  await Promise.all(asked)
  return samples
}
