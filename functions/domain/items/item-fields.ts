import type { PackedFields } from '../fields'

/**
 * The fields of an item: all that has them derives from this table. A new one stands last, with the next place in the
 * packed form, and the next version.
 */
export const itemFields = {
  name: { kind: 'text', max: 200, request: 'set', audit: true, place: 0, column: 'text', search: true, label: 'Name' },
  sku: {
    kind: 'code',
    max: 100,
    request: 'set',
    audit: true,
    place: 1,
    column: 'text',
    filter: true,
    search: true,
    label: 'SKU',
  },
  quantity: { kind: 'quantity', request: 'set', audit: true, place: 2, column: 'integer', label: 'Quantity' },
  location: {
    kind: 'text?',
    max: 200,
    request: 'set',
    audit: true,
    place: 3,
    column: 'dictionary?',
    filter: true,
    label: 'Location',
  },
  barcode: {
    kind: 'code?',
    max: 100,
    request: 'set',
    audit: true,
    place: 4,
    column: 'text?',
    filter: true,
    search: true,
    label: 'Barcode',
  },
  reorder_point: {
    kind: 'quantity?',
    request: 'set',
    audit: true,
    place: 5,
    column: 'integer?',
    label: 'Reorder point',
  },
  created_at: { kind: 'time', request: 'compare', place: 6, column: 'time', label: 'Created' },
  updated_at: { kind: 'time', request: 'compare', place: 7, column: 'time', label: 'Changed last' },
  /** Counts the changes, and never restarts. */
  rev: { kind: 'count', request: null, place: 10, column: 'count' },
  /** Counts the transactions, and never restarts. */
  sequence: { kind: 'count', request: null, place: 11, column: 'count' },
  deleted_at: { kind: 'time?', request: null, place: 8, column: 'time?' },
  deleted_by: { kind: 'text?', request: null, place: 9, column: 'dictionary?' },
} as const satisfies PackedFields
