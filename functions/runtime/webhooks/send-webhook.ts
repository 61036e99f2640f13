import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Refusal } from '../../domain/errors'
import { requireEndpoint } from '../../domain/webhooks/endpoint'
import { isAllowedAddress } from './public-address'

/** `headers`: those that sign it. */
type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

/** `status_code` is null where no answer came. `error`: why it is no success, in words. `response`: how it begins. */
type WebhookAnswer = { status_code: number | null; milliseconds: number; error: string | null; response: string | null }

export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>

/** Finds all addresses of a host. */
export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** `local`: http and this machine are allowed, too. `ca`: trusted instead of the usual authorities, for tests. */
export type SenderOptions = { local?: boolean; resolve?: Resolve; ca?: string; limitMs?: number }

const usualLimitMs = 10_000
const maxResponseBytes = 16 * 1_024
const keptCharacters = 500

/** Its message is for customers. */
class UnsafeTargetError extends Error {}

/**
 * Customers choose where it sends to. So only what is public is ever connected to: addresses are checked where the
 * socket is opened, and nothing that follows from an answer is sent anywhere.
 */
export function openSender(options: SenderOptions = {}): SendWebhook {
  return async (request) => {
    const begun = performance.now()
    const { status_code, response, error } = await exchange(request, options)
    return { status_code, milliseconds: Math.round(performance.now() - begun), error, response }
  }
}

type ReceiverAnswer = Omit<WebhookAnswer, 'milliseconds'>

async function exchange(request: WebhookRequest, options: SenderOptions): Promise<ReceiverAnswer> {
  const { limitMs = usualLimitMs } = options
  const limit = AbortSignal.timeout(limitMs)
  try {
    const answer = await post(request, options, limit)
    const response = await readStart(answer)
    return { status_code: answer.statusCode ?? null, error: judge(answer.statusCode ?? 0), response }
  } catch (error) {
    const text = limit.aborted ? `timed out after ${limitMs / 1_000} s` : explain(error)
    return { status_code: null, error: text, response: null }
  }
}

/**
 * Without an agent, which could know another connection to the host, or a proxy. Settles in any case: of an answer that
 * asks for another protocol (101), Node tells nothing but that the connection is closed.
 */
async function post(
  { url, headers, body }: WebhookRequest,
  { local = false, resolve = resolveBySystem, ca }: SenderOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const target = requireSafeTarget(url, local)
  const requestBy = target.protocol === 'https:' ? requestByHttps : requestByHttp
  const own = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Inventory-Webhooks/1',
  }
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  const lookup = makeLookup(resolve, local)
  return new Promise((answer, reject) => {
    requestBy(target, { ...tls, method: 'POST', headers: { ...own, ...headers }, agent: false, lookup, signal }, answer)
      .on('error', reject)
      .on('close', () => reject(new Error('closed')))
      .end(body)
  })
}

/** What can be told without resolving a name. Node resolves no literal address, so this is where it is checked. */
function requireSafeTarget(url: string, local: boolean): URL {
  const { hostname } = requireEndpoint(url, { local })
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isAllowedAddress(literal, { local }))
    throw new UnsafeTargetError(`the address ${literal} is not public`)
  return new URL(url)
}

const resolveBySystem: Resolve = (host, answer) => lookup(host, { all: true }, answer)

/**
 * The socket connects to what was checked here, and to nothing else. One address that is not public spoils all. The
 * error does not name it: customers must not learn what names mean inside of the network of the stack.
 */
function makeLookup(resolve: Resolve, local: boolean): LookupFunction {
  return (host, { all }, answer) =>
    resolve(host, (error, addresses) => {
      try {
        if (error) throw error
        const [first] = addresses
        if (first === undefined) throw new UnsafeTargetError('the host has no address')
        if (!addresses.every(({ address }) => isAllowedAddress(address, { local })))
          throw new UnsafeTargetError('the host resolves to an address that is not public')
        if (all) answer(null, addresses)
        else answer(null, first.address, first.family)
      } catch (refusal) {
        answer(refusal as Error, [])
      }
    })
}

/** The status has decided already: what comes after it may be cut off, or late. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxResponseBytes) break
    }
  } catch {}
  answer.destroy()
  return Buffer.concat(chunks).toString('utf8').slice(0, keptCharacters).toWellFormed()
}

/** Null for a success. */
function judge(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `status ${status}: redirects are not followed` : `status ${status}`
}

/** By the codes of Node: of its system calls, of DNS, of OpenSSL and of its HTTP parser. */
const explanations: { codes: RegExp; text: string }[] = [
  { codes: /^(ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL)$/, text: 'the host cannot be resolved' },
  { codes: /^ECONNREFUSED$/, text: 'the connection was refused' },
  { codes: /^(ECONNRESET|EPIPE|ECONNABORTED)$/, text: 'the connection was closed before an answer had come' },
  { codes: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, text: 'the host cannot be reached' },
  { codes: /^CERT_HAS_EXPIRED$/, text: 'the certificate has expired' },
  { codes: /^CERT_NOT_YET_VALID$/, text: 'the certificate is not valid yet' },
  { codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/, text: 'the certificate is for another host' },
  { codes: /SELF_SIGNED_CERT/, text: 'the certificate is signed by itself' },
  { codes: /CERT|UNABLE_TO_VERIFY/, text: 'the certificate is of no authority that is trusted' },
  { codes: /^(EPROTO|ERR_SSL_|ERR_TLS_)/, text: 'TLS could not be agreed on' },
  { codes: /^HPE_/, text: 'the answer was not HTTP' },
]

function explain(error: unknown): string {
  if (error instanceof UnsafeTargetError || error instanceof Refusal) return error.message
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return explanations.find(({ codes }) => codes.test(code))?.text ?? 'the request failed'
}
