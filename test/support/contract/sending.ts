import { type IncomingMessage, request as openRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { type Route, routes } from '../../../functions/routes'
import { makeAddress } from './addresses'
import type { Customer } from './customer'
import type { Operation } from './document'
import type { Draft } from './draft'
import { readReference } from './references'
import type { World } from './world'

/** A request as it goes over the wire. */
export type Sent = {
  operation: Operation
  customer: Customer
  method: string
  /** The path below the API's base URL, with the query. */
  target: string
  /** With the key, which `Authorization` holds. */
  headers: { [name: string]: string }
  body: Buffer
}

export type Answer = { status: number; headers: { [name: string]: string }; text: string }

/** Replaces what a draft refers to by what exists now. `at` is the position of the company that sends it. */
export function prepare({ customers, keys }: World, draft: Draft, at: number): Sent {
  const { operation } = draft
  const [customer, stranger] = [customers[at], customers[(at + 1) % customers.length]]
  if (!customer || !stranger) throw new Error('there is no such company')
  const parties = { customer, stranger }
  const ids: string[] = []
  for (const id of draft.ids) ids.push(replace(parties, id, ids.at(-1)))
  const [owner = ''] = ids
  const secret = { ...keys, ...customer.secrets }[chooseCaller(operation, draft.key)] ?? null
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(replace(parties, value))}`)
  // Of what stands behind them, only what HTTP forbids in a target is encoded.
  const whole = [...query, draft.rawQuery.replace(/[^\x21-\x7e]/gu, encode)].filter((part) => part !== '').join('&')
  const path = operation.path.replaceAll(/\{\w+\}/g, () => encode(ids.shift() ?? ''))
  const body = writeBody(draft.body, (value) => replaceAll(parties, value, owner))
  const headers = Object.entries(draft.headers).map(([name, value]) => [name, replace(parties, value, owner)])
  return {
    operation,
    customer,
    method: operation.method,
    target: whole === '' ? path : `${path}?${whole}`,
    headers: {
      ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
      ...(body.length > 0 ? { 'Content-Type': 'application/json' } : {}),
      ...Object.fromEntries(headers),
    },
    body,
  }
}

/** Where only people come, an owner stands for the key with all scopes, and a guest where one is linked. */
function chooseCaller({ id }: Operation, key: string): string {
  if (key !== 'full' || !(routes as { [id: string]: Route })[id]?.needsPeople) return key
  return ['link-account', 'list-invitations'].includes(id) ? 'guest' : 'owner'
}

function writeBody(body: Draft['body'], fill: (value: unknown) => unknown): Buffer {
  if (body === null) return Buffer.alloc(0)
  return 'text' in body ? Buffer.from(body.text, body.encoding) : Buffer.from(JSON.stringify(fill(body.value)))
}

type Parties = { customer: Customer; stranger: Customer }

/** `owner` is the order whose lines are meant, or the webhook whose deliveries are. */
function replace({ customer, stranger }: Parties, text: string, owner = ''): string {
  const { kind, at } = readReference(text) ?? {}
  if (kind === undefined || at === undefined) return text
  if (kind === 'address') return makeAddress()
  const foreign = kind.startsWith('foreign') ? stranger.list(kind.slice('foreign'.length)) : null
  const isPart = kind === 'line' || kind === 'delivery'
  const found = foreign ?? (isPart ? customer.listParts(owner) : customer.list(kind))
  return found[at % Math.max(1, found.length)] ?? 'none'
}

/** In a row that names an order, lines are of that one. */
function replaceAll(parties: Parties, value: unknown, owner: string): unknown {
  if (typeof value === 'string') return replace(parties, value, owner)
  if (Array.isArray(value)) return value.map((part) => replaceAll(parties, part, owner))
  if (typeof value !== 'object' || value === null) return value
  const { order_id } = value as { order_id?: unknown }
  const own = typeof order_id === 'string' ? replace(parties, order_id) : owner
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaceAll(parties, part, own)]))
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  const own = Object.entries(incoming.headers).map(([name, value = '']) => [name, String(value)])
  const body = await buffer(incoming) // what is long comes compressed to who asks for it
  const text = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  return { status: incoming.statusCode ?? 0, headers: Object.fromEntries(own), text: text.toString() }
}

/**
 * Each request goes over its own connection. The service runs in this process, and closes a connection that was idle
 * for seconds. While drafts are made, nothing else runs: the first request after it would meet such a close.
 */
export function send(baseUrl: string, { method, target, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, fail) => {
    const reject = ({ message }: Error) =>
      fail(new Error(`${method} ${target.slice(0, 99)}, ${body.length} bytes: ${message}`))
    const length = body.length > 0 ? { 'Content-Length': body.length } : {}
    const { hostname, port, pathname } = new URL(baseUrl)
    const path = pathname + target // unchanged: URL would normalise it
    const options = { hostname, port, path, method, agent: false, headers: { ...headers, ...length } }
    const outgoing = openRequest(options, (incoming) => readAnswer(incoming).then(resolve, reject))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
