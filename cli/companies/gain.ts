import type { CheckedFile } from '../../admin/moving/check-file'
import { isUsable } from '../../functions/domain/companies/api-key'
import { type Role, roles } from '../../functions/domain/companies/person'
import { plans } from '../../functions/domain/companies/plan'

/** What a stack gets with a company: whoever imports it answers for that. `people`: addresses, by role. */
export function describeGain({ company: { name, plan }, apiKeys, people }: CheckedFile, now: number) {
  const listOf = (role: Role) => people.flatMap(({ principal }) => (principal.role === role ? principal.email : []))
  const usable_keys = apiKeys.filter((key) => isUsable(key, now)).length
  return { name, plan, people: Object.fromEntries(roles.map((role) => [role, listOf(role).sort()])), usable_keys }
}

/** In words. */
export function formatGain({ name, plan, people, usable_keys }: ReturnType<typeof describeGain>): string {
  const { perMinute, perDay } = plans[plan]
  const day = perDay === null ? 'any number a day' : `${perDay.toLocaleString('en')} a day`
  return [
    `The company is ${name}, on the plan ${plan}: ${perMinute.toLocaleString('en')} requests a minute, ${day}.`,
    `Keys that can be used when it is resumed: ${usable_keys}. People:`,
    ...Object.entries(people).map(([role, emails]) => `  ${role}: ${emails.join(', ') || 'nobody'}`),
  ].join('\n')
}
