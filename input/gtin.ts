// The number of a trade item has 8, 12 (UPC), 13 (EAN) or 14 digits. The shorter ones are the same with zeros in front.
// Source: GS1 General Specifications, 1.4 and 7.9.

const lengths = [8, 12, 13, 14]

/** The number with 14 digits, which all its spellings share, or null where the text is none. */
export function readGtin(text: string): string | null {
  return /^\d+$/.test(text) && lengths.includes(text.length) && hasCheckDigit(text) ? text.padStart(14, '0') : null
}

/** The shortest spelling, which is part of all others. */
export function shortenGtin(gtin: string): string {
  const digits = gtin.replace(/^0+/, '').length
  return gtin.slice(-(lengths.find((length) => length >= digits) ?? gtin.length))
}

/** The digits count 1 and 3 by turns, from the last one, which makes the sum a multiple of 10. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
