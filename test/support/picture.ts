import { routes } from '../../functions/routes'

// What a company sees of itself by the API, byte for byte.

/** Of a request: what is sent, byte for byte. */
export type RawRequest = { method: string; path: string; body?: string; headers?: Record<string, string> }
/** `headers`: without those that differ from one answer to the next. */
export type RawAnswer = { status: number; headers: Record<string, string>; text: string }

/** They tell of the moment and the connection, not of what is stored. */
const passing = /^(x-request-id|x-ratelimit-.*|date|connection|keep-alive)$/

/** Sends requests once, with the key or token, and shows the bytes of the answers. */
export function makeRawClient(baseUrl: string, secret: string) {
  return async ({ method, path, body, headers = {} }: RawRequest): Promise<RawAnswer> => {
    const authorization = `Bearer ${secret}`
    const typed =
      body === undefined ? { headers } : { body, headers: { 'content-type': 'application/json', ...headers } }
    const answer = await fetch(`${baseUrl}${path}`, { method, ...typed, headers: { authorization, ...typed.headers } })
    const kept = [...answer.headers].filter(([name]) => !passing.test(name))
    return { status: answer.status, headers: Object.fromEntries(kept), text: await answer.text() }
  }
}

type Listed = { data: { id?: string }[]; pagination?: { has_more: boolean }; has_more?: boolean; cursor?: string }
export type Send = (request: RawRequest) => Promise<RawAnswer>

const limit = 7
export const get = (path: string) => ({ method: 'GET', path })
/**
 * Read by their own ways, not the same by nature, or not for keys: what was used since, who signs in, and who has
 * changed that. The feed ends at the moment of the request.
 */
const apart = ['/events', '/account', '/usage', '/keys', '/people', '/access-log']

/** Whether it has pages. */
const isPaged = (route: object) => 'query' in route && 'limit' in (route.query as { shape: object }).shape

/** Every list, all of its pages, and everything that has an id: by the path of a request, the answer as text. */
export async function takePicture(send: Send): Promise<Map<string, string>> {
  const picture = new Map<string, string>()
  const ids = new Map<string, string[]>()
  const keep = async (path: string) => {
    const { status, headers, text } = await send(get(path))
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    picture.set(path, JSON.stringify([status, headers, text]))
    return JSON.parse(text) as Listed
  }
  const keepPages = async (path: string) => {
    const found: string[] = []
    for (let offset = 0, more = true; more; offset += limit) {
      const { data, pagination } = await keep(`${path}?limit=${limit}&offset=${offset}`)
      found.push(...data.flatMap(({ id }) => id ?? []))
      more = pagination?.has_more ?? false
    }
    ids.set(path, found)
  }
  const reads = Object.values(routes).filter(({ method, path }) => method === 'GET' && !apart.includes(path))
  for (const route of reads.filter(({ path }) => !path.includes('{id}')))
    await (isPaged(route) ? keepPages : keep)(route.path)
  for (const route of reads.filter(({ path }) => path.includes('{id}'))) {
    const [list = '', rest = ''] = route.path.split('/{id}')
    for (const id of ids.get(list) ?? []) await (isPaged(route) ? keepPages : keep)(`${list}/${id}${rest}`)
  }
  return picture
}

/** All events, by the feed, from the beginning. */
export async function readFeed(send: Send): Promise<string[]> {
  const events: string[] = []
  for (let after = ''; ; ) {
    const from = after === '' ? 'since=2020-01-01T00:00:00Z' : `after=${after}`
    const { text } = await send(get(`/events?limit=50&${from}`))
    const page = JSON.parse(text) as Listed
    events.push(...page.data.map((event) => JSON.stringify(event)))
    after = encodeURIComponent(page.cursor ?? '')
    if (!page.has_more) return events
  }
}
