import type { CheckedFile } from '../../admin/moving/check-file'
import { toLine } from '../../admin/plain-text'
import { isUsable } from '../../functions/domain/companies/api-key'
import { type Role, roles } from '../../functions/domain/companies/person'
import { plans } from '../../functions/domain/companies/plan'

/**
 * What a stack gets with a company: whoever imports it answers for that. Each text is one line. `people`: addresses, by
 * role. `keys`: how many can be used, by their scopes. `webhooks`: the hosts of those that are active.
 */
export function describeGain({ company, apiKeys, people, hosts }: CheckedFile, now: number) {
  const listOf = (role: Role) => people.flatMap(({ principal }) => (principal.role === role ? principal.email : []))
  const usable = apiKeys.filter((key) => isUsable(key, now))
  const keys: Record<string, number> = {}
  for (const { scopes } of usable) keys[scopes.join('+')] = (keys[scopes.join('+')] ?? 0) + 1
  return {
    name: toLine(company.name),
    plan: company.plan,
    people: Object.fromEntries(roles.map((role) => [role, listOf(role).map(toLine).sort()])),
    usable_keys: usable.length,
    keys,
    webhooks: [...new Set(hosts)].sort(),
  }
}

/** In words. */
export function formatGain(id: string, { name, plan, people, usable_keys, ...gain }: ReturnType<typeof describeGain>) {
  const { perMinute, perDay } = plans[plan]
  const day = perDay === null ? 'any number a day' : `${perDay.toLocaleString('en')} a day`
  const keys = Object.entries(gain.keys).map(([scopes, count]) => `, ${count} of ${scopes || 'nothing'}`)
  return [
    `The company ${id} is ${name}, on the plan ${plan}: ${perMinute.toLocaleString('en')} requests a minute, ${day}.`,
    `Hosts that its webhooks send to: ${gain.webhooks.join(', ') || 'none'}.`,
    `Keys that can be used when it is resumed: ${usable_keys}${keys.join('')}. People:`,
    ...Object.entries(people).map(([role, emails]) => `  ${role}: ${emails.join(', ') || 'nobody'}`),
  ].join('\n')
}
