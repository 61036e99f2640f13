import type { ListName } from '../../../spreadsheets/export/lists'

const lists: Record<ListName, string> = {
  items: 'Items',
  trash: 'Trash',
  transactions: 'Movements',
  orders: 'Orders',
  audit: 'Activity',
  snapshot: 'Items of the snapshot',
}

export const texts = {
  export: 'Export',
  title: (list: ListName) => `Export: ${lists[list]}`,
  hint: 'All rows of the list go into the file, with the filters of this page.',
  kinds: { csv: 'CSV', xlsx: 'Excel (.xlsx)' },
  kindsHint: 'Excel keeps codes such as 0012 as they are. CSV is for other programs, and for more than a million rows.',
  progress: 'Export',
  read: (done: string, total: string) => `${done} of ${total} rows`,
  beginning: 'The first rows are read',
  done: (name: string) => `${name} is among your downloads.`,
}
