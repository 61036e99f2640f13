/** For how many tries an overtaken change makes room for its rivals. */
const rivalTries = 7
/** How many times as long as usual a try counts at most: nobody must wait long because a process was frozen. */
const longestTry = 4
/** The moving average of this process. */
let usualTryMs = 20

/** Returns what the try counts for, in milliseconds. */
export function recordTry(ms: number): number {
  const tryMs = Math.min(ms, longestTry * usualTryMs)
  usualTryMs += (tryMs - usualTryMs) / 10
  return tryMs
}

/**
 * In milliseconds. A change that was overtaken often has many rivals, and only one of those that try at the same time
 * succeeds. So each waits for some tries. What it has waited counts: who came first goes first, and at last at once.
 */
export function chooseWaitForRivals(tryMs: number, waitedMs: number): number {
  const share = 0.3 + 0.7 * Math.random()
  return share * Math.max(0, rivalTries * tryMs - waitedMs)
}
