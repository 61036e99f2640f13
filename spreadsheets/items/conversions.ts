import { isShortened, readNumbers } from './looks'
import { nameBarcode } from './stock'

// What a spreadsheet makes of a text when it opens a file: a number, an amount, a date, a time, or a truth value.

const month =
  '(?:jan|feb|mar|mär|maa|apr|avr|abr|may|mai|jun|jul|jui|aug|aoû|ago|sep|oct|okt|nov|dec|dez|déc|dic|ene|fév)'
const patterns = [
  /^[+-]?[\d.,'’\s]*\d[\d.,'’\s]*(?:E[+-]?\d+)?\s*[%€$£¥]?$/i,
  /^[+-]?[€$£¥]\s*[\d.,'’\s]+$/,
  /^\d{1,4}[-./]\s?\d{1,4}(?:[-./]\s?\d{1,4})?(?:[T\s].*)?$/,
  /^\d{1,2}:\d{1,2}(?::\d\d)?(?:[.,]\d+)?(?:\s?[AP]M)?$/i,
  new RegExp(`^${month}\\p{L}*\\.?[-\\s/]*\\d{1,4}$`, 'iu'),
  new RegExp(`^\\d{1,4}\\.?[-\\s/]*${month}\\p{L}*\\.?(?:[-\\s/]*\\d{2,4})?$`, 'iu'),
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso)$/i,
]

/** Whether a spreadsheet may take the text for something else, or have made it. */
const isConverted = (text: string) => patterns.some((pattern) => pattern.test(text))

/**
 * Whether the text is what a spreadsheet makes of the one before: then nobody has meant to change it. Two plain numbers
 * that are not equal are no such pair.
 */
export function isConversionOf(text: string | null, before: string | null): boolean {
  if (text === null || before === null || text === before) return false
  if (isShortened(text) || nameBarcode(text) === nameBarcode(before)) return true
  if (!isConverted(text) || !isConverted(before)) return false
  const [numbers, earlier] = [readNumbers(text), readNumbers(before)]
  return (
    numbers.length === 0 || earlier.length === 0 || numbers.some((one) => earlier.some((other) => isEqual(one, other)))
  )
}

/** A spreadsheet keeps 15 digits. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Number(one), Number(other)]
  return one === other || Math.abs(a - b) <= Math.abs(b) * 1e-14
}
