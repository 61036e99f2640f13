import { findDay, findToday, setTimeZone, startOfDay } from '../../dashboard/src/browser/time-zone'
import { formatEnd } from '../../dashboard/src/parts/format'

// Days and times of the pages are those of the company, wherever the browser is.

test.each([
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', 23],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', 25],
  ['Asia/Kolkata', '2026-11-27', '2026-11-26T18:30:00.000Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', 23], // midnight is left out
  ['UTC', '2026-11-27', '2026-11-27T00:00:00.000Z', 24],
])('in %s, the %s begins at %s and has %d hours', (zone, day, begins, hours) => {
  setTimeZone(zone, '')
  const start = startOfDay(day)
  expect(new Date(start).toISOString()).toBe(begins)
  expect((startOfDay(day, 1) - start) / 3_600_000).toBe(hours)
  expect([findDay(start - 1) < day, findDay(start)]).toEqual([true, day])
  expect([begins, new Date(start + 1).toISOString()].map(formatEnd).map((text) => text.includes(':'))).toEqual([
    false,
    true,
  ])
})

test('a zone that the browser does not know is its own', () => {
  setTimeZone('Mars/Olympus', '')
  expect(findDay(0)).toMatch(/^19(69-12-31|70-01-01)$/)
})

test('today is not before the day that the service has said', () => {
  for (const [known, day] of [
    ['2999-01-01', '2999-01-01'],
    ['1999-01-01', findDay(Date.now())],
  ] as const) {
    setTimeZone('UTC', known)
    expect(findToday()).toBe(day)
  }
})
