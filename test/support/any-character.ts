import fc from 'fast-check'

const halves = { first: 0xd800, count: 0x800 }

/**
 * Any code point but halves of pairs, which are no text: what fast-check's unit 'binary' makes. That one begins with a
 * map of all code points, which takes seconds.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - halves.count })
  .map((index) => String.fromCodePoint(index < halves.first ? index : index + halves.count), toIndex)

function toIndex(text: unknown): number {
  const [character, ...others] = String(text)
  const code = others.length === 0 ? character?.codePointAt(0) : undefined
  if (code === undefined || !character?.isWellFormed()) throw new Error('it is not one character')
  return code < halves.first ? code : code - halves.count
}
