import { parse } from 'csv-parse/sync'

/** One line of a sales file in the columns of UCI Online Retail. A negative quantity is a return. `at` is ISO 8601. */
export type Sale = { invoice: string; sku: string; name: string; quantity: number; at: string }

export function readSales(text: string): { sales: Sale[]; malformed: { number: number; text: string }[] } {
  const sales: Sale[] = []
  const malformed: { number: number; text: string }[] = []
  const [header = [], ...rows] = parse(text, { relax_column_count: true, relax_quotes: true }) as string[][]
  rows.forEach((row, index) => {
    const [invoice = '', sku = '', name = '', count = '', date = ''] = row
    const quantity = Number(count)
    const at = toInstant(date)
    const valid = row.length === header.length && sku !== '' && name.trim() !== '' && Number.isInteger(quantity)
    if (valid && quantity !== 0 && at) sales.push({ invoice, sku, name, quantity, at })
    else malformed.push({ number: index + 2, text: row.join(',') })
  })
  return { sales, malformed }
}

/** Converts `12/1/10 8:26` (month first) to ISO 8601. Returns null where the format differs. */
function toInstant(date: string): string | null {
  const [, month = '', day = '', year = '', hour = '', minute = ''] =
    /^(\d+)\/(\d+)\/(\d\d) (\d+):(\d\d)$/.exec(date) ?? []
  const time = new Date(Date.UTC(2000 + Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)))
  return month === '' ? null : time.toISOString()
}
