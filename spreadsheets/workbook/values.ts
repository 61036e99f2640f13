const dayMs = 24 * 60 * 60 * 1_000
/** The day 0 of workbooks, before that of JavaScript; in files that count from 1904, it is later. */
const epochDays = { from1900: 25_569, from1904: 24_107 }

/** A time is written as the API writes it, a day without its time of day. Null where the number is no date. */
export function writeDate(text: string, isFrom1904: boolean): string | null {
  const days = Number(text) - (isFrom1904 ? epochDays.from1904 : epochDays.from1900)
  const date = new Date(Math.floor(days * dayMs))
  return Number.isNaN(date.getTime()) ? null : formatDate(date)
}

/** A cell may have its date as a text, too. */
export function writeIsoDate(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : formatDate(date)
}

function formatDate(date: Date): string {
  return date.toISOString().replace('T00:00:00.000Z', '')
}

/** Digits alone, where no digit is lost: a spreadsheet keeps 15. Else as the file has it, such as `1.2E+20`. */
export function writeNumber(text: string): string {
  const number = Number(text)
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : tidy(text, number)
}

/** A fraction has noise behind its 15th digit: 0.1 is stored as 0.10000000000000001. */
function tidy(text: string, number: number): string {
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? String(Number(number.toPrecision(15))) : text
}
