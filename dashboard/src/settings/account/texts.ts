import type { Account } from '../../../../client'
import { texts as shared } from '../texts'

const plans: Record<Account['company']['plan'], string> = {
  starter: 'Starter',
  professional: 'Professional',
  enterprise: 'Enterprise',
}

export const texts = {
  ...shared,
  leave: (company: string) => `Leave ${company}`,
  leaveHint: 'Who leaves can join another company that invites.',
  company: 'Company',
  companyName: 'Name of the company',
  changeCompany: 'Name and time zone',
  companyChanged: (name: string) => `Saved: ${name}`,
  timeZone: 'Time zone',
  timeZoneIs: (zone: string) => `Time zone: ${zone}`,
  timeZoneHint: (here: string) =>
    `Days begin at midnight there: in charts, in what is overdue, and wherever a time is shown. Here it is ${here}. It stays for 30 days.`,
  plans,
  planOf: (plan: string) => `Plan: ${plan}`,
  since: (date: string) => `Since ${date}`,
  planHint: 'Those who run the service can change the plan.',
  requests: 'Your requests',
  thisMinute: 'This minute',
  today: 'Today',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  unlimited: (used: string) => `${used}, without a limit`,
  limitsHint: 'Each key and each person has these limits of its own. Each page that you open here sends a few.',
  sessions: 'Your sessions',
  sessionsHint: 'A phone is lost, or a browser was left open? End every session of yours.',
  snapshotsLeft: (left: string) => `Left to take today: ${left}`,
  restoresLeft: (left: string) => `Left to restore today: ${left}`,
  utc: 'Limits count the days of UTC.',
  usageOf: (days: number) => `Requests of the last ${days} days`,
  answered: 'Counted',
  refusedHint: 'Refused: sent when the limit was reached, and answered with 429.',
  noUsage: 'No requests yet',
  noUsageHint: 'Requests of keys and people are counted here, by UTC day.',
  by: 'By key and person',
  who: 'Key or person',
  kinds: { key: 'Key', person: 'Person' },
  requestsIn: (days: number) => `${days} days`,
  refusedIn: (days: number) => `Refused, ${days} days`,
  revokedInText: 'revoked',
}
