import type { Item } from '../../domain/items/item'
import { packTexts } from '../text-column'

export const itemPrefix = 'itm_'
/** Stands for a reorder point that is not set. */
export const unset = -1

/** What a segment is made of, in a form that can be written down. Times are epoch milliseconds, 0 for none. */
export type ItemColumns = {
  count: number
  /** The ULIDs of the ids, one after the other, in ascending order. */
  ids: string
  names: string
  skus: string
  barcodes: string
  /** Words that many rows share, by number; the first stands for null. */
  locations: string[]
  users: string[]
  quantity: Int32Array
  reorder_point: Int32Array
  rev: Uint32Array
  sequence: Uint32Array
  location: Uint32Array
  deleted_by: Uint32Array
  created_at: Float64Array
  updated_at: Float64Array
  deleted_at: Float64Array
}

/** Packs items, which must be in ascending order of their ids. */
export function packItems(items: Item[]): ItemColumns {
  const locations = new Words()
  const users = new Words()
  return {
    count: items.length,
    ids: items.map(({ id }) => id.slice(itemPrefix.length)).join(''),
    names: packTexts(items.map(({ name }) => name)),
    skus: packTexts(items.map(({ sku }) => sku)),
    barcodes: packTexts(items.map(({ barcode }) => barcode)),
    quantity: Int32Array.from(items, ({ quantity }) => quantity),
    reorder_point: Int32Array.from(items, ({ reorder_point }) => reorder_point ?? unset),
    rev: Uint32Array.from(items, ({ rev }) => rev),
    sequence: Uint32Array.from(items, ({ sequence }) => sequence),
    location: Uint32Array.from(items, ({ location }) => locations.numberOf(location)),
    deleted_by: Uint32Array.from(items, ({ deleted_by }) => users.numberOf(deleted_by)),
    created_at: Float64Array.from(items, ({ created_at }) => Date.parse(created_at)),
    updated_at: Float64Array.from(items, ({ updated_at }) => Date.parse(updated_at)),
    deleted_at: Float64Array.from(items, ({ deleted_at }) => (deleted_at === null ? 0 : Date.parse(deleted_at))),
    locations: locations.all,
    users: users.all,
  }
}

/** Numbers words as they come; null is 0. */
class Words {
  readonly all: string[] = ['']
  private readonly numbers = new Map<string | null, number>([[null, 0]])

  numberOf(word: string | null): number {
    const known = this.numbers.get(word)
    if (known !== undefined) return known
    this.numbers.set(word, this.all.length)
    return this.all.push(word ?? '') - 1
  }
}
