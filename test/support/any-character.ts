import fc from 'fast-check'

/**
 * Any code point, halves of pairs too: what fast-check's unit 'binary' makes. That one begins with a map of all code
 * points, which takes seconds.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code), toCode)

function toCode(text: unknown): number {
  const [character, ...others] = String(text)
  const code = others.length === 0 ? character?.codePointAt(0) : undefined
  if (code === undefined) throw new Error('it is not one character')
  return code
}
