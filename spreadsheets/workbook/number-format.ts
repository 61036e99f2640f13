// What the digits of a number look like in a format of a workbook: ECMA-376, part 1, 18.8.31. Of the formats, only
// those are read that show the digits of a whole number and what stands between them.

/** The longest format that Excel takes. */
export const maxCode = 255

/** What the number looks like: a whole one of at most 15 digits. Null where the format shows something else. */
export function showNumber(number: string, code: string): string | null {
  if (/^(?:general|@)?$/i.test(code)) return number
  const [, sign, digits] = /^(-?)(\d{1,15})$/.exec(number) ?? []
  if (digits === undefined || code.length > maxCode) return null
  // Up to four sections: for numbers above zero, below, zero, and for texts.
  const [above = '', below, zero] = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const own = sign === '-' ? below : digits === '0' ? zero : undefined
  const tokens = readSection(own ?? above)
  return tokens && (own === undefined ? sign : '') + fillPlaces(tokens, digits)
}

/** A place for a digit, or else a text that stands there. */
type Token = { place: string | undefined; text: string }

/** Quoted texts, one character, a colour or language, the width of a character, a place for a digit, plain marks. */
const token =
  /"([^"]*)"|\\(.)|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|\$-[\da-f]+)\]|[_*].|([0#])|([-+() :])/giuy

/** Null where something else is shown, or money or a percentage. */
function readSection(section: string): Token[] | null {
  const tokens = [...section.matchAll(token)].map(([, quoted, single, place, plain]) => {
    return { place, text: quoted ?? single ?? plain ?? '' }
  })
  const isWhole = section.replace(token, '') === '' && tokens.some(({ place }) => place)
  return isWhole && !tokens.some(({ text }) => /[\p{Sc}%‰]/u.test(text)) ? tokens : null
}

/** Digits take their places from the right. Those for which there is none stand at the first place. */
function fillPlaces(tokens: Token[], digits: string): string {
  let left = digits === '0' ? '' : digits
  const first = tokens.findIndex(({ place }) => place)
  const fill = (shown: string, { place, text }: Token, index: number) => {
    if (!place) return text + shown
    const taken = index === first ? left : left.slice(-1)
    left = left.slice(0, left.length - taken.length)
    return (taken === '' && place === '0' ? '0' : taken) + shown
  }
  return tokens.reduceRight(fill, '').trim()
}
