import type { CountField } from '../../../../spreadsheets/stocktake/count-rows'
import { labels as itemLabels } from '../../items/item-values'
import { texts as items } from '../../items/texts'
import { words } from '../../parts/texts'
import type { How } from './search'

const labels: Record<CountField, string> = {
  ...{ id: 'Item id', sku: items.sku, name: itemLabels.name },
  ...{ counted: 'Counted', expected: 'Expected quantity' },
}
const ways: Record<How, string> = { print: 'Print a sheet', file: 'Upload a counted sheet', phone: 'Count by scanning' }

const ofPrint = {
  printLead: 'Choose what to count, print the list, and write what you find beside each item.',
  search: items.search,
  searchHint: items.searchHint,
  withExpected: 'Print the quantity that is expected',
  withExpectedHint: 'Who counts without it counts more carefully.',
  load: 'Make the list',
  loading: (done: string, total: string) => `${done} of ${total} items are read`,
  sheetAs: (kind: string) => `Sheet to fill in (${kind})`,
  sheetHint: 'A sheet that is filled in is uploaded on this page. Leave its column quantity as it is.',
  kinds: { csv: 'CSV', xlsx: 'Excel' },
  listed: (count: string, time: string) => `${count} items, ${time}`,
  nothing: 'No item is found',
  nothingHint: 'Choose another location, or search for something else.',
  tooMany: (count: string, most: string) => `${count} items are found. At most ${most} are printed: choose a location.`,
  ...itemLabels,
  counted: 'Counted',
}

const ofPhone = {
  phoneLead:
    'Read a code, enter how many there are, and go on to the next shelf. Nothing is booked before you review it.',
  count: (name: string) => `Count: ${name}`,
  number: 'How many are there?',
  already: (count: string) => `You have counted ${count} of it so far.`,
  how: 'What does the new number do?',
  effects: { add: 'It is added', replace: 'It takes the place of the old one' },
  keep: 'Keep',
  counts: 'Counted so far',
  noCounts: 'Nothing is counted yet',
  noCountsHint: 'What you count is kept in this browser, also if the page is loaded again.',
  changeOf: (name: string) => `Change the count: ${name}`,
  removeOf: (name: string) => `Remove the count: ${name}`,
  readingItems: 'The items of this location are read.',
  countedOf: (done: string, total: string) => `${done} of ${total} items are counted.`,
  tooManyAt: (total: string) => `This location has ${total} items: too many to list what is left.`,
  notCounted: (count: string) => `Show the ${count} that are left`,
  andMore: (count: string) => `and ${count} more`,
  review: 'Review',
  back: 'Back to counting',
  place: (number: number) => `count ${number}`,
  referenceOf: (date: string) => `Stocktake ${date}`,
}

export const texts = {
  ...words,
  ...ofPrint,
  ...ofPhone,
  title: 'Stocktake',
  wayLabel: 'How to count',
  ways,
  labels,
  noRights: 'You can print a sheet, but not book counts',
  fileLead: 'A counted sheet has a column with SKUs and one with counts. A row without a count is left out.',
  lookalikes: 'Count SKUs that look like others, too (--allow-lookalikes)',
  referenceHint: 'The stock history shows it beside each count.',
  tooLong: 'At most 255 characters.',
  compare: 'Compare with the stock',
  otherColumns: 'Other columns',
  compareHint: 'Nothing is written.',
  comparing: 'The counts are compared',
  progress: 'Stocktake',
  rows: (done: string, total: string) => `${done} of ${total}`,
  result: 'What would be booked',
  booked: 'What was booked',
  none: 'No row was counted.',
  differences: 'Differences',
  quantity: items.quantity,
  difference: 'Difference',
  moved: 'Moved meanwhile, and not overwritten: count again',
  movedRow: (sku: string, had: string, has: string, counted: string) =>
    `${sku} had ${had}, has ${has} now; counted ${counted}`,
  anotherQuantity: 'another quantity',
  refusedRow: (place: string, problem: string) => `${place}: ${problem}`,
  book: 'Book the counts',
  bookHint:
    'Each counted item gets a movement of the type count, also where the count is right. What moves meanwhile is not overwritten.',
  notEnded: 'The stocktake has not ended',
  notEndedHint: 'Go on with the same counts: what was booked from them is left out. That holds for 30 days.',
  finish: 'Finish',
}
