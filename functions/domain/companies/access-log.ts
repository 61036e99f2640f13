import type { FieldChanges, FieldValue } from '../revision'

/** What changes about who may do what. */
export const accessActions = [
  'person.invited',
  'person.accepted',
  'person.changed',
  'person.removed',
  'person.left',
  'person.signed_out',
  'key.created',
  'key.renamed',
  'key.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'company.changed',
  'company.plan_changed',
  'company.suspended',
  'company.resumed',
  'company.exported',
  'company.imported',
] as const
export type AccessAction = (typeof accessActions)[number]

export const accessSubjectTypes = ['person', 'key', 'webhook', 'company'] as const

/** What has changed, and of whom. `changes` never has a secret. */
export type AccessChange = {
  action: AccessAction
  subject: { type: (typeof accessSubjectTypes)[number]; id: string; name: string | null }
  changes?: FieldChanges
}

type Fields = { [field: string]: FieldValue | string[] }

/** The fields that differ. Of something new, `before` has none. */
export function compareFields(before: Fields, after: Fields): FieldChanges {
  const changes = Object.entries(after).map(([field, to]) => [field, toText(before[field]), toText(to)] as const)
  return Object.fromEntries(changes.filter(([, from, to]) => from !== to).map(([field, ...change]) => [field, change]))
}

function toText(value: FieldValue | string[] | undefined): FieldValue {
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}
