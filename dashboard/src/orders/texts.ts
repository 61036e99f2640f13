import type { Order } from '../../../client'
import { maxOrderLines } from '../../../functions/domain/orders/order-limits'
import type { FieldWords } from '../parts/change'
import { words } from '../parts/texts'
import { labels } from './order-values'
import type { Question, Sort } from './search'

const statuses: Record<Order['status'], string> = {
  draft: 'Draft',
  ordered: 'Ordered',
  partially_received: 'Received in part',
  received: 'Received',
  cancelled: 'Cancelled',
  closed: 'Closed',
}

const sorts: Record<Sort, string> = {
  '-created_at': 'Newest first',
  expected_at: 'Expected first',
  supplier: 'Supplier, A to Z',
  order_number: 'Number',
  '-updated_at': 'Changed last first',
  status: 'Status',
}

const ofList = {
  title: 'Orders',
  create: 'New order',
  reorder: 'Reorder what is low',
  searchHint: 'Number, reference, supplier',
  allSuppliers: 'All suppliers',
  sorts,
  overdueOnly: 'Overdue only',
  number: 'Number',
  ofTotal: (part: string, total: string) => `${part} of ${total}`,
  empty: 'No orders yet',
  emptyHint:
    'An order says what you buy from a supplier. When the goods come, receive them here: they are added to your stock.',
  nothing: 'No order is like this',
  nothingHint: 'Search for a part of a number or supplier, or take a filter away.',
}

const formTexts = {
  supplierFields: labels.supplier,
  fields: labels.header,
  expectedOn: labels.header.expected_at,
  referenceHint: 'The number that the supplier gives to the order.',
  delivery: 'Delivery and costs',
  expectedHint: 'From the day after on, it is overdue, and Home says so.',
  currencyHint: 'Three letters, such as EUR.',
  lines: 'Lines',
  noLines: 'No lines yet. An order has at least one.',
  addItem: 'Add an item',
  addItemHint: 'Type a part of its name or SKU and choose. A whole code and Enter adds the item at once.',
  added: (name: string, quantity: string) => `${name}: ${quantity} in the order.`,
  noCode: (code: string) => `No item has the whole code ${code}.`,
  severalCodes: (code: string) => `${code} is on more than one item. Choose one.`,
  tooManyLines: `An order has ${maxOrderLines} lines at most. Put the others into another order.`,
  countLines: (lines: string) => (lines === '1' ? '1 line' : `${lines} lines`),
  unitCost: 'Unit cost',
  fieldOf: (field: string, name: string) => `${field}: ${name}`,
  begins: 'Then',
  beginnings: { draft: 'Keep it as a draft, which can be changed', ordered: 'It is ordered: place it at once' },
  saveDraft: 'Save draft',
  placeIt: 'Place order',
  editOf: (number: string) => `Edit ${number}`,
  hasEnded: 'This order has ended',
  hasEndedHint: 'An order that is received, closed or cancelled cannot be changed.',
  conflict: 'Somebody else has changed this order meanwhile',
  lineOf: (sku: string, name: string) => `${name} (${sku})`,
  lineValue: (quantity: number, cost: string | null, notes: string | null) =>
    [cost === null ? `${quantity}` : `${quantity} at ${cost}`, notes].filter((part) => part !== null).join(', '),
  writersOnly: 'You may look at orders, and not change them',
  writersOnlyHint: 'An owner of your company can make you a member. Then you can write orders and receive them.',
}

const actions: Record<Question, string> = {
  place: 'Place',
  cancel: 'Cancel order',
  close: 'Close order',
  remove: 'Delete draft',
  back: 'Take back',
}
const questions: Record<Question, (name: string) => string> = {
  place: (number) => `Place ${number}?`,
  cancel: (number) => `Cancel ${number}?`,
  close: (number) => `Close ${number}?`,
  remove: (number) => `Delete the draft ${number}?`,
  back: (time) => `Take back the delivery of ${time}?`,
}
const done: Record<Question, (number: string) => string> = {
  place: (number) => `${number} is ordered.`,
  cancel: (number) => `${number} is cancelled.`,
  close: (number) => `${number} is closed.`,
  remove: (number) => `${number} is deleted.`,
  back: (number) => `A delivery of ${number} is taken back.`,
}
const times = {
  created_at: 'Created',
  ordered_at: 'Ordered',
  received_at: 'Received in full',
  closed_at: 'Closed',
  cancelled_at: 'Cancelled',
}

