import type { Answer } from './answer'
import { ConnectionError } from './errors'
import type { ClientOptions } from './options'
import { version } from './package.json'
import { computeWait, wait } from './retry'

export type ApiRequest = {
  method: string
  /** Below the base URL, with its query. */
  path: string
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Ends the request and its waits. The promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

type Sent = { url: string; method: string; headers: Headers; body: string | null }

export type Send = (request: ApiRequest) => Promise<Answer>

/** Makes the function that sends requests, and sends them again. It throws a `ConnectionError` if no answer comes. */
export function makeSend(options: ClientOptions): Send {
  const baseUrl = parseBaseUrl(options.baseUrl)
  requireKey(options.apiKey)
  return async (request) => {
    // Throws for what cannot be sent: no retry would help.
    const headers = new Headers(makeHeaders(options, request))
    const sent = { url: baseUrl + request.path, method: request.method, headers, body: formatBody(request.body) }
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(options, request, sent)
      const waitMs = computeWait(outcome, attempt, options.retry ?? {})
      if (waitMs === null) return requireAnswer(outcome, request, attempt)
      const { method, path } = request
      const why = outcome instanceof Error ? { status: null, error: outcome } : { status: outcome.status, error: null }
      options.onRetry?.({ method, path, attempt, ...why, waitMs })
      await wait(waitMs, request.signal)
    }
  }
}

/** Without a slash at the end. Its text may have a password, which no error must show. */
function parseBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw new TypeError('the base URL must be one such as https://api.example.com/v1')
  const { href, protocol, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '')
    throw new TypeError('the base URL must begin with http:// or https://, and have no user or password')
  if (!/\/v\d+\/?$/.test(href))
    throw new TypeError('the base URL must end in the version, such as https://api.example.com/v1')
  return href.replace(/\/$/, '')
}

/** Programs in JavaScript may pass what their environment lacks. What `Headers` throws would show the key. */
function requireKey(apiKey: string | null | undefined): void {
  if (apiKey === null) return
  if (!apiKey) throw new TypeError('the API key is missing: it is a text, or null to send none')
  if (!/^[!-~]+$/.test(apiKey)) throw new TypeError('the API key has characters that no key has')
}

/** An answer that breaks off, or that is no JSON where a success must be, is as good as lost. */
async function attemptOnce(options: ClientOptions, request: ApiRequest, sent: Sent): Promise<Answer | Error> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs ?? 35_000)
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
  const send = options.fetch ?? fetch
  try {
    const { url, ...init } = sent
    const response = await send(url, { ...init, signal })
    const { status, headers } = response
    return { status, headers, body: parseBody(await response.text(), status) }
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason
    return error instanceof Error ? error : new Error(String(error))
  }
}

function makeHeaders({ apiKey, program }: ClientOptions, { body, headers }: ApiRequest): Record<string, string> {
  return {
    Accept: 'application/json',
    'User-Agent': `${program === undefined ? '' : `${program} `}inventory-client/${version}`,
    ...(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }
}

function formatBody(body: unknown): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function parseBody(text: string, status: number): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (status < 400) throw new Error('the answer is no JSON', { cause })
    return null
  }
}

function requireAnswer(outcome: Answer | Error, { method, path, headers }: ApiRequest, attempts: number): Answer {
  if (!(outcome instanceof Error)) return outcome
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  throw new ConnectionError(`No answer to ${method} ${path} after ${times}: ${describe(outcome)}`, {
    cause: outcome,
    idempotencyKey: headers?.['Idempotency-Key'] ?? null,
  })
}

/** With its cause: that of a failed `fetch` says what happened, such as `ECONNREFUSED`. */
function describe({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
}
