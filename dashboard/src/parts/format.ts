import { findDay, makeFormat, startOfDay } from '../browser/time-zone'

// Numbers and times as the browser's language writes them, in the time zone of the company.

const times = makeFormat({ dateStyle: 'medium', timeStyle: 'short' })
const dates = makeFormat({ dateStyle: 'medium' })
const numbers = new Intl.NumberFormat()
const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const formatNumber = (value: number) => numbers.format(value)
/** With its sign: +3. */
export const formatChange = (value: number) => signed.format(value)
export const formatTime = (iso: string) => times(Date.parse(iso))
export const formatDate = (iso: string) => dates(Date.parse(iso))
/** When something ends. A midnight is the end of the day before: that day is shown, as people have chosen it. */
export const formatEnd = (iso: string) => {
  const end = Date.parse(iso)
  const isMidnight = startOfDay(findDay(end)) === end
  return isMidnight ? dates(end - 1) : times(end)
}
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** A date without a time, such as `2026-11-25`: the same everywhere. */
export const formatCalendarDate = (date: string) => calendar.format(new Date(`${date}T00:00:00Z`))
/** A day, such as `2026-11-25`, without its year. */
export const formatDay = (date: string) => days.format(new Date(`${date}T00:00:00Z`))
/** A value of any field. */
export const formatValue = (value: string | number | null) =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '–')
