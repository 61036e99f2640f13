import type { ApiKey } from '../../../../client'
import { texts as shared } from '../texts'

const scopes: Record<ApiKey['scopes'][number], string> = { read: 'Read', write: 'Write', webhooks: 'Webhooks' }
const scopeHints: typeof scopes = {
  read: 'See items, stock, orders, the activity and snapshots.',
  write: 'Create, change and delete items and orders, move stock, take and restore snapshots.',
  webhooks: 'Decide where events are sent. Give it only to a program that manages webhooks.',
}

export const texts = {
  ...shared,
  newKey: 'New key',
  noKeys: 'No keys yet',
  noKeysHint: 'A key lets a program use the API. Create one for each program: so each can be revoked alone.',
  scopes: 'Scopes',
  scopesLabel: 'What it may do',
  scopeNames: scopes,
  scopeHints,
  keyName: 'What it is for, such as Shop or Till 2',
  keyNameHint: 'The activity names it.',
  expires: 'Last day (optional)',
  expiresHint: 'Without a day, the key works until it is revoked.',
  createKey: 'Create key',
  unnamed: 'without a name',
  keyCreated: (name: string) => `The key ${name}`,
  tryKey: 'Try it',
  activeIn: (seconds: number) => `It may take ${seconds} seconds until the key works everywhere.`,
  rename: 'Rename',
  renameKey: (name: string) => `Rename: ${name}`,
  renamed: (name: string) => `The key is called ${name} now.`,
  revoke: 'Revoke',
  revokeKey: (name: string) => `Revoke: ${name}`,
  askRevoke: (name: string) => `Revoke the key ${name}?`,
  revokeHint: 'The next request with it is refused. This cannot be undone. The key stays in this list.',
  lastUsedAt: (time: string) => `Last used: ${time}`,
  keyRevoked: (name: string) => `The key ${name} is revoked.`,
  expired: 'Expired',
  revoked: 'Revoked',
  expiresAt: (time: string) => `until ${time}`,
  since: (time: string) => `since ${time}`,
}
