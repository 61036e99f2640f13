import autocannon, { type Options, type Request, type Result } from 'autocannon'
import { type RouteId, routes } from '../functions/routes'

/** What the load has done to a company. `stocked` is the number of items before the load. */
export type Ledger = {
  companyId: string
  ids: string[]
  stocked: number
  /** The number of writes sent. It also gives each write a unique name. */
  sent: number
  /** The SKUs of created items and the references of movements whose writes were acknowledged. */
  created: Set<string>
  moved: Set<string>
  limited: number
  refused: number
  failed: number
}

/** `done` is called with the name of each acknowledged write. */
export type Operation = {
  name: string
  route: RouteId
  request: (name: string) => Pick<Request, 'method' | 'path' | 'body'>
  done?: (name: string) => void
}

export function makeOperations(ledger: Ledger): Operation[] {
  const pick = () => ledger.ids[Math.floor(Math.random() * ledger.ids.length)] ?? ''
  const get = (name: string, route: RouteId, path: () => string): Operation => ({
    name,
    route,
    request: () => ({ method: 'GET', path: path() }),
  })
  return [
    get('get an item', 'get-item', () => `/items/${pick()}`),
    get('first page', 'list-items', () => '/items?limit=50'),
    get('page at the end', 'list-items', () => `/items?limit=50&offset=${ledger.stocked - 50}`),
    get('search, a common substring', 'list-items', () => '/items?limit=50&search=olt+1'),
    {
      name: 'create an item',
      route: 'create-item',
      request: (sku) => ({ method: 'POST', path: '/items', body: JSON.stringify({ name: 'Nut', sku, quantity: 1 }) }),
      done: (sku) => ledger.created.add(sku),
    },
    {
      name: 'move stock',
      route: 'create-transactions',
      request: (reference) => {
        const movement = { type: 'receive', item_id: pick(), quantity: 1, reference }
        return { method: 'POST', path: '/transactions', body: JSON.stringify(movement) }
      },
      done: (reference) => ledger.moved.add(reference),
    },
  ]
}

/** A request of each route. Many are refused, and none changes an item: what counts is that each function has run. */
export function makeRouteCalls({ ids: [item = ''] }: Ledger): Operation[] {
  return Object.values(routes).map((route) => {
    const method = route.method === 'ANY' ? 'GET' : route.method
    const path = route.path.replace('{id}', method === 'GET' ? item : 'none').replace('{proxy+}', 'nowhere')
    return { name: path, route: route.id, request: () => ({ method, path, ...(method !== 'GET' && { body: '{}' }) }) }
  })
}

/** Sales. Many are of the same few items: of 2 000 items, the n-th is sold 1/n as often as the first. */
export function makeSales({ ids }: Ledger): Operation[] {
  const pick = makeZipf(Math.min(2_000, ids.length))
  const sell = (count: number, choose: () => number) => (reference: string) => {
    const chosen = new Set<number>()
    while (chosen.size < count) chosen.add(choose())
    const rows = [...chosen].map((rank) => ({ type: 'issue', item_id: ids[rank], quantity: 1, reference }))
    return { method: 'POST' as const, path: '/transactions', body: JSON.stringify({ transactions: rows }) }
  }
  return [
    { name: 'sell a basket', route: 'create-transactions', request: sell(6, pick) },
    { name: 'sell one item', route: 'create-transactions', request: sell(1, () => 0) },
  ]
}

/** Chooses a rank from 0. The exponent is 1. */
function makeZipf(ranks: number): () => number {
  const sums: number[] = []
  for (let rank = 1; rank <= ranks; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank)
  const whole = sums.at(-1) ?? 0
  return () => {
    const at = Math.random() * whole
    return sums.findIndex((sum) => sum >= at)
  }
}

export type Target = { baseUrl: string; keys: string[] }

/**
 * Loads the service with one operation, or with several in turn. Each request uses the next key. `elapsedMs` is the
 * time to the last response: autocannon itself ends on a whole second.
 */
export function run(
  { baseUrl, keys }: Target,
  operation: Operation | Operation[],
  ledger: Ledger,
  options: Pick<Options, 'connections' | 'duration' | 'amount' | 'overallRate'>,
): Promise<Result & { elapsedMs: number }> {
  const { origin, pathname } = new URL(baseUrl)
  const begun = performance.now()
  let [next, last] = [0, begun]
  const requests = [operation].flat().map(
    ({ request, done }): Request => ({
      setupRequest: (sent, context: { name?: string }) => {
        context.name = `L-${ledger.sent++}`
        const { path = '', ...rest } = request(context.name)
        const authorization = `Bearer ${keys[next++ % keys.length]}`
        return {
          ...sent,
          ...rest,
          path: pathname + path,
          headers: { authorization, 'content-type': 'application/json' },
        }
      },
      onResponse: (status, _, context: { name?: string }) => {
        last = performance.now()
        if (status === 429) ledger.limited += 1
        else if (status >= 500) ledger.failed += 1
        else if (status < 300) done?.(context.name ?? '')
        else ledger.refused += 1
      },
    }),
  )
  return new Promise((resolve, reject) => {
    autocannon({ url: origin, ...options, requests }, (error: Error | null, result) => {
      ledger.failed += result?.errors ?? 0
      if (error) reject(error)
      else resolve({ ...result, elapsedMs: last - begun })
    })
  })
}
