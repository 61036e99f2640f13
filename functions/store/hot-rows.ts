import { formatKey, type Row, type RowKey } from './schema'

/** How long a row stays hot, in tries. */
const hotTries = 20
/** For how many tries a new change makes room. */
const roomTries = 3
/** A function seldom meets more hot rows. Each takes some 100 bytes. */
const maxHotRows = 1_000

/** By key, the last one at the end: rows at which a change of this process was overtaken. In milliseconds. */
const hotRows = new Map<string, { until: number; tryMs: number }>()

/** `tryMs`: how long the try took that was overtaken. */
export function rememberHotRows(rows: Row[], tryMs: number): void {
  const until = performance.now() + hotTries * tryMs
  for (const row of rows) {
    hotRows.delete(formatKey(row))
    hotRows.set(formatKey(row), { until, tryMs })
  }
  for (const key of hotRows.keys()) {
    if (hotRows.size <= maxHotRows) break
    hotRows.delete(key)
  }
}

/** In milliseconds. 0 where none of the rows is hot. */
export function chooseWaitForHotRows(keys: RowKey[]): number {
  const now = performance.now()
  const hot = keys.flatMap((key) => hotRows.get(formatKey(key)) ?? []).filter(({ until }) => until > now)
  return Math.random() * roomTries * Math.max(0, ...hot.map(({ tryMs }) => tryMs))
}
