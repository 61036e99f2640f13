// Times as numbers (`at`, `now`) are epoch milliseconds, as texts ISO 8601 UTC, unless a comment says otherwise.

export const dayMs = 86_400_000

/** UTC: `2026-03-14`. */
export function formatDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** In characters. A ULID begins with its time, which takes ten. */
export const ulidLength = 26
