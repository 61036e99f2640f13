/** What a world has of each kind, by the part that it plays in requests. A kind is the first word of its paths. */
export type Kinds = {
  items: 'item' | 'other' | 'trashed'
  orders: 'draft' | 'open' | 'partial'
  transactions: 'moved'
  snapshots: 'snapshot'
  restores: 'restore'
  webhooks: 'webhook'
  keys: 'key'
  people: 'person'
}

/** What requests name. `idToken`: of the caller, whom nobody knows yet; `invitation`: to that address. */
export type Ids = Record<Kinds[keyof Kinds] | 'delivery' | 'receipt' | 'idToken' | 'invitation', string>

const ulid = '01K00000000000000000000001'
const [item, order] = [`itm_${ulid}`, `po_${ulid}`]

/** Well-formed ids of nothing. */
export const unknownIds: Ids = {
  item,
  other: item,
  trashed: item,
  draft: order,
  open: order,
  partial: order,
  moved: `txn_${ulid}00`,
  snapshot: `snp_${ulid}`,
  restore: `rst_${ulid}`,
  webhook: `whk_${ulid}`,
  delivery: `dlv_${ulid}`,
  receipt: `rcp_${ulid}`,
  key: `key_${ulid}`,
  person: `usr_${ulid}`,
  idToken: 'x.y.z',
  invitation: `usr_${ulid}`,
}
