import { type DecimalMark, readAmount, readWholeNumber } from '../../../input/number'

import { formatNumber } from './format'

/** What is wrong with fields, by their names. */
export type Faults = Record<string, string | null>

/** The decimal mark of the browser's language. */
const mark: DecimalMark = new Intl.NumberFormat().format(0.5).includes(',') ? ',' : '.'

/** The whole number that a field shows. Null where it is empty, or shows none. */
export function toNumber(text: string): number | null {
  const reading = readWholeNumber(text)
  return 'value' in reading ? reading.value : null
}

/** The amount that a field shows, as the API takes it. Null where it is empty, or shows none. */
export function toAmount(text: string): string | null {
  const reading = readAmount(text, mark)
  return 'value' in reading ? reading.value : null
}

/** What is wrong with a number that need not be there, or null. */
export function findFault(text: string): string | null {
  return text.trim() === '' ? null : findFaultOfNeeded(text)
}

/** The same of a number that must be there. */
export function findFaultOfNeeded(text: string, least = 0): string | null {
  const reading = readWholeNumber(text)
  if ('problem' in reading) return reading.problem
  return reading.value < least ? `Type a whole number, ${least} or more.` : null
}

/** The same of an amount that need not be there. */
export function findFaultOfAmount(text: string): string | null {
  if (text.trim() === '') return null
  const reading = readAmount(text, mark)
  return 'problem' in reading ? reading.problem : null
}

/** The whole number that a field shows. Throws `RangeError` where it shows none: a form is checked before. */
export function requireNumber(text: string): number {
  const number = toNumber(text)
  if (number === null) throw new RangeError(`'${text}' is not a number`)
  return number
}

/** What is asked before so large a number is sent, or null. `there`: how many there are, or are expected. */
export function doubtNumber(text: string, there: number): string | null {
  const size = Math.abs(toNumber(text) ?? 0)
  if (size < 1_000_000 && !(size > 1_000 && size > 10 * there)) return null
  return `Really ${formatNumber(size)}? If that is what you mean, press the button once more.`
}

/** One more than the field shows. One that shows no number stays as it is. */
export function addOne(text: string): string {
  const number = text.trim() === '' ? 0 : toNumber(text)
  return number === null ? text : String(number + 1)
}
