const shown = 20

/** Prints the first warnings to stderr, and how many more there are. */
export function warn(warnings: string[]): void {
  for (const text of warnings.slice(0, shown)) console.error(`Warning: ${text}`)
  if (warnings.length > shown) console.error(`Warning: and ${warnings.length - shown} more like these`)
}
