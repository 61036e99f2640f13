// What the bars of GS1 hold: fields, each with its application identifier (AI) in front. Source: GS1 General
// Specifications, 3.2 (identifiers), 7.8 (fields of known length need no separator).

/** The end of a field whose length varies: scanners send it as GS. */
const separator = '␝'

/** The lengths of fields, without their identifier, that need no separator. By the identifier's first two digits. */
const lengths: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  11: 6,
  12: 6,
  13: 6,
  14: 6,
  15: 6,
  16: 6,
  17: 6,
  18: 6,
  19: 6,
  20: 2,
  41: 13,
}
/** Measures, such as a weight: four digits of identifier, and six of value. */
const isMeasure = (text: string) => /^3[1-6]\d\d/.test(text)

/** How long an identifier is, by its first two digits. Else it has two. */
const identifierLengths: Record<string, number> = {
  23: 3,
  24: 3,
  25: 3,
  40: 3,
  41: 3,
  42: 3,
  70: 4,
  71: 3,
  80: 4,
  81: 4,
  82: 4,
}

/** The fields by their identifiers, or null where the text is not made so. */
export function readElements(text: string): Map<string, string> | null {
  return text.startsWith('(') ? readPrinted(text) : readSent(text)
}

/** As it is printed below the bars: `(01)10857326005540(10)A1`. */
function readPrinted(text: string): Map<string, string> | null {
  if (!/^(\(\d{2,4}\)[^()]+)+$/.test(text)) return null
  return new Map([...text.matchAll(/\((\d{2,4})\)([^()]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]))
}

function readSent(text: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (let rest = text; rest !== ''; ) {
    const start = rest.slice(0, 2)
    if (!/^\d\d$/.test(start)) return null
    const nameLength = isMeasure(rest) ? 4 : (identifierLengths[start] ?? 2)
    const length = isMeasure(rest) ? 6 : lengths[start]
    const end = rest.indexOf(separator)
    const valueEnd = length === undefined ? (end < 0 ? rest.length : end) : nameLength + length
    const value = rest.slice(nameLength, valueEnd)
    if (value === '' || (length !== undefined && !isNumber(value, length))) return null
    fields.set(rest.slice(0, nameLength), value)
    rest = rest.slice(rest[valueEnd] === separator ? valueEnd + 1 : valueEnd)
  }
  return fields
}

function isNumber(value: string, length: number): boolean {
  return value.length === length && /^\d+$/.test(value)
}
