/** A UTC day, in milliseconds. */
export const dayMs = 86_400_000

/** The UTC date of a time in epoch milliseconds: `2026-03-14`. */
export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
