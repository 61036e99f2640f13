import type { ItemFields } from '../../functions/domain/items/item'

/** The fields of an item, for tests to spread: a new field is set here alone. */
export const bolt: ItemFields = {
  name: 'Bolt',
  sku: 'B-1',
  quantity: 0,
  location: null,
  barcode: null,
  reorder_point: null,
}
