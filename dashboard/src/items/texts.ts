import type { Item } from '../../../client'
import { formatNumber } from '../parts/format'
import { words } from '../parts/texts'
import { type ItemValues, labels } from './item-values'
import type { Sort } from './search'

/** One by its name, several by their number, with the verb that follows. */
function nameAll(items: Item[]): string {
  const [first] = items
  return first && items.length === 1 ? `${first.name} is` : `${countItems(items.length)} are`
}

function countItems(count: number): string {
  return count === 1 ? '1 item' : `${formatNumber(count)} items`
}

const sorts: Record<Sort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  sku: 'SKU',
  quantity: 'Least stock first',
  '-quantity': 'Most stock first',
  location: 'Location',
  '-updated_at': 'Changed last first',
  '-created_at': 'Newest first',
}

/** What stands below the fields of the form. */
const hints: { [Name in keyof ItemValues]?: string } = {
  sku: 'Your own number for it. No two items have the same.',
  barcode: 'As a scanner reads it.',
  reorder_point: 'With fewer units than this, the item is low.',
}

type ChartText = { movements: string; since: string; first: string; last: string; min: string; max: string }

const formTexts = {
  ...labels,
  hints,
  barcodeRead: (code: string) => `The barcode is ${code} now.`,
  firstQuantity: 'Opening stock',
  firstQuantityHint: 'What is there now. The stock history begins with it.',
  quantityHint: 'The quantity is not changed here. Use Count: the stock history then says why.',
  createIt: 'Create',
  editTitle: 'Edit item',
  conflict: 'Somebody else has changed this item meanwhile',
}

const itemTexts = {
  facts: 'About the item',
  updated: 'Changed last',
  moveToTrash: 'Move to trash',
  trashed: (items: Item[]) => {
    const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
    return `${nameAll(items)} in the trash${units > 0 ? `, with ${formatNumber(units)} units` : ''}.`
  },
  isInTrash: 'This item is in the trash',
  isInTrashHint: (date: string) => `It can be restored until ${date}. Then it is gone for good.`,
  openTrash: 'Open the trash',
  noItem: 'There is no such item',
  noItemHint: 'It was never here, or it is gone for good. Search for its name in the list.',
  allItems: 'All items',
  verify: 'Verify the quantity',
  consistent: 'The records add up',
  inconsistent: 'The quantity and the stock history differ',
  verified: (quantity: string, total: string, rows: string) =>
    `The quantity is ${quantity}. Its movements add up to ${total}: there are ${rows}. ` +
    'What is on the shelf, only a count tells.',
}

const ledgerTexts = {
  chart: 'Quantity over time',
  chartHint: (rows: string) => `The last ${rows} movements. The stock history below has each.`,
  chartLabel: ({ movements, since, first, last, min, max }: ChartText) =>
    `Quantity after the last ${movements} movements, since ${since}: ${first} at first, ${last} now, ` +
    `${min} at least, ${max} at most. The stock history below has each.`,
  noChart: 'The chart begins with the second movement.',
  ledger: 'Stock history',
  noMovements: 'Nothing has been moved yet',
  noMovementsHint: 'Receive, sell or count the item: each movement becomes a row here, and stays.',
  type: 'Movement',
  balance: 'Quantity after',
  who: 'By',
  reversed: 'Taken back',
  showReversal: 'Show what undid it',
  showReversed: 'Show what it undid',
  reverseOf: (type: string, time: string) => `Undo: ${type}, ${time}`,
  reverseTitle: 'Undo this movement?',
  reverseWhat: (type: string, change: string, time: string) =>
    `${type}, ${change}, on ${time}. A new movement of the opposite amount is added. This can be done once.`,
  reverseEffect: (before: string, after: string) => `The quantity goes from ${before} to ${after}.`,
  reverseBelowZero: 'A quantity below 0 is refused: the stock has gone since.',
  you: 'You',
  key: (name: string) => `Key ${name}`,
  aKey: 'A key',
  somebody: 'Somebody',
}

const trashTexts = {
  trashLead: 'Items stay here for 30 days. Restored, they have their quantity and their stock history again.',
  noTrash: 'The trash is empty',
  noTrashHint: 'An item that is moved to the trash, on its own page, can be brought back from here for 30 days.',
  noTrashFoundHint: 'Search for a part of a name or SKU, or look at all of the trash.',
  allTrash: 'All of the trash',
  deleted: 'Deleted',
  deletedBy: (time: string, who: string) => `${time}, ${who}`,
  purge: 'Gone for good',
  restoreOf: (name: string) => `Restore: ${name}`,
  restored: (items: Item[]) => `${nameAll(items)} back from the trash.`,
  openItem: 'Open the item',
  restoreTitle: 'Restore under another SKU',
  skuTaken: (sku: string, name: string) => `Another item has the SKU ${sku} by now. Give ${name} a new one.`,
  newSku: 'New SKU',
  notInTrash: 'This item is not in the trash.',
}

export const texts = {
  ...words,
  ...formTexts,
  ...itemTexts,
  ...ledgerTexts,
  ...trashTexts,
  title: 'Items',
  create: 'New item',
  searchHint: 'Name, SKU or barcode',
  steps: { sell: (name: string) => `Sell one: ${name}`, receive: (name: string) => `Receive one: ${name}` },
  more: (name: string) => `More: ${name}`,
  notDone: (name: string, why: string) => `${name}: ${why}`,
  tabs: { low: 'Low', out: 'Out', unset: 'Without a reorder point' },
  choose: 'Choose',
  chooseNone: 'Choose none',
  order: 'Order',
  count: 'Count',
  chosen: (count: string) => `${count} chosen`,
  allDone: (count: number) => `Changed: ${countItems(count)}.`,
  allUndone: (count: number) => `As before: ${countItems(count)}.`,
  notAll: 'These were refused',
  setOf: (field: string, items: Item[]) => `${field} of ${countItems(items.length)}`,
  set: 'Set',
  made: (name: string) => `${name} is made.`,
  saved: (name: string) => `${name} is saved.`,
  setHint: 'Left empty, it is taken from all of them.',
  editOf: (field: string, name: string) => `${field}: ${name}`,
  chooseRow: (name: string) => `Choose: ${name}`,
  chooseAll: 'Choose all of the page',
  sorts,
  low: 'Low',
  out: 'Out',
  empty: 'No items yet',
  import: 'Import',
  importHint: 'Import items from a CSV or Excel file',
  emptyHint: 'An item is what you keep in stock. Make the first one; its stock history begins with what is there.',
  noneFound: { title: 'No item is like this', hint: 'Search for a part of a name or SKU, or take a filter away.' },
  noneUnset: { title: 'No item here is without a reorder point', hint: 'Each says when it is low.' },
}
