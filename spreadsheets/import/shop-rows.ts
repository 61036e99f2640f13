import { push } from '../items/stock'
import { listLines } from '../sheet/cells'
import { type Mapping, simplify } from '../sheet/mapping'
import type { Sheet, SheetRow } from '../sheet/sheet'

/** The code of a row that is a sum of others, in English, German, French and Spanish. */
const sum = /^(?:(?:sub|grand |sous-)?total|(?:zwischen|gesamt)?summe|(?:ins)?gesamt|somme|suma)[ :]*$/i

/** Returns a function that says why a row is probably no item, as a sentence, or null. */
export function findNoGoods({ header, rows }: Sheet, mapping: Mapping<string>): (row: SheetRow) => string | null {
  const parent = header.findIndex((column) => simplify(column) === 'parent')
  const variants = new Map<string, number[]>()
  for (const { line, cells } of rows) push(variants, cells[parent]?.trim() ?? '', line)
  return ({ cells }) => {
    const [sku = '', quantity = ''] = ['sku', 'quantity'].map((field) => cells[mapping.get(field) ?? -1]?.trim())
    const lines = sku === '' || quantity !== '' ? undefined : variants.get(sku)
    if (lines) return `The row has no quantity, and its variants are in the lines ${listLines(lines)}.`
    return sum.test(sku) ? `The SKU '${sku}' says that the row is a sum of others.` : null
  }
}

/** Shops name the first variant of a product alone. The others get its name, so that a person sees it in their rows. */
export function nameVariants({ header, rows }: Sheet, column: number | undefined): SheetRow[] {
  const handle = header.findIndex((name) => simplify(name) === 'handle')
  if (handle === -1 || column === undefined) return rows
  const names = new Map<string | undefined, string>()
  return rows.map((row) => {
    const name = row.cells[column] || names.get(row.cells[handle])
    if (!name || !row.cells[handle]) return row
    names.set(row.cells[handle], name)
    return { ...row, cells: row.cells.map((cell, index) => (index === column ? name : cell)) }
  })
}
