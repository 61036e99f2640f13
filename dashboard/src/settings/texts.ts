import { words } from '../parts/texts'
export const texts = {
  ...words,
  active: 'Active',
  plan: 'Plan',
  usage: 'Usage',
  alerts: 'Alerts',
  keys: 'API keys',
  people: 'People',
  webhooks: 'Webhooks',
  accessLog: 'Access log',
  ownersOnly: 'This page is for owners',
  ownersOnlyHint: 'Ask an owner of the company to do this, or to make you an owner.',
  save: 'Save',
  lastUsed: 'Last used',
  none: '–',
  signOutEverywhere: 'Sign out everywhere',
  you: 'you',
}
