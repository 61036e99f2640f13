import type { FieldChanges } from '../revision'

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
