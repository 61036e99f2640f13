import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What the registries give out. Everything else of IPv6 is special, or not in use. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address to which requests of webhooks may go: one that everybody on the internet can reach. `local`: this
 * machine itself is allowed, too. What is not written as an address is refused.
 */
export function isAllowedAddress(address: string, { local }: { local: boolean }): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (local && parsed.range() === 'loopback') return true
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6))
}
