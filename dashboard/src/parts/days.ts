const dayMs = 86_400_000

/** The last `count` UTC days, today included, oldest first, such as `2026-11-25`. */
export function listDays(count: number, now = Date.now()): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}
