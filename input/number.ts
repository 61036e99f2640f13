// Numbers as people type, paste and write them into files. What can be read in two ways is refused: a text never
// becomes another number than the one that it shows.

/** What was read, or why nothing was: a sentence for the person. */
export type Reading<Value> = { value: Value } | { problem: string }

/** Groups of three digits, with a mark between them: `1.000`, `1,000`, `1 000`, `1'000`. */
const grouped = /^[+-]?\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/u

/** A whole number. A minus of a page (`−3`) and the wide digits of a Japanese keyboard are read, too. */
export function readWholeNumber(text: string): Reading<number> {
  const typed = simplify(text)
  const number = Number(typed)
  if (/^[+-]?\d+$/.test(typed) && Number.isSafeInteger(number)) return { value: number + 0 }
  if (typed === '') return { problem: 'Type a number.' }
  if (grouped.test(typed)) return { problem: `${quote(text)} has marks between its digits: type the digits alone.` }
  if (/^[+-]?\d*[.,]\d+$/.test(typed)) return { problem: `${quote(text)} is not a whole number.` }
  if (/^[+-]?\d+$/.test(typed)) return { problem: `${quote(text)} is too large.` }
  return { problem: `${quote(text)} is not a number: type digits alone.` }
}

export type DecimalMark = '.' | ','

/**
 * An amount as the API takes it, such as `2.50`. Point and comma are both read as the decimal mark where only that can
 * be meant. `mark` is that of the person's language. It decides about `2,500`: a mark that is not theirs is refused.
 */
export function readAmount(text: string, mark: DecimalMark): Reading<string> {
  const typed = simplify(text)
  if (typed === '') return { problem: 'Type an amount.' }
  const [, whole = '', own = mark, fraction] = /^(\d*)(?:([.,])(\d+))?$/.exec(typed) ?? groupAmount(typed) ?? []
  if (fraction === undefined && !/^\d+$/.test(whole))
    return { problem: `${quote(text)} is not an amount, such as 2.50.` }
  const isClear = fraction?.length !== 3 || own === mark || !/^[1-9]\d{0,2}$/.test(whole)
  if (!isClear)
    return { problem: `${quote(text)} can be ${whole}${fraction} or ${whole}${mark}${fraction}: type one of them.` }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return { value: fraction === undefined ? digits : `${digits}.${fraction}` }
}

/** `1.234,50` and `1,234.50`: two marks tell which is which. */
function groupAmount(typed: string): string[] | null {
  const [, whole = '', mark, own, fraction] = /^(\d{1,3}(?:([.,'’\s])\d{3})(?:\2\d{3})*)([.,])(\d+)$/u.exec(typed) ?? []
  if (own === undefined || fraction === undefined || mark === own) return null
  return [typed, whole.replace(/\D/g, ''), own, fraction]
}

/** Without spaces around it, and with the digits and the minus of a plain keyboard. */
function simplify(text: string): string {
  const digits = text.replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
  return digits
    .trim()
    .replace(/^[−－]/, '-')
    .replace(/^＋/, '+')
}

const maxQuote = 40

function quote(text: string): string {
  const shown = text.trim().replace(/\s+/g, ' ')
  return `'${[...shown].slice(0, maxQuote).join('')}${[...shown].length > maxQuote ? '…' : ''}'`
}
