export const ofBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone
let zone = ofBrowser
let knownDay = ''

/** In which days are cut and times are shown: the company's, once it is known. */
export const getTimeZone = () => zone

/** Of the company, whose day is `today` at least. A browser that does not know the zone goes by its own. */
export function setTimeZone(name: string, today: string): void {
  knownDay = today
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    zone = name
  } catch {
    zone = ofBrowser
  }
}

/** Writes times, in epoch milliseconds, as they are there. The format is made once for a zone: lists have many. */
export function makeFormat(style: Intl.DateTimeFormatOptions, locale?: string): (at: number) => string {
  let [format, of]: [Intl.DateTimeFormat | null, string] = [null, '']
  return (at) => {
    if (format === null || of !== zone) format = new Intl.DateTimeFormat(locale, { ...style, timeZone: zone })
    of = zone
    return format.format(at)
  }
}

/** The day of a time: `2026-11-25`. Swedish dates are those of ISO 8601. */
export const findDay = makeFormat({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE')
/** The company's. After a change to a zone that is behind, the day that was under way there goes on. */
export function findToday(now = Date.now()): string {
  const day = findDay(now)
  return day > knownDay ? day : knownDay
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** The first moment of the day that is so many days later, in epoch milliseconds. */
export function startOfDay(day: string, later = 0): number {
  const midnight = Date.parse(day) + later * dayMs
  const date = new Date(midnight).toISOString().slice(0, 10)
  let [before, from] = [midnight - dayMs, midnight + dayMs]
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs
    if (findDay(middle) < date) before = middle
    else from = middle
  }
  return from
}
