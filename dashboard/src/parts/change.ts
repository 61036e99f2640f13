import type { Value } from './difference'
import { formatValue } from './format'
import { texts } from './texts'

/** How people call fields, and those of their values that have a name of their own. */
export type FieldWords = { fields: Record<string, string>; values: Record<string, Record<string, string>> }

/** How a field of the log is called. `line_items[0].quantity_ordered` is `Line 1: Ordered`. */
export function nameField(field: string, names: FieldWords['fields']): string {
  const [, line, own = field] = /^line_items\[(\d+)\]\.(.+)$/.exec(field) ?? []
  const name = names[own] ?? own.slice(0, 1).toUpperCase() + own.slice(1).replace(/[._]/g, ' ')
  return line === undefined ? name : texts.line(String(Number(line) + 1), name)
}

/** What is new has no value before. `partially_received` is `Received in part`. */
export function describeChange({ field, from, to }: { field: string; from: Value; to: Value }, words: FieldWords) {
  const shown = from === null ? [to] : [from, to]
  const values = shown.map((value) => words.values[field]?.[String(value)] ?? formatValue(value))
  return `${nameField(field, words.fields)}: ${values.join(' → ')}`
}
