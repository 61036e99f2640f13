import { compareCodePoints } from '../list'

/** How long usage is kept. */
export const usageDays = 90

/** Requests of a key or a person (`id`) on a UTC day (`2026-03-14`): those that were counted, and those refused. */
export type DailyUsage = { date: string; id: string; requests: number; refused: number }

/** By date and id. What is told of one day in several parts is added up. */
export function mergeUsage(parts: DailyUsage[]): DailyUsage[] {
  const merged = new Map<string, DailyUsage>()
  for (const part of parts) {
    const name = `${part.date} ${part.id}`
    const { requests, refused } = merged.get(name) ?? { requests: 0, refused: 0 }
    const { date, id } = part
    merged.set(name, { date, id, requests: requests + part.requests, refused: refused + part.refused })
  }
  return [...merged].sort(([a], [b]) => compareCodePoints(a, b)).map(([, usage]) => usage)
}
