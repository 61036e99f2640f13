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

/** Texts of a length in code points: ordinary ones, those at the limits, and those that are hard to handle. */
export function makeText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const strange = fc.array(fc.constantFrom(...ordinary, ...unusual), { minLength: 1, maxLength: 12 })
  const fits = (text: string) => [...text].length >= minLength
  const plain = fc.constantFrom(...ordinary)
  const [least, most] = [Math.max(minLength, Math.min(4, maxLength)), Math.min(maxLength, minLength + 20)]
  return fc.oneof(
    { weight: 10, arbitrary: fc.string({ minLength: least, maxLength: most, unit: plain }) },
    { weight: 2, arbitrary: fc.constantFrom('a', '0', 'é', '漢', '😀', '𝒳').map((unit) => unit.repeat(maxLength)) },
    { weight: 1, arbitrary: fc.string({ minLength, maxLength: minLength, unit: plain }) },
    { weight: 1, arbitrary: strange.map((units) => cut(units.join(''), maxLength)).filter(fits) },
    { weight: 1, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, 30), unit: anyCharacter }) },
  )
}

/** Texts that are just too long, or far too long. */
export function listLongTexts(maxLength: number): string[] {
  const long = ['a', 'é', '😀', 'e\u0301', ' a'].map((unit) => cut(unit.repeat(maxLength + 1), maxLength + 1))
  return [...long, ...long, ...long, 'a'.repeat(maxLength + 1_000), 'e\u0301'.repeat(maxLength + 1_000)]
}

/** Length as JSON Schema counts it: in code points. */
function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('')
}

const day = fc.oneof(
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  fc.constantFrom('2024-02-29', '2000-02-29', '0001-01-01', '0000-01-01', '9999-12-31', '1969-12-31', '2026-12-31'),
)
const clock = fc.tuple(fc.nat({ max: 86_399 }), fc.nat({ max: 12 })).map(([second, digits]) => {
  const fraction = digits === 0 ? '' : `.${'7'.repeat(digits)}`
  return new Date(second * 1_000).toISOString().slice(11, 19) + fraction
})
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
export const nearMisses: { [format: string]: string[] } = {
  date: ['2026-02-29', '2026-13-01', '2026-00-10', '26-03-14', '2026-3-14', '14.03.2026', '2026-03-14T00:00:00Z'],
  'date-time': [
    ...['2026-03-14', '2026-03-14T12:00:00', '2026-03-14T24:00:00Z', '2026-02-30T12:00:00Z', '20260314T120000Z'],
    ...['2026-03-14T12:00Z', '2026-03-14 12:00:00Z', '2026-03-14T12:00:00+24:00', '2026-03-14T12:00:00,5Z', 'now', '0'],
    ...['+002026-03-14T12:00:00Z', '2026-03-14T12:00:00 Z', '2026-W11-6T12:00:00Z', '1773489600'],
  ],
}
