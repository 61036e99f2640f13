// Which changes a reader of the log may not have seen yet: docs/architecture.md, "Lists read what changed". All in milliseconds.

/** D: from a transaction's stamp to its last sending. */
export const sendWithinMs = 6_000
/** How long a command is sent again after its first sending: less than D, so that a transaction never found room ends by what it was told. */
export const retryWithinMs = 5_000
/** S: by how much the clocks of two functions may disagree. */
export const clockSkewMs = 5_000
/**
 * W: what is older has settled. Younger rows are read from the log itself, on every read anew; older ones from the index, too, which lags
 * behind. Must be D + S at least.
 */
export const settledAfterMs = 15_000
