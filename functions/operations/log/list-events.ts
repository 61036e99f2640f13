import { computeAuditStart } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import { formatCursor, type LogPlace, parseCursor } from '../../domain/log/event-cursor'
import { type EventPattern, makeTypeMatcher } from '../../domain/log/event-types'
import { type LogEvent, toEvents } from '../../store/log/events'
import { findRowBefore, makeTimeKey, readLog } from '../../store/log/log-reader'
import { parseLogRow } from '../../store/log/log-row'
import { settledAfterMs } from '../../store/time/timing'
import type { Context } from '../context'

/** `since`: exclusive, in epoch milliseconds. */
export type EventQuery = {
  after?: string | undefined
  since?: number | undefined
  types?: EventPattern[] | undefined
  limit: number
}

/** `cursor`: where the next page begins. */
export type EventPage = { events: LogEvent[]; cursor: string; hasMore: boolean }

/** 1 MB, read strongly. */
const maxReadUnits = 256
/** Where few rows have an event of the types, more rows than events are read at once. */
const rowsAtOnce = 100

/**
 * The log read forwards, up to where changes may still be under way. Refused with `invalid_request`, or with
 * `cursor_expired` where the plan does not show all that has happened since.
 */
export async function listEvents({ table, caller }: Context, query: EventQuery): Promise<EventPage> {
  const now = table.now()
  const start = findStart(query, computeAuditStart(caller.plan, now))
  const end = { row: `${makeTimeKey(now - settledAfterMs - 1)}~`, given: null }
  const page = new EventPager(start, query)
  const usage = { units: 0 }
  // From the row on of which some events were given, or after it.
  const after = start.given === null ? start.row : findRowBefore(start.row)
  const range = { companyId: caller.companyId, after, through: end.row }
  const pageRows = query.types ? Math.max(query.limit + 1, rowsAtOnce) : query.limit + 1
  for await (const rows of readLog(table, range, { oldestFirst: true, pageRows, usage })) {
    const full = rows.some((row) => !page.take(row.sk, toEvents(parseLogRow(row))))
    if (full || usage.units >= maxReadUnits) return { ...page.toPage(page.place), hasMore: true }
  }
  return { ...page.toPage(end.row > page.place.row ? end : page.place), hasMore: false }
}

/** `shown`: since when the plan shows the log. */
function findStart({ after, since }: EventQuery, shown: number): LogPlace {
  if (after !== undefined && since !== undefined)
    throw new Refusal('invalid_request', "The 'since' field must be left out where 'after' is given.", 'since')
  const place = after === undefined ? { row: `${makeTimeKey(since ?? shown - 1)}~`, given: null } : parseCursor(after)
  const field = after === undefined ? (since === undefined ? null : 'since') : 'after'
  if (field === null || place.row >= makeTimeKey(shown - 1)) return place
  const message = `The '${field}' field is before ${new Date(shown).toISOString()}, from when on the plan shows events.`
  throw new Refusal('cursor_expired', message, field)
}

/** Takes rows in order, until the page is full. */
class EventPager {
  private readonly events: LogEvent[] = []
  private readonly isWanted: ReturnType<typeof makeTypeMatcher>

  constructor(
    public place: LogPlace,
    private readonly query: EventQuery,
  ) {
    this.isWanted = makeTypeMatcher(query.types)
  }

  /** False where an event of the row has no room. */
  take(row: string, events: LogEvent[]): boolean {
    const given = row === this.place.row ? (this.place.given ?? 0) : 0
    for (const [index, event] of events.entries()) {
      if (index < given || !this.isWanted(event.type)) continue
      if (this.events.length === this.query.limit) return false
      this.events.push(event)
      this.place = { row, given: index + 1 }
    }
    this.place = { row, given: null }
    return true
  }

  toPage(place: LogPlace): Pick<EventPage, 'events' | 'cursor'> {
    return { events: this.events, cursor: formatCursor(place) }
  }
}
