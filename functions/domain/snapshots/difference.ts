import type { Item } from '../items/item'
import type { FieldValue } from '../revision'

/** `replace` makes the inventory what the snapshot holds; `merge` leaves alone what came after it. */
export const restoreModes = ['replace', 'merge'] as const
export type RestoreMode = (typeof restoreModes)[number]

/** Where the snapshot and the present differ: `wanted` is a row of the snapshot, `present` one of the present items. */
export type Difference =
  | { change: 'created'; wanted: number; present: null }
  | { change: 'updated'; wanted: number; present: number }
  | { change: 'trashed'; wanted: null; present: number }

export type Summary = { created: number; updated: number; trashed: number; unchanged: number }

/** What a restore would do with an item, as the API shows it: `to` is what the snapshot has. */
export type ItemDifference = {
  item_id: string
  sku: string
  change: Difference['change']
  fields: { field: string; from: FieldValue; to: FieldValue }[]
}

/** All differences between a snapshot and the present, and the items that they are of: as the snapshot has them, and as they are now. */
export type Differences = {
  readonly all: Difference[]
  items(difference: Difference): { wanted: Item | undefined; present: Item | undefined }
}