const forOrder = {
  order: 'Order',
  allOrders: 'All orders',
  noOrder: 'There is no such order',
  noOrderHint: 'It was never here, or it was a draft that somebody has deleted.',
  times,
  counts: labels.line,
  lineTotal: 'Total',
  actions,
  questions,
  done,
  receive: 'Receive',
  placeHint: (supplier: string) =>
    `It counts as ordered from ${supplier}. Its lines, supplier and currency cannot be changed any more. Nothing is sent to the supplier.`,
  closeHint: 'What is outstanding will not come: it counts as cancelled. Your stock stays as it is.',
  cancelHint: 'Nothing of it will come. An order that is cancelled stays in the list.',
  keepOrder: 'Keep the order',
  removeHint: 'A draft that is deleted is gone for good.',
  receipts: 'Deliveries',
  noReceipts: 'Nothing has been received yet.',
  backOf: (time: string) => `Take back the delivery of ${time}`,
  backHint: 'The order is as if it had not come. This leaves your stock:',
  backNothing: 'The order is as if it had not come. Your stock stays as it is: nothing was accepted.',
  backLine: (quantity: string, name: string) => `${quantity} of ${name}`,
  takenBack: (by: string) => `Taken back: ${by}`,
  by: (time: string, who: string) => `${time}, ${who}`,
  sums: (accepted: string, rejected: string) => `${accepted} accepted, ${rejected} rejected`,
  accepted: 'Accepted',
  rejected: 'Rejected',
}

const ofReceiving = {
  receiveOf: (number: string) => `Receive ${number}`,
  nothingToReceive: 'There is nothing to receive',
  nothingToReceiveHint: 'Goods can come for an order that is placed, and of which something is outstanding.',
  receivedNow: (sums: string) => `Received: ${sums}.`,
  complete: 'The order is complete.',
  stillOpen: (units: string, lines: string) => `Still outstanding: ${units} units in ${formTexts.countLines(lines)}.`,
  openDelivery: 'Open the delivery',
  acceptAll: 'Fill in all that is outstanding',
  nothingTyped: 'Type how many have come.',
  receiveLines: (lines: number) => ['Receive', 'Receive 1 line'][lines] ?? `Receive ${lines} lines`,
  deliveryReferenceHint: 'Such as the number of the delivery note.',
  deliveryNoteHint: 'It stands in the stock history of each item, too.',
  allowOver: 'More than is outstanding may be accepted',
  split: (typed: string, most: string) =>
    `${typed} lines are typed, and ${most} can be received at once. The first ${most} are sent now. ` +
    'The others stay here as they are typed: send them next.',
  outstanding: (units: string) => `${units} outstanding`,
  reasonHint: 'Why rejected',
  scanHint: 'Each code that is read accepts one more of its item.',
  notInOrder: (name: string) => `${name} is not in this order.`,
  scanned: (name: string, accepted: string, open: string) => `${name}: ${accepted} of ${open} accepted.`,
  scannedOver: (name: string, accepted: string, open: string) =>
    `${name}: ${accepted} accepted, and only ${open} are outstanding.`,
}

const ofReordering = {
  reorderLead:
    'One order for each supplier from whom you have bought last. ' +
    'The quantities fill each item up to twice its reorder point. Change what you like, leave lines out, and make each.',
  nothingToReorder: 'Nothing needs to be ordered',
  nothingToReorderHint: 'No item is below its reorder point, or what is on order fills it up.',
  leftOut: (items: string) => `${items} more items are low. Order these first, and open this page again.`,
  noSupplier: 'No supplier yet',
  noSupplierHint: 'No order has had these items. Say from whom they come: the next time it is known.',
  asSuggested: 'As suggested',
  whySuggested: (stock: string, point: string, onOrder: string) =>
    `${stock} in stock, ${onOrder} on order, reorder point ${point}`,
}

const ofLetter = {
  letterTitle: (number: string) => `Purchase order ${number}`,
  letterFrom: 'From',
  letterTo: 'To',
  letterAbout: 'About',
  letterDate: (date: string) => `Date: ${date}`,
  back: 'Back to the order',
}

const changedFields = { ...labels.line, ...labels.header, line_items: 'Number of lines', 'supplier.name': 'Supplier' }

const ofHistory = {
  noHistory: 'It is older than your plan shows.',
  moreHistory: (entries: string) => `${entries} older entries are in the activity.`,
  historyActions: { create: 'Created', delete: 'Deleted', restore: 'Restored' },
  changed: { fields: changedFields, values: { status: statuses } } as FieldWords,
  moreChanges: (changes: string) => `and ${changes} more`,
}

export const texts = {
  ...words,
  ...ofList,
  ...formTexts,
  ...forOrder,
  ...ofReceiving,
  ...ofReordering,
  ...ofLetter,
  ...ofHistory,
  statuses,
  supplier: 'Supplier',
  overdue: 'Overdue',
  received: 'Received',
  subtotal: 'Subtotal',
  noNumber: (name: string) => `${name}: what is typed as accepted is no number. Correct it first.`,
}
