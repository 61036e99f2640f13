// Numbers and times as the browser's language writes them.

const numbers = new Intl.NumberFormat()
const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const formatNumber = (value: number) => numbers.format(value)
/** With its sign: +3. */
export const formatChange = (value: number) => signed.format(value)
export const formatTime = (iso: string) => times.format(new Date(iso))
export const formatDate = (iso: string) => dates.format(new Date(iso))
/** When something ends. A midnight is the end of the day before: that day is shown, as people have chosen it. */
export const formatEnd = (iso: string) => {
  const end = new Date(iso)
  const isMidnight = end.getHours() + end.getMinutes() + end.getSeconds() + end.getMilliseconds() === 0
  return isMidnight ? dates.format(new Date(end.getTime() - 1)) : times.format(end)
}
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** A date without a time, such as `2026-11-25`: the same everywhere. */
export const formatCalendarDate = (date: string) => calendar.format(new Date(`${date}T00:00:00Z`))
/** A UTC day, such as `2026-11-25`, without its year. */
export const formatDay = (date: string) => days.format(new Date(`${date}T00:00:00Z`))
/** A value of any field. */
export const formatValue = (value: string | number | null) =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '–')
