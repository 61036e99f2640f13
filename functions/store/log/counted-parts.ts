import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'

/** A part of the log. `counts` has the number of its rows for each combination of the counted fields. */
export type CountedPart = { end: string; counts: Record<string, number> }

/** Each part has its end, and pairs of a combination's index and a number: parts next to each other are much alike. */
const Packed = z.object({
  combinations: z.array(z.string()),
  parts: z.array(z.tuple([z.string(), z.array(z.int())])),
})

export function packParts(parts: CountedPart[]): Uint8Array {
  const combinations = [...new Set(parts.flatMap(({ counts }) => Object.keys(counts)))]
  const indexes = new Map(combinations.map((combination, index) => [combination, index]))
  const packed: z.infer<typeof Packed> = {
    combinations,
    parts: parts.map(({ end, counts }) => [
      end,
      Object.entries(counts).flatMap(([combination, count]) => [indexes.get(combination) ?? 0, count]),
    ]),
  }
  return gzipSync(JSON.stringify(packed))
}

export function unpackParts(packed: Uint8Array): CountedPart[] {
  const { combinations, parts } = Packed.parse(JSON.parse(gunzipSync(packed).toString()))
  return parts.map(([end, pairs]) => {
    const counts: Record<string, number> = {}
    for (let at = 0; at < pairs.length; at += 2) counts[combinations[pairs[at] ?? 0] ?? ''] = pairs[at + 1] ?? 0
    return { end, counts }
  })
}
