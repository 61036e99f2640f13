// In milliseconds: which changes a reader may not have seen yet. docs/architecture.md, "Lists read what changed".

/** D: the maximum time from a transaction's stamp to its last sending. */
export const sendWithinMs = 6_000
/** Less than D, so that DynamoDB's own error ends a database transaction it has no room for, not the time limit. */
export const retryWithinMs = 5_000
/** S: the maximum difference between the clocks of two functions. */
export const clockSkewMs = 5_000
/**
 * W: a change older than this is settled. Every read reads younger rows again, from the log itself: the index, from
 * which older rows can be read, lags behind. Must be at least D + S.
 */
export const settledAfterMs = 15_000
