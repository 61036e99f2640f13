/** What a field for a day holds while only a part of it is typed. It is no day, and it is not none. */
export const halfDay = 'half'

/** True for a day with a year of four digits. On the way to 2026, a browser tells of the years 2, 20 and 202. */
export function isDay(day: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
}

/** What is wrong with a day that need not be there, or null. */
export function findFaultOfDay(day: string): string | null {
  return day === '' || isDay(day) ? null : 'Type the whole day, or clear it.'
}
