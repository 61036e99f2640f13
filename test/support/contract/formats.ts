import fc from 'fast-check'

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')

const day = fc.oneof(
  fc
    .tuple(fc.integer({ min: 2020, max: 2030 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, at]) => `${year}-${pad(month)}-${pad(at)}`),
  fc.constantFrom('2024-02-29', '2000-02-29', '0001-01-01', '0000-01-01', '9999-12-31', '1969-12-31', '2026-12-31'),
)

const fraction = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 12 }).map((digits) => `.${'7'.repeat(digits)}`),
)
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }), fraction)
  .map(([hour, minute, second, rest]) => `${pad(hour)}:${pad(minute)}:${pad(second)}${rest}`)
const offset = fc.constantFrom('Z', 'Z', 'Z', 'z', '+00:00', '-00:00', '+05:30', '-12:00', '+23:59', '-23:59')

/** The formats of the document: valid texts of each. */
export const formats: { [name: string]: fc.Arbitrary<string> } = {
  date: day,
  'date-time': fc.oneof(
    { weight: 8, arbitrary: fc.tuple(day, clock, offset).map(([date, time, zone]) => `${date}T${time}${zone}`) },
    { weight: 1, arbitrary: fc.constantFrom('2016-12-31T23:59:60Z', '2026-03-14t09:00:00z') },
  ),
}

/** Texts that are nearly of the format. */
export const nearMisses: { [name: string]: fc.Arbitrary<string> } = {
  date: fc.constantFrom(
    ...['2026-02-29', '2026-13-01', '2026-00-10', '26-03-14', '2026-3-14', '14.03.2026', '2026-03-14T00:00:00Z'],
  ),
  'date-time': fc.constantFrom(
    ...['2026-03-14', '2026-03-14T12:00:00', '2026-03-14T24:00:00Z', '2026-02-30T12:00:00Z', '20260314T120000Z'],
    ...['2026-03-14T12:00Z', '2026-03-14 12:00:00Z', '2026-03-14T12:00:00+24:00', '2026-03-14T12:00:00,5Z', 'now', '0'],
    ...['+002026-03-14T12:00:00Z', '2026-03-14T12:00:00 Z', '2026-W11-6T12:00:00Z', '1773489600'],
  ),
}
