import { dayMs } from '../time'

/** For how long what becomes low is collected. A person gets at most one mail within it. */
export const alertPauseMs = 5 * 60_000

/**
 * A mail tells of what happened until so long before it is due: all of that is settled by then, also where clocks
 * differ. So a message that comes again tells of the same.
 */
export const alertMarginMs = 30_000

/** An alert that is due for so long has lost its message: the next crossing queues it again. */
export const alertLateMs = 60 * 60_000

/** A change waits for less than this in the table's stream. Whoever reads the log again wants no mails of it. */
export const crossingTooOldMs = dayMs
