import type { Company } from '../../functions/store/companies/companies'

// How the commands print companies.

export function toCompanyAnswer({ id, name, plan, user_id, suspended_at }: Company) {
  return { id, name, plan, user_id, suspended_at: formatTime(suspended_at) }
}

export function toCreatedAnswer(company: Company) {
  const { suspended_at: _, ...answer } = toCompanyAnswer(company)
  return answer
}

function formatTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
