import type { Route } from '../functions/routes'

const account = {
  name: 'Account',
  description: 'The company at a glance, and what is used of its limits. Only people reach this.',
}

const transactions = {
  name: 'Transactions',
  description:
    'The stock ledger. Each transaction moves the stock of one item; the quantity of an item is the sum of its transactions. They never change.',
}

/** The parts of the reference, by the first part of a path. */
const tags: Record<string, { name: string; description: string }> = {
  items: { name: 'Items', description: 'What a company has in stock. A SKU is unique among live items.' },
  trash: { name: 'Trash', description: 'Deleted items. Each can be brought back for 30 days.' },
  transactions,
  stock: transactions,
  orders: {
    name: 'Purchase orders',
    description: 'Goods that are ordered from a supplier, and their receipts. What is received moves stock.',
  },
  audit: {
    name: 'Audit log',
    description: 'An entry for each change: who changed what, when. The plan says how far back it is shown.',
  },
  events: { name: 'Events', description: 'What has happened, in order: to follow changes without missing one.' },
  webhooks: {
    name: 'Webhooks',
    description:
      'Events, sent to an address of yours as they happen: signed, and sent again until they arrive. They follow the Standard Webhooks specification.',
  },
  account,
  usage: account,
  keys: { name: 'API keys', description: 'By what programs call this. Only people reach this: owners.' },
  people: { name: 'People', description: 'Who signs in, and as what. Only people reach this: owners.' },
  'access-log': {
    name: 'Access log',
    description: 'Who has changed who may do what: people, keys, webhooks, the plan. Only people reach this: owners.',
  },
  snapshots: { name: 'Snapshots', description: 'All items as they were at one moment: to compare, and to bring back.' },
  restores: { name: 'Restores', description: 'What became of the restores of snapshots.' },
}

export const allTags = [...new Set(Object.values(tags))]

export function findTag({ path }: Route): string {
  const [, part = ''] = path.split('/')
  const tag = tags[part]
  if (tag === undefined) throw new Error(`there is no tag for ${path}`)
  return tag.name
}
