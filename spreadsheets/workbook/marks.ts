import { lostDigits } from '../sheet/cells'
import { asText, ofFormula } from '../sheet/read-field'
import type { Mark } from '../sheet/sheet'

/** The mark of what a column of codes does not take. */
export function makeCodeMark(what: string): Mark {
  return { problem: `${what}, ${asText}`, isOfCodes: true }
}

/** Each stands at many cells. */
export const marks = {
  truth: makeCodeMark('is a truth value'),
  date: makeCodeMark('is a date or a time'),
  digits: makeCodeMark('is a number with more than the 15 digits that a spreadsheet keeps'),
  error: { problem: 'has the error of a formula, and no value', isOfCodes: false },
  formula: {
    problem: ofFormula,
    isOfCodes: false,
  },
} as const satisfies Record<string, Mark>

/** Digits alone, where no digit is lost: a spreadsheet keeps 15. Else as the file has it, such as `1.2E+20`. */
export function writeNumber(text: string): string {
  const number = Number(text)
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : tidy(text, number)
}

/** A fraction has noise behind its 15th digit: 0.1 is stored as 0.10000000000000001. */
function tidy(text: string, number: number): string {
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? String(Number(number.toPrecision(15))) : text
}

/** Whether digits of the number are lost. 16 and more may be there: some programs write them all. */
export function isCut(number: string): boolean {
  return Math.abs(Number(number)) >= 1e15 && (!/^-?\d+$/.test(number) || lostDigits.test(number))
}
