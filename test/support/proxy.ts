import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from '../../local/serve'
import type { ClockedService } from './clocked-service'

type Proxy = { baseUrl: string; statuses: number[]; stop: () => Promise<void> }

/**
 * Is told before a request is forwarded, and before its answer is sent. `count` is the number of the request, `body`
 * that of the request or of the answer. A request is forwarded even if its program was killed meanwhile.
 */
export type Watch = (moment: 'request' | 'answer', count: number, method: string, body: string) => void | Promise<void>

/** How long a request takes by the service's clock: somewhat more of them than 300 a minute. */
const requestMs = 150

/**
 * Stands between a program and the service, whose clock moves on with each request. Where the service refuses a request
 * for its rate limit, the proxy sets the clock to the time when it may come again, and tells the program not to wait.
 */
export async function startProxy(service: ClockedService, watch: Watch = () => {}): Promise<Proxy> {
  const statuses: number[] = []
  let count = 0
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const number = ++count
    const asked = await buffer(incoming)
    await watch('request', number, incoming.method ?? '', asked.toString())
    service.setTime(service.now() + requestMs)
    const { status, headers, body } = await forward(service, incoming, asked)
    statuses.push(status)
    await watch('answer', number, incoming.method ?? '', body.toString())
    outgoing.writeHead(status, headers).end(body)
  }
  const { endpoint, stop } = await serve((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  return { baseUrl: `${endpoint}/v1`, statuses, stop }
}

async function forward(service: ClockedService, incoming: IncomingMessage, body: Buffer) {
  const { method = 'GET', url = '' } = incoming
  const answer = await fetch(new URL(url, service.baseUrl), {
    method,
    headers: pickHeaders(incoming),
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  })
  const headers = Object.fromEntries(answer.headers)
  delete headers['content-length']
  delete headers['content-encoding']
  const after = answer.headers.get('retry-after')
  if (answer.status === 429 && after !== null) {
    service.setTime(service.now() + Number(after) * 1_000)
    headers['retry-after'] = '0'
  }
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
}

function pickHeaders({ headers }: IncomingMessage): Record<string, string> {
  const given = ['authorization', 'content-type', 'idempotency-key'].map((name) => [name, headers[name]])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
