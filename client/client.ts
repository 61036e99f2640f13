import { keepAnswer } from './answer'
import { makeApiError } from './errors'
import { type EventOptions, EventStream } from './events'
import { type Methods, operations } from './generated/methods'
import { Listing, type PageOf, type PageQuery } from './listing'
import type { ClientOptions, ConditionalOptions } from './options'
import { type ApiRequest, makeSend, type Send } from './send'
import { type Items, makeItems } from './upsert'

/** The operations, and what is made of them. */
export type InventoryClient = Methods & {
  items: Items
  /** What has happened, as it happens. Ends where `follow` is `false`; else the signal ends it, with its reason. */
  events(options?: EventOptions): EventStream
}

/**
 * `path` has `{id}` where the method takes an id, and may have another name in braces for a second. `input` says where
 * its next argument goes, or is null for none.
 */
type Operation = { method: string; path: string; input: 'query' | 'body' | null; isList: boolean }

const table: { [name in keyof Methods]: Operation } = operations

/** Creates a client. Its methods are named after the operations of the OpenAPI document, and throw an `ApiError`. */
export function createClient(options: ClientOptions): InventoryClient {
  const call = makeCall(makeSend(options))
  const methods = Object.entries(table).map(([name, operation]) => [name, makeMethod(operation, call)])
  const client: Methods = Object.fromEntries(methods)
  return {
    ...client,
    items: makeItems(client.createItems, options),
    events: (streamOptions = {}) => new EventStream(client.listEvents, streamOptions),
  }
}

type Call = (request: ApiRequest) => Promise<unknown>

function makeCall(send: Send): Call {
  return async (request) => {
    const answer = await send(request)
    if (answer.status >= 400) throw makeApiError(answer.status, answer.headers, answer.body)
    return keepAnswer(answer)
  }
}

function makeMethod({ method, path, input, isList }: Operation, call: Call) {
  return (...given: unknown[]) => {
    const rest = [...given]
    const ids = listIds(path).map(() => rest.shift())
    const content = input === null ? undefined : rest.shift()
    const options = (rest.shift() ?? {}) as ConditionalOptions
    const send = async (query: unknown) =>
      call({
        method,
        path: formatPath(path, ids) + formatQuery(query ?? {}),
        body: input === 'body' ? content : undefined,
        headers: makeHeaders(method, options),
        signal: options.signal,
        timeoutMs: options.timeoutMs,
      })
    if (isList) return new Listing((query) => send(query) as Promise<PageOf<object>>, (content ?? {}) as PageQuery)
    return send(input === 'query' ? content : {})
  }
}

function listIds(path: string): string[] {
  return path.match(/\{\w+\}/g) ?? []
}

/** Throws a `TypeError` for what cannot be an id: `/items/` would be another operation. */
function formatPath(path: string, ids: unknown[]): string {
  for (const id of ids) if (!/^[a-z]+_\w+$/.test(String(id))) throw new TypeError(`'${id}' is not an id`)
  return listIds(path).reduce((filled, name, index) => filled.replace(name, String(ids[index])), path)
}

function makeHeaders(method: string, { idempotencyKey, ifMatch }: ConditionalOptions): Record<string, string> {
  return {
    ...(method === 'GET' ? {} : { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
  }
}

/** Leaves out what is undefined. */
function formatQuery(query: object): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? '' : `?${given}`
}
