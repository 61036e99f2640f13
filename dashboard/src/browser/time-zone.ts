const ofBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone
let zone = ofBrowser

/** In which days are cut and times are shown: the company's, once it is known. */
export const getTimeZone = () => zone

/** Of the company. A browser that does not know it goes by its own. */
export function setTimeZone(name: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    zone = name
  } catch {
    zone = ofBrowser
  }
}

/** The day of a time, in epoch milliseconds: `2026-11-25`. */
export const findDay = (at: number) =>
  new Date(at).toLocaleDateString('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone },
  })
export const findToday = () => findDay(Date.now())

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
