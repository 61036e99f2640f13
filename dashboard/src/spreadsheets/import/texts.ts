import { changeableFields } from '../../../../spreadsheets/import/plan'
import { labels } from '../../items/item-values'
import { words } from '../../parts/texts'

const changeable = new Intl.ListFormat('en-GB').format(changeableFields.map((name) => labels[name].toLowerCase()))

export const texts = {
  ...words,
  title: 'Import items',
  lead: 'Items come from a CSV or Excel file. Nothing is written before you have seen what would be done.',
  noRights: 'You can look at items, but not import them',
  labels: { id: 'Item id', ...labels },
  unreadQuantity: (column: string) =>
    `The column ${column} looks like a quantity, and is not read: choose it above, if it is one.`,
  update: 'Update items that are there (--update)',
  updateHint:
    `Their ${changeable} become those of the file. An empty cell clears the field. ` +
    'Their quantity stays: a stocktake changes that.',
  lookalikes: 'Import codes that look like others (--allow-lookalikes)',
  lookalikesHint:
    'A SKU or barcode that is easily taken for that of another item, such as 12 and 00012, is refused. ' +
    'Tick this where it is meant so.',
  preview: 'Preview',
  previewHint: 'Checks each row, and compares it with your items. Nothing is written.',
  checking: 'The rows are checked',
  lookingUp: (done: string, total: string) => `Looking up your items: ${done} of ${total}`,
  result: 'What would be done',
  onlyRefused: 'Only refused rows',
  noRefused: 'No row is refused.',
  line: 'Line',
  outcome: 'Outcome',
  problem: 'Problem',
  refusedCell: 'refused:',
  start: (rows: string) => `Import ${rows} rows`,
  nothingToDo: 'There is nothing to import: no row would change anything.',
  progress: 'Import',
  sent: (done: string, total: string) => `${done} of ${total} rows are sent`,
  runningHint: 'You can use other pages meanwhile. If you close this one or load it again, it can go on afterwards.',
  stopped: (name: string) => `The import of ${name} has not ended`,
  stoppedHint: 'What is there already is left out when it goes on: nothing is done twice.',
  forget: 'Forget it',
  done: (name: string) => `${name} is imported`,
  another: 'Import another file',
  otherTab: 'An import runs in another tab of this browser.',
  otherImport: 'Another tab of this browser has begun or forgotten an import. Load this page again to see it.',
  keptQuantities: (count: string) => `${count} items keep a quantity that is not the file's. A stocktake changes it.`,
  toStocktake: 'Stocktake',
  toItems: 'All items',
  downloads: 'Files',
  refusedHint: 'The rows that were refused, as they were, with what is wrong. Mend them there, and import that file.',
  refusedAs: (kind: string) => `Refused rows (${kind})`,
  reportAs: (kind: string) => `Report of all rows (${kind})`,
  fileKinds: { csv: 'CSV', xlsx: 'Excel' },
}
