import type { Item } from '../items/item'
import type { FieldValue } from '../revision'

/** `replace` makes the inventory what the snapshot holds. `merge` leaves items alone that are not in it. */
export const restoreModes = ['replace', 'merge'] as const
export type RestoreMode = (typeof restoreModes)[number]

/** Positions in the snapshot and in the present. Null if the item is not there. */
export type Difference =
  | { change: 'created'; wanted: number; present: null }
  | { change: 'updated'; wanted: number; present: number }
  | { change: 'trashed'; wanted: null; present: number }

export type Summary = { created: number; updated: number; trashed: number; unchanged: number }

/** As the API shows it. `to` is the value in the snapshot. */
export type ItemDifference = {
  item_id: string
  sku: string
  change: Difference['change']
  fields: { field: string; from: FieldValue; to: FieldValue }[]
}

/** `getItems`: the item as the snapshot has it, and as the present has it. */
export type Differences = {
  readonly all: Difference[]
  getItems(difference: Difference): { wanted: Item | undefined; present: Item | undefined }
}
