import fc from 'fast-check'
import {
  changeTimeZone,
  findZoneName,
  formatDay,
  getZoneName,
  type TimeZone,
} from '../../functions/domain/companies/time-zone'
import { Refusal } from '../../functions/domain/errors'
import { dayMs, formatDate } from '../../functions/domain/time'
import { testProperty } from '../support/property'

const zones = [
  'Pacific/Auckland',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Europe/Berlin',
  'UTC',
  'Pacific/Honolulu',
  'Pacific/Kiritimati',
]
const hourMs = 3_600_000

test.each([
  ['Pacific/Auckland', '2026-11-26T10:59:59.999Z', '2026-11-26'],
  ['Pacific/Auckland', '2026-11-26T11:00:00.000Z', '2026-11-27'], // summer: 13 hours
  ['Pacific/Auckland', '2026-07-26T11:59:59.999Z', '2026-07-26'], // winter: 12 hours
  ['America/Los_Angeles', '2026-11-27T01:30:00.000Z', '2026-11-26'],
  ['America/Los_Angeles', '2026-11-01T07:00:00.000Z', '2026-11-01'], // the day of 25 hours
  ['America/Los_Angeles', '2026-11-02T07:59:59.999Z', '2026-11-01'],
  ['Asia/Kolkata', '2026-11-26T18:29:59.999Z', '2026-11-26'],
  ['Asia/Kolkata', '2026-11-26T18:30:00.000Z', '2026-11-27'],
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29'], // the day of 23 hours
  ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  [null, '2026-03-29T23:59:59.999Z', '2026-03-29'],
])('in %p, %s is of the %s', (name, time, day) => {
  expect(formatDay(Date.parse(time), name && `${name}@2026-01-01`)).toBe(day)
})

testProperty(
  'over a change of the clocks and changes of the zone, days follow each other: none is missing, none comes back',
  {
    of: [fc.constantFrom(...zones), fc.constantFrom(...zones), fc.constantFrom(...zones), fc.nat({ max: 200 * 24 })],
    runs: 60,
  },
  (first, second, third, hour) => {
    let now = Date.UTC(2026, 8, 1) + hour * hourMs
    let zone: TimeZone = changeTimeZone(null, first, null, now - 40 * dayMs)
    let day = formatDay(now, zone)
    for (const next of [second, third])
      for (let hours = 0; hours < 60; hours++, now += hourMs / 2) {
        if (hours === 30) zone = changeTimeZone(zone, next, null, now)
        const seen = formatDay(now, zone)
        expect([day, formatDate(Date.parse(day) + dayMs)]).toContain(seen)
        day = seen
      }
  },
)

test('where the new zone is behind, the day under way goes on; where it is ahead, the next one begins at once', () => {
  const now = Date.parse('2026-11-26T12:00:00Z') // the 27th in Auckland, the 26th in Los Angeles
  const auckland = changeTimeZone(null, 'Pacific/Auckland', null, now - 1)
  expect([formatDay(now - 1, null), formatDay(now, auckland)]).toEqual(['2026-11-26', '2026-11-27'])
  const angeles = changeTimeZone(auckland, 'America/Los_Angeles', null, now)
  expect([0, 43, 44].map((hours) => formatDay(now + hours * hourMs, angeles))).toEqual([
    '2026-11-27',
    '2026-11-27',
    '2026-11-28',
  ])
})

test('a zone stays for 30 days, unless it is set as it is', () => {
  const zone = changeTimeZone(null, 'Europe/Berlin', null, 0)
  const change = (name: string, now: number) => getZoneName(changeTimeZone(zone, name, 0, now))
  expect(change('Europe/Berlin', 1)).toBe('Europe/Berlin')
  expect(change('UTC', 30 * dayMs)).toBe('UTC')
  expect(() => change('UTC', 30 * dayMs - 1)).toThrow(
    new Refusal('invalid_state', 'The time zone can be changed again from 1970-01-31T00:00:00.000Z on.', 'time_zone'),
  )
})

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
  ['+05:30', null],
  ['Berlin', null],
  ['Europe/Atlantis', null],
  ['Europe/Berlin@2026-01-01', null],
  ['\u0000', null],
])('of %j, the name is %p', (text, name) => {
  expect(findZoneName(text)).toBe(name)
})
