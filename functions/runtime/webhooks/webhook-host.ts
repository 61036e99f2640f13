import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '../env'
import { isAllowedAddress } from './public-address'

/** Where webhooks may lead. Only the local service allows http, and addresses of this machine. */
export const reach = { local: env.LOCAL_WEBHOOKS === 'true', mayBeReached }

/** A resolver that does not answer must not hold up a request. */
const resolvedWithinMs = 3_000

/**
 * False where a host is, or resolves to, an address to which nothing may be sent: one such address is enough. A name
 * that cannot be resolved now may be soon. `hostname` is that of a `URL`: of IPv6, it has brackets.
 */
async function mayBeReached(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  return addresses.every((address) => isAllowedAddress(address, reach))
}

async function resolve(name: string): Promise<string[]> {
  const ended = new AbortController()
  const found = lookup(name, { all: true }).then(
    (answers) => answers.map(({ address }) => address),
    () => [],
  )
  try {
    return await Promise.race([found, sleep(resolvedWithinMs, [], { signal: ended.signal })])
  } finally {
    ended.abort()
  }
}
