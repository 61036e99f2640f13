import type { Item } from '../../../../client'
import type { CountRow } from '../../../../spreadsheets/stocktake/count-rows'

/** What was counted of an item. `expected`: what the service had when it was counted. */
export type PhoneCount = { sku: string; name: string; counted: number; expected: number }

/**
 * The counts of a stocktake by hand. `id` names it: under it, each item is booked once. `isBooking`: some may be booked
 * already, so that none is changed any more.
 */
export type PhoneCounts = { id: string; rows: PhoneCount[]; isBooking: boolean }

export function beginCounts(): PhoneCounts {
  return { id: crypto.randomUUID(), rows: [], isBooking: false }
}

export type Effect = 'add' | 'replace'

/**
 * The counts with that of an item. Where it is added to an older one, the older expectation stays: if the item has
 * moved between both, neither is right.
 */
export function putCount(counts: PhoneCounts, item: Item, counted: number, effect: Effect): PhoneCounts {
  const before = counts.rows.find(({ sku }) => sku === item.sku)
  const row = { sku: item.sku, name: item.name, counted, expected: item.quantity }
  if (!before) return { ...counts, rows: [...counts.rows, row] }
  const next = effect === 'add' ? { ...before, counted: before.counted + counted } : row
  return { ...counts, rows: counts.rows.map((each) => (each === before ? next : each)) }
}

export function removeCount(counts: PhoneCounts, sku: string): PhoneCounts {
  return { ...counts, rows: counts.rows.filter((row) => row.sku !== sku) }
}

/** As the rows of a sheet. `nameRow` says what messages call each of them. */
export function toCountRows({ rows }: PhoneCounts, nameRow: (number: number) => string): CountRow[] {
  return rows.map(({ sku, counted, expected }, index) => {
    const place = nameRow(index + 1)
    return { line: index + 1, sku, counted, expected, places: { sku: place, counted: place } }
  })
}
