import type { LogRow } from './log-row'

/** In a database transaction, a write has two units for each KB. */
const unitsPerKb = 2
/** What a log row of an item has beside the item's fields, in bytes. */
const ownBytes = 500

/** The write units of a log row in the log's own partition: 2 for most. That of the index is another one. */
export function countLogUnits(row: LogRow): number {
  const bytes = Object.entries(row).reduce((sum, [name, value]) => sum + name.length + countBytes(value), 0)
  return toUnits(bytes)
}

/**
 * The same before the row is made. The fields are in it twice: as the item has them, and as they have changed. What is
 * not in the request does not count.
 */
export function estimateLogUnits(fields: object): number {
  return toUnits(ownBytes + 2 * countBytes(fields))
}

function toUnits(bytes: number): number {
  return unitsPerKb * Math.ceil(bytes / 1_024)
}

function countBytes(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}
