import { Refusal } from '../errors'

/** Where requests go. `hostname`: a name, or a literal address, IPv6 in brackets. */
export type Endpoint = { protocol: 'https:' | 'http:'; hostname: string; port: number }

/** Below, other services of a machine listen than those that take requests. */
const firstFreePort = 1_024

/**
 * Reads the URL of a webhook. Whether its host may be reached is another question. `local`: http is allowed, and names
 * of this machine. Refused with `invalid_request`.
 */
export function requireEndpoint(url: string, { local }: { local: boolean }): Endpoint {
  const parsed = /^https?:\/\/[^/]/i.test(url) && URL.canParse(url) ? new URL(url) : null
  if (parsed === null) throw makeUrlRefusal('must be an address such as https://example.com/events')
  const { protocol, hostname, username, password } = parsed
  if (protocol !== 'https:' && !(local && protocol === 'http:')) throw makeUrlRefusal('must begin with https://')
  if (username !== '' || password !== '' || /^[^/?#]*@/.test(url.slice(protocol.length + 2)))
    throw makeUrlRefusal('must not have a user name or a password')
  if (url.includes('#')) throw makeUrlRefusal('must not have a fragment')
  const port = parsed.port === '' ? defaultPorts[protocol] : Number(parsed.port)
  if (port !== defaultPorts['https:'] && port < firstFreePort)
    throw makeUrlRefusal('must have the port 443, or one above 1023')
  if (!local && isThisMachine(hostname)) throw makeInsideRefusal()
  return { protocol, hostname, port }
}

const defaultPorts = { 'https:': 443, 'http:': 80 }

/** By the names that always mean it (RFC 6761), whatever a resolver says. */
function isThisMachine(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname)
}

export function makeInsideRefusal(): Refusal {
  return makeUrlRefusal('must lead to an address that everybody on the internet can reach')
}

/** `predicate` continues the field's name. */
function makeUrlRefusal(predicate: string): Refusal {
  return new Refusal('invalid_request', `The 'url' field ${predicate}.`, 'url')
}
