import { Refusal } from '../errors'
import { dayMs, formatDate } from '../time'

/**
 * A company's, as rows have it: an IANA name, and the day that was under way when it was set, at which its days begin:
 * `Pacific/Auckland@2026-03-14`. Null is UTC. Keys and people have a copy, so a request knows it without a read.
 */
export type TimeZone = string | null

/** How long a time zone stays at least. */
const keptMs = 30 * dayMs
const utc = 'UTC'

/** As the API shows it. */
export function getZoneName(zone: TimeZone): string {
  return split(zone).name
}

/**
 * The company's day at a time (`2026-03-14`). Days follow each other whatever the clocks do: where a new time zone is
 * behind, the day that was under way goes on; where it is ahead, the next one begins at once.
 */
export function formatDay(at: number, zone: TimeZone): string {
  const { name, since } = split(zone)
  const date = zone === null ? formatDate(at) : formatDateIn(name, at)
  return date > since ? date : since
}

/**
 * The zone of this name from `now` on. `changedAt`: when it was set last, in epoch milliseconds. Refused with
 * `invalid_state` where that is less than 30 days ago.
 */
export function changeTimeZone(zone: TimeZone, name: string, changedAt: number | null, now: number): TimeZone {
  if (name === getZoneName(zone)) return zone
  if (changedAt !== null && now < changedAt + keptMs) {
    const next = new Date(changedAt + keptMs).toISOString()
    throw new Refusal('invalid_state', `The time zone can be changed again from ${next} on.`, 'time_zone')
  }
  return `${name}@${formatDay(now, zone)}`
}

/** Null for what is no name of the IANA database, such as an offset. Names of any case are known. */
export function findZoneName(text: string): string | null {
  if (!/^[A-Za-z]/.test(text)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    // An alias has another name, and is kept: `Asia/Kolkata` is `Asia/Calcutta` to some versions of Node.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text
  } catch {
    return null
  }
}

function split(zone: TimeZone): { name: string; since: string } {
  const [name = utc, since = ''] = zone?.split('@') ?? []
  return { name, since }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date there (`2026-03-14`): Swedish dates are those of ISO 8601. */
function formatDateIn(timeZone: string, at: number): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(at)
}
