import { gunzipSync, gzipSync } from 'node:zlib'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { UnitsByType } from '../../domain/log/log-counts'
import type { RowKey } from '../table/schema'
import { type Table, tryWrite } from '../table/table'

/**
 * A part of the log. `counts` has the number of its rows for each combination of the counted fields. `units` are empty
 * where nothing moved, or where the code before units has counted.
 */
export type CountedPart = { end: string; counts: Record<string, number>; units: UnitsByType }

/**
 * Each part has its end, and pairs of a combination's index and a number: parts next to each other are much alike.
 * `units` has those of each part. It came later, and stands apart: code of before passes over it.
 */
const Packed = z.object({
  combinations: z.array(z.string()),
  parts: z.array(z.tuple([z.string(), z.array(z.int())])),
  units: z.array(z.record(z.string(), z.tuple([z.int(), z.int()]))).optional(),
})

/**
 * Stores parts under a key, with their number as `count`. Unless `replace`, does nothing where more parts are stored
 * already, or as many with no fewer units: whoever counts the same rows makes the same parts.
 */
export async function putParts(
  table: Table,
  { key, count, parts }: { key: RowKey & { format?: number }; count: string; parts: CountedPart[] },
  { replace = false } = {},
): Promise<void> {
  const values = { ':parts': parts.length, ':units': countUnits(parts) }
  const names = { '#parts': count, '#units': unitsAttribute }
  const fewerUnits = '(attribute_not_exists(#units) OR #units < :units)'
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...key, [count]: parts.length, [unitsAttribute]: values[':units'], packed: packParts(parts) },
    ...(replace
      ? {}
      : {
          ConditionExpression: `attribute_not_exists(pk) OR #parts < :parts OR (#parts = :parts AND ${fewerUnits})`,
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: values,
        }),
  })
  await tryWrite(table.db.send(command))
}

/** How many types of parts have units. */
const unitsAttribute = 'units'

function countUnits(parts: CountedPart[]): number {
  return parts.reduce((sum, { units }) => sum + Object.keys(units).length, 0)
}

export function packParts(parts: CountedPart[]): Uint8Array {
  const combinations = [...new Set(parts.flatMap(({ counts }) => Object.keys(counts)))]
  const indexes = new Map(combinations.map((combination, index) => [combination, index]))
  const packed: z.infer<typeof Packed> = {
    combinations,
    parts: parts.map(({ end, counts }) => [
      end,
      Object.entries(counts).flatMap(([combination, count]) => [indexes.get(combination) ?? 0, count]),
    ]),
    ...(countUnits(parts) > 0 && { units: parts.map(({ units }) => units) }),
  }
  return gzipSync(JSON.stringify(packed))
}

export function unpackParts(packed: Uint8Array): CountedPart[] {
  const { combinations, parts, units = [] } = Packed.parse(JSON.parse(gunzipSync(packed).toString()))
  return parts.map(([end, pairs], part) => {
    const counts: Record<string, number> = {}
    for (let at = 0; at < pairs.length; at += 2) counts[combinations[pairs[at] ?? 0] ?? ''] = pairs[at + 1] ?? 0
    return { end, counts, units: units[part] ?? {} }
  })
}
