import type { RowKey, RowKind } from './schema'

type OwnedRow = RowKey & { company_id?: unknown }

/** To whom a row belongs. */
export type Owner = { companyId: string } | { stack: true }

/**
 * What is decided for a kind of row.
 * - `holds`: what its rows are, for people.
 * - `by`: what follows the kind in the partition key: the company, unless it says another.
 * - `sortKey`: what the sort key must be. Where it is left out, it is an id, and any may be there.
 * - `owner`: how a row tells whose it is.
 * - `moves`: its rows go with a company that moves to another stack.
 * - `lasts`: its rows never expire.
 */
type RowKindEntry = {
  holds: string
  by?: string
  sortKey?: RegExp
  owner: (row: OwnedRow) => Owner
  moves: boolean
  lasts: boolean
}

/** Company ids have no `#`. What follows them may have one, and may be any text: an idempotency key, a SKU. */
const inPartition = ({ pk }: OwnedRow): Owner => ({ companyId: getSecondPart(pk) })
const inSortKey = ({ sk }: OwnedRow): Owner => ({ companyId: getSecondPart(sk) })
const inAttribute = ({ pk, company_id }: OwnedRow): Owner => {
  if (typeof company_id !== 'string') throw new Error(`the row ${pk} names no company`)
  return { companyId: company_id }
}

const lasting = { owner: inPartition, moves: true, lasts: true } as const
const expiring = { owner: inPartition, moves: true, lasts: false } as const
const named = { owner: inAttribute, moves: true, lasts: true } as const
/** The stack to which a company moves makes them itself. */
const local = { owner: inPartition, moves: false, lasts: false } as const

/** All kinds of rows: what depends on the kind of a row derives from this. */
export const rowKinds = {
  COMPANY: { ...lasting, holds: 'company; its keys and people', sortKey: /^(COMPANY|(KEY|JOB)#.+)$/ },
  PLAN: {
    ...{ owner: inSortKey, moves: false, lasts: true },
    holds: 'the companies of a plan, with the last nights that were done',
    by: 'plan',
    sortKey: /^COMPANY#.+$/,
  },
  JOBS: { ...local, holds: 'work of a job for the company that is under way', sortKey: /^[0-9A-Z]{26}$/ },
  KEY: { ...named, holds: 'API key, or person, with its limits and counts', by: 'sha256', sortKey: /^KEY$/ },
  KEYID: { ...named, holds: 'the hash of a key or person', by: 'id', sortKey: /^KEYID$/ },
  EMAIL: { ...named, holds: 'whose an e-mail address is in a company', by: 'sha256', sortKey: /^(EMAIL|COMPANY#.+)$/ },
  STRANGER: {
    ...{ owner: () => ({ stack: true }), moves: false, lasts: false },
    holds: 'requests of a minute of somebody whom no company knows',
    by: 'sha256',
    sortKey: /^\d+$/,
  },
  USAGE: { ...expiring, holds: 'requests of a key or person on a day', sortKey: /^\d{4}-\d\d-\d\d#(key|usr)_/ },
  ACCESS: { ...expiring, holds: 'what has changed about who may do what', sortKey: /^[0-9A-Z]{26}$/ },
  ITEMS: { ...expiring, holds: 'item; in trash, it expires', by: 'company#shard' },
  SKU: { ...lasting, holds: 'SKU guard of a live item', by: 'company#sku', sortKey: /^SKU$/ },
  ORDERS: { ...lasting, holds: 'order with its lines', by: 'company#shard' },
  RECEIPTS: { ...lasting, holds: 'receipt of an order', by: 'company#order', sortKey: /^rcp_/ },
  LOG: { ...expiring, holds: 'log row; it expires where it moved no stock', sortKey: /^[0-9A-Z]{26}#\d\d$/ },
  LOGDAYS: { ...expiring, holds: 'counts of the final days of a month', sortKey: /^\d{4}-\d\d$/ },
  LOGBLOCKS: { ...expiring, holds: 'counts of up to 64 blocks of a day', sortKey: /^\d{4}-\d\d-\d\d#\d{4}$/ },
  CATALOGUE: { ...expiring, holds: 'head of a base', sortKey: /^(ITEMS|ORDERS|ORDERS_BY_ITEM)$/ },
  CHUNK: {
    ...{ owner: inAttribute, moves: true, lasts: false },
    holds: 'chunk of a base or snapshot',
    by: 'name#number',
    sortKey: /^CHUNK$/,
  },
  SNAPSHOTS: { ...expiring, holds: 'snapshot' },
  RESTORES: { ...expiring, holds: 'restore; as `LOCK`, the lock of restores' },
  WEBHOOKS: {
    ...lasting,
    holds: 'webhook: settings, sealed secrets, health and five leases; how many there are',
    sortKey: /^(COUNT|whk_.+)$/,
  },
  WEBHOOKEVENTS: { ...expiring, holds: 'an event as webhooks get it, for 31 days', sortKey: /^evt_/ },
  DELIVERIES: {
    ...expiring,
    holds: 'delivery of a webhook with its attempts, for 30 days',
    by: 'company#webhook',
    sortKey: /^dlv_/,
  },
  DUEDELIVERIES: {
    ...{ owner: inAttribute, moves: false, lasts: true },
    holds: 'an attempt that is due later than 15 minutes',
    by: 'shard',
    sortKey: /^\d{13}#dlv_/,
  },
  STACK: { ...local, owner: () => ({ stack: true }), holds: "what tells the stack's master key", by: 'WEBHOOKKEY' },
  ALERTS: { ...local, holds: 'what became low and is to be mailed', sortKey: /^ALERT$/ },
  PACE: { ...local, holds: "until when the time of a company's log is taken, for an hour", sortKey: /^PACE$/ },
  IDEMPOTENCY: {
    ...expiring,
    holds: 'recorded answer, for 24 hours; of one row of a batch',
    by: 'company#key',
    sortKey: /^IDEMPOTENCY(#\d+)?$/,
  },
} as const satisfies Record<RowKind, RowKindEntry>

/** Those whose rows go with a company that moves. */
export type MovedKind = {
  [Kind in RowKind]: (typeof rowKinds)[Kind]['moves'] extends true ? Kind : never
}[RowKind]

export function getRowKind(kind: RowKind): RowKindEntry {
  return rowKinds[kind]
}

/** Null where no code of this release makes such rows. */
export function findRowKind({ pk }: { pk: string }): RowKind | null {
  const [kind = ''] = pk.split('#', 1)
  return Object.hasOwn(rowKinds, kind) ? (kind as RowKind) : null
}

/** Throws an `Error` for a row of an unknown kind, or that names nobody. */
export function getOwner(row: OwnedRow): Owner {
  const kind = findRowKind(row)
  if (kind === null) throw new Error(`the row ${row.pk} is of an unknown kind`)
  return getRowKind(kind).owner(row)
}

/** Throws an `Error` where there is none, or where it is empty. */
function getSecondPart(key: string): string {
  const [, part = ''] = key.split('#', 2)
  if (part === '') throw new Error(`the key ${key} names nobody`)
  return part
}
