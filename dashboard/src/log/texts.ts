import type { AuditEntry } from '../../../client'
import { labels as items } from '../items/item-values'
import { texts as orders } from '../orders/texts'
import { words } from '../parts/texts'
import { texts as snapshots } from '../snapshots/texts'

const fields: Record<string, string> = {
  ...items,
  type: snapshots.type,
  mode: snapshots.mode,
  url: 'Address',
  expires_at: 'Last day',
}

/** Values that have a name of their own: as the pages of orders and snapshots call them. */
const values: Record<string, Record<string, string>> = {
  status: orders.statuses,
  type: snapshots.types,
  mode: snapshots.modes,
}

const actions: Record<AuditEntry['action'], string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
}
const kinds: Record<AuditEntry['resource_type'], string> = { item: 'Item', order: 'Order', snapshot: 'Snapshot' }

export const texts = {
  ...words,
  fields,
  values,
  title: 'Activity',
  lead: 'Every change to items, orders and snapshots, newest first: who did it, and what it changed.',
  retention: 'It is shown for 30 days with Starter, for a year with Professional, for 7 years with Enterprise.',
  object: 'SKU or id',
  objectHint: 'HBZ-01 or po_…',
  allKinds: 'All kinds',
  kinds,
  action: 'Action',
  allActions: 'All actions',
  actions,
  everybody: 'Everybody',
  me: 'You',
  otherPerson: 'Another person',
  from: 'From',
  to: 'To',
  what: 'What',
  more: (count: string) => `${count} more`,
  rightCount: 'A count: no difference',
  asRecorded: (quantity: string) => `Counted ${quantity}, as recorded`,
  ofSnapshot: 'by a restore',
  none: 'Nothing has happened yet',
  noneHint: 'Each change to an item, an order or a snapshot is listed here, and stays.',
  nothing: 'Nothing is like this',
  nothingHint: 'Take a filter away, or ask for other days. Your plan says how far back the activity is shown.',
  noSku: (sku: string) => `No item has the SKU ${sku}`,
  noSkuHint: 'Capital letters count. For an item in the trash, give its id.',
  historyOf: (name: string) => `History of ${name}`,
  historyLead: 'What has happened to the item, newest first: its movements, and the changes of its fields.',
  historyEnd: 'The activity goes back as far as your plan shows it. The stock history of the item has all movements.',
  historyEmpty: 'Nothing is shown',
  backToItem: 'Open the item',
  moved: (type: string, change: string, after: string) => `${type}, ${change}: ${after} now`,
  titles: { create: 'Created', update: 'Changed', delete: 'Moved to the trash', restore: 'Back from the trash' },
}
