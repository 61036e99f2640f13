import type { Event, WebhookTest } from './generated/types'

/** What a webhook gets. A later release may send more types: skip those that you do not know. */
export type WebhookEvent = Event | WebhookTest

/** A `Headers` object or a Map, which are asked in lower case, or an object with names in any case, as Node has it. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | { [name: string]: string | string[] | undefined }

export type VerifyOptions = {
  /** How far the time of the request may be from now: 300 unless given. */
  toleranceSeconds?: number
  /** The time, in milliseconds since 1970: `Date.now` unless given. */
  now?: () => number
}

/** For programs. `secret` is a fault of the receiver, anything else one of the request. */
export type VerificationFailure =
  | 'missing_header'
  | 'timestamp'
  | 'too_old'
  | 'too_new'
  | 'signature'
  | 'secret'
  | 'body'

/** The request is not to be trusted: answer it with 400, and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: VerificationFailure

  constructor(reason: VerificationFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const secretPrefix = 'whsec_'
/** What the specification Standard Webhooks asks for. */
const secretBytes = { least: 24, most: 64 }

/**
 * Returns the event of a request, if the service has sent it, and not long ago. `body` is what came in: the raw text or
 * bytes, before anything has parsed them. `secret` is that of the webhook, or several while it is being changed.
 * Rejects with a `WebhookVerificationError` that says why not.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat().map(decodeSecret)
  if (secrets.length === 0) fail('secret', 'There is no secret to verify it with.')
  const [id, timestamp, signatures] = headerNames.map((name) => readHeader(headers, name))
  checkAge(timestamp ?? '', options)
  const bytes = toBytes(body)
  const message = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer()
  if (!(await isSignedByAny(message, signatures ?? '', secrets)))
    fail('signature', 'No signature matches: the secret is another one, or the body is not as it was sent.')
  return parseEvent(bytes)
}

function fail(reason: VerificationFailure, message: string): never {
  throw new WebhookVerificationError(reason, message)
}

function decodeSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  const text = typeof secret === 'string' && secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : null
  if (text === null) return fail('secret', `The secret must be a text that begins with ${secretPrefix}.`)
  const bytes = decodeBase64(text)
  if (bytes === null || bytes.length < secretBytes.least || bytes.length > secretBytes.most)
    return fail('secret', `The secret is not whole: what follows ${secretPrefix} is not what the service gave out.`)
  return bytes
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = isMap(headers) ? headers.get(name) : find(headers, name)
  const text = Array.isArray(value) ? value.join(' ') : value
  return text || fail('missing_header', `The header ${name} is missing.`)
}

function isMap(headers: WebhookHeaders): headers is { get(name: string): string | null | undefined } {
  return typeof headers.get === 'function'
}

function find(headers: { [name: string]: string | string[] | undefined }, name: string): string | string[] | undefined {
  return Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
}

/** So that a request that somebody has recorded is not taken for a new one. */
function checkAge(timestamp: string, { toleranceSeconds = 300, now = Date.now }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) fail('timestamp', 'The header webhook-timestamp is no time.')
  const age = Math.floor(now() / 1_000) - Number(timestamp)
  if (age > toleranceSeconds) fail('too_old', `It was sent ${age} seconds ago: more than ${toleranceSeconds}.`)
  if (-age > toleranceSeconds) fail('too_new', `It is from ${-age} seconds ahead of this clock: check the clock.`)
}

function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body)
  return fail('body', 'The body must be the raw text or bytes that came in, not what was parsed of them.')
}

/** `signatures`: several of them, with a space between: `v1,BASE64`. Those of other versions are left out. */
async function isSignedByAny(message: ArrayBuffer, signatures: string, secrets: Uint8Array<ArrayBuffer>[]) {
  const given = signatures
    .split(/(?<![ ,])[ ,]+(?=v\d)/)
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => decodeBase64(signature.slice('v1,'.length).trim()))
  const expected = await Promise.all(secrets.map((secret) => sign(message, secret)))
  return expected.some((right) => given.some((bytes) => bytes !== null && isEqual(bytes, right)))
}

async function sign(message: ArrayBuffer, secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

/** Takes as long wherever they differ, so that nobody can guess a signature byte by byte. */
function isEqual(given: Uint8Array, expected: Uint8Array): boolean {
  let difference = given.length ^ expected.length
  for (const [index, byte] of expected.entries()) difference |= byte ^ (given[index] ?? 0)
  return difference === 0
}

/** Null where it is none. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return fail('body', 'The body is no JSON.')
  }
}
