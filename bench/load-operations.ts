import autocannon, { type Options, type Request, type Result } from 'autocannon'

/** What the load has done to a company, as far as it was acknowledged. `stocked`: items that were there before. */
export type Ledger = {
  company: string
  ids: string[]
  stocked: number
  /** SKUs that were used. */
  skus: number
  created: number
  moved: number
  limited: number
  refused: number
  failed: number
}

export type Operation = { name: string; request: () => Pick<Request, 'method' | 'path' | 'body'>; done?: () => void }

/** The operations that are measured, each on its own. */
export function operations(ledger: Ledger): Operation[] {
  const pick = () => ledger.ids[Math.floor(Math.random() * ledger.ids.length)] ?? ''
  const get = (name: string, path: () => string): Operation => ({
    name,
    request: () => ({ method: 'GET', path: path() }),
  })
  return [
    get('get an item', () => `/items/${pick()}`),
    get('first page', () => '/items?limit=50'),
    get('page at the end', () => `/items?limit=50&offset=${ledger.stocked - 50}`),
    get('search, a common substring', () => '/items?limit=50&search=olt+1'),
    {
      name: 'create an item',
      request: () => ({
        method: 'POST',
        path: '/items',
        body: JSON.stringify({ name: 'Nut', sku: `L-${ledger.skus++}`, quantity: 1 }),
      }),
      done: () => {
        ledger.created += 1
      },
    },
    {
      name: 'move stock',
      request: () => ({
        method: 'POST',
        path: '/transactions',
        body: JSON.stringify({ type: 'receive', item_id: pick(), quantity: 1 }),
      }),
      done: () => {
        ledger.moved += 1
      },
    },
  ]
}

/** All of them in turn. */
export function mixed(ledger: Ledger): Operation[] {
  return operations(ledger)
}

/** Loads the service with an operation, or with several in turn, each request with the next key. */
export function run(
  baseUrl: string,
  keys: string[],
  operation: Operation | Operation[],
  ledger: Ledger,
  options: Pick<Options, 'connections' | 'duration' | 'overallRate'>,
): Promise<Result> {
  const { origin, pathname } = new URL(baseUrl)
  let next = 0
  const requests = [operation].flat().map(
    ({ request, done }): Request => ({
      setupRequest: (sent) => {
        const { path = '', ...rest } = request()
        const authorization = `Bearer ${keys[next++ % keys.length]}`
        return {
          ...sent,
          ...rest,
          path: pathname + path,
          headers: { authorization, 'content-type': 'application/json' },
        }
      },
      onResponse: (status) => {
        if (status === 429) ledger.limited += 1
        else if (status >= 500) ledger.failed += 1
        else if (status < 300) done?.()
        else ledger.refused += 1
      },
    }),
  )
  return new Promise((resolve, reject) => {
    autocannon({ url: origin, ...options, requests }, (error: Error | null, result) => {
      ledger.failed += result?.errors ?? 0
      if (error) reject(error)
      else resolve(result)
    })
  })
}
