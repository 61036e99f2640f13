import type { AccessEntry } from '../../../../client'
import { texts as shared } from '../texts'

const actions: Record<AccessEntry['action'], string> = {
  'person.invited': 'Person invited',
  'person.accepted': 'Invitation accepted',
  'person.changed': 'Person changed',
  'person.removed': 'Person removed',
  'person.left': 'Person left',
  'person.signed_out': 'Person signed out',
  'key.created': 'Key created',
  'key.renamed': 'Key renamed',
  'key.revoked': 'Key revoked',
  'webhook.created': 'Webhook created',
  'webhook.updated': 'Webhook changed',
  'webhook.secret_rotated': 'Webhook: new secret',
  'webhook.deleted': 'Webhook deleted',
  'company.changed': 'Company changed',
  'company.plan_changed': 'Plan changed',
  'company.suspended': 'Company suspended',
  'company.resumed': 'Company resumed',
  'company.exported': 'Data exported',
  'company.imported': 'Company moved',
}
const kinds: Record<AccessEntry['subject']['type'], string> = {
  person: 'Person',
  key: 'Key',
  webhook: 'Webhook',
  company: 'Company',
}

export const texts = {
  ...shared,
  lead: 'Who has changed people, keys, webhooks and the plan. Is something here that none of you did? Revoke the key, or remove the person.',
  action: 'What happened',
  allActions: 'Everything',
  actions,
  kinds,
  whom: 'Whom or what',
  operator: 'Who runs the service',
  nothing: 'Nothing has been changed',
  nothingHint: 'When somebody is invited, or a key or a webhook is made, it is listed here.',
  noMatch: 'Nothing is like this',
  noMatchHint: 'Your plan says how far back this is shown.',
}
