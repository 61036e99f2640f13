import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import type { UnitsByMovement } from '../../domain/log/log-counts'
import type { RowKey } from '../table/schema'
import { putRow, type Table, tryWrite } from '../table/table'

/** A part of the log. `counts` has the number of its rows for each combination of the counted fields. */
export type CountedPart = { end: string; counts: Record<string, number>; units: UnitsByMovement }

const Units = z.record(z.string(), z.tuple([z.int(), z.int()]))
/** Each part has its end, pairs of a combination's index and a number, and units: parts in a row are much alike. */
const Packed = z.object({
  combinations: z.array(z.string()),
  parts: z.array(z.tuple([z.string(), z.array(z.int()), Units])),
})

/**
 * Stores parts under a key, with their number as `count`. Unless `replace`, does nothing where as many parts are stored
 * already: whoever counts the same rows makes the same parts.
 */
export async function putParts(
  table: Table,
  { key, count, parts }: { key: RowKey; count: string; parts: CountedPart[] },
  { replace = false } = {},
): Promise<void> {
  const put = putRow(table, {
    Item: { ...key, [count]: parts.length, packed: packParts(parts) },
    ...(replace
      ? {}
      : {
          ConditionExpression: 'attribute_not_exists(pk) OR #parts < :parts',
          ExpressionAttributeNames: { '#parts': count },
          ExpressionAttributeValues: { ':parts': parts.length },
        }),
  })
  await tryWrite(put)
}

export function packParts(parts: CountedPart[]): Uint8Array {
  const combinations = [...new Set(parts.flatMap(({ counts }) => Object.keys(counts)))]
  const indexes = new Map(combinations.map((combination, index) => [combination, index]))
  const packed: z.infer<typeof Packed> = {
    combinations,
    parts: parts.map(({ end, counts, units }) => [
      end,
      Object.entries(counts).flatMap(([combination, count]) => [indexes.get(combination) ?? 0, count]),
      units,
    ]),
  }
  return gzipSync(JSON.stringify(packed))
}

/** In bytes. A file of rows may be forged, and little may unpack to very much. */
const maxOutputLength = 64_000_000

export function unpackParts(packed: Uint8Array): CountedPart[] {
  const { combinations, parts } = Packed.parse(JSON.parse(gunzipSync(packed, { maxOutputLength }).toString()))
  return parts.map(([end, pairs, units]) => {
    const counts: Record<string, number> = {}
    for (let at = 0; at < pairs.length; at += 2) counts[combinations[pairs[at] ?? 0] ?? ''] = pairs[at + 1] ?? 0
    return { end, counts, units }
  })
}
