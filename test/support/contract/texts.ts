import fc from 'fast-check'
import { anyCharacter } from '../any-character'

const ordinary = [...'abcdefgXYZ0189-_.éÄжЖ漢語ß']

/** What has surprised services before: control, invisible and lost characters, expansions, halves of pairs, syntax. */
const unusual = [
  ...['\u0000', '\t', '\n', '\u001b', '\u007f', '\u0085', ' ', '\u00a0', '\u2028'],
  ...['\u00ad', '\u200b', '\u200d', '\u202e', '\u2066', '\ufeff', '\u2800', '\u3164', '\ufe0f', '\u{e0001}'],
  ...['\ufffd', '\ud800', '\udfff', '\ufffe', '\u{10ffff}', '\ue000'],
  ...['e\u0301', '\u0958', '\u{1d160}', 'ﬃ', 'İ', 'ς', '\u0300', 'ﷺ', '각'],
  ...['😀', '👩‍👩‍👧', '🇩🇪', '𝒳'],
  ...["'", '"', '\\', '<b>', '%00', '${', '../', '/', '#', '?', '&', '=', '+', ';', '--', '{{', '\\u0000'],
]

type Bounds = { minLength?: number; maxLength?: number }

/** Texts of a length in code points: ordinary ones, those at the limits, and those that are hard to handle. */
export function makeText({ minLength = 0, maxLength = 60 }: Bounds): fc.Arbitrary<string> {
  const some = {
    minLength: Math.max(minLength, Math.min(4, maxLength)),
    maxLength: Math.min(maxLength, minLength + 20),
  }
  const full = fc.constantFrom('a', '0', 'é', '漢', '😀', '𝒳').map((unit) => unit.repeat(maxLength))
  const strange = fc
    .array(fc.constantFrom(...ordinary, ...unusual), { minLength: 1, maxLength: 12 })
    .map((units) => cut(units.join(''), maxLength))
  const fits = (text: string) => count(text) >= minLength && count(text) <= maxLength
  return fc.oneof(
    { weight: 10, arbitrary: fc.string({ ...some, unit: fc.constantFrom(...ordinary) }) },
    { weight: 2, arbitrary: full },
    { weight: 1, arbitrary: fc.string({ minLength, maxLength: minLength, unit: fc.constantFrom(...ordinary) }) },
    { weight: 1, arbitrary: strange.filter(fits) },
    { weight: 1, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, 30), unit: anyCharacter }) },
  )
}

/** Texts that are just too short or too long. */
export function makeMisfit({ minLength = 0, maxLength }: Bounds): fc.Arbitrary<string>[] {
  const short = minLength > 0 ? [fc.constant('a'.repeat(minLength - 1))] : []
  if (maxLength === undefined) return short
  const long = fc
    .tuple(fc.constantFrom('a', 'é', '😀', 'e\u0301', ' a'), fc.constantFrom(1, 1, 1, 1, 1_000))
    .map(([unit, by]) => cut(unit.repeat(maxLength + by), maxLength + by))
  return [...short, long, long]
}

/** Length as JSON Schema counts it. */
function count(text: string): number {
  return [...text].length
}

function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('')
}

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
