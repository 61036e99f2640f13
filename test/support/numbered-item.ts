import { type Item, toItem, type toItemValues } from '../../functions/domain/items/item'
import { bolt } from './bolt'

/** An item as the store holds it, created at the beginning of 2026. A higher number has a higher id. */
export function makeNumberedItem(number: number, fields: Partial<ReturnType<typeof toItemValues>> = {}): Item {
  const created_at = '2026-01-01T00:00:00.000Z'
  const named = { id: `itm_01K${String(number).padStart(23, '0')}`, sku: `S-${number}` }
  const state = { updated_at: created_at, rev: 1, sequence: 0, deleted_at: null, deleted_by: null }
  return toItem({ ...bolt, ...named, created_at, ...state, ...fields })
}

export function makeNumberedItems(...numbers: number[]): Item[] {
  return numbers.map((number) => makeNumberedItem(number))
}
