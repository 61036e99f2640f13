// Codes that people, or spreadsheets, take for one another.

/** Two codes that share one of these look alike, or are one number: `00012` and `12`, `1E5` and `100000`. */
export function listLooks(code: string): string[] {
  return [`text ${foldCode(code)}`, ...readNumbers(code).map((number) => `number ${number}`)]
}

export function looksLike(code: string, other: string): boolean {
  const looks = listLooks(code)
  return listLooks(other).some((look) => looks.includes(look))
}

/** How a spreadsheet writes a long number: its last digits are lost. Scripts write a fraction of 0. */
export function isShortened(code: string): boolean {
  return /^(?:\d([.,]\d+)?E\+\d+|\d{4,}\.0)$/i.test(code)
}

/** The digits without zeros in front, or null where it is no number. */
export function stripZeros(code: string): string | null {
  return /^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : null
}

/** Small letters of other alphabets that look like Latin ones, as they do or as their capitals do. */
const strangers: Record<string, string> = Object.fromEntries(
  ['аaвbеeкkмmнhоoрpсcтtуyхxіiѕsјj', 'αaβbεeζzηhιiκkμmνnοoρpτtυyχx'].flatMap((pairs) =>
    [...pairs.matchAll(/(.)(.)/gu)].map(([, stranger, latin]) => [stranger, latin]),
  ),
)

/** In small letters, with plain hyphens, spaces and widths, and without what nobody sees. */
export function foldCode(code: string): string {
  return code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[^\0-\x7f]/gu, (letter) => strangers[letter] ?? letter)
}

/** `1,234` is 1234 to one, and 1.234 to another: each number that a spreadsheet may take the code for. */
export function readNumbers(code: string): string[] {
  const text = code.normalize('NFKC').replace(/[\s'’]/g, '')
  const [, sign = '', whole = '', fraction = '', power = '0'] = decimal.exec(text) ?? []
  const [, groupSign = '', digits = '', , rest = ''] = grouped.exec(text) ?? []
  return [
    ...(whole + fraction === '' ? [] : [formatNumber(sign, whole, fraction, Number(power))]),
    ...(digits === '' ? [] : [formatNumber(groupSign, digits.replace(/[.,]/g, ''), rest, 0)]),
  ]
}

const decimal = /^([+-]?)(\d*)(?:[.,](\d+))?(?:E([+-]?\d{1,2}))?$/i
const grouped = /^([+-]?)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*)(?:[.,](\d+))?$/

/** `+05.10` becomes `5.1`. */
function formatNumber(sign: string, whole: string, fraction: string, power: number): string {
  const digits = whole + fraction
  const point = whole.length + power
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 0)
  const front = padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0'
  const back = padded.slice(at).replace(/0+$/, '')
  return `${sign === '-' ? '-' : ''}${front}${back === '' ? '' : `.${back}`}`
}
