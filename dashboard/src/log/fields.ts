import { formatValue } from '../parts/format'
import { texts } from './texts'

/** How a field of the log is called. `line_items[0].quantity_ordered` is `Line 1: quantity ordered`. */
export function nameField(field: string): string {
  const line = /^line_items\[(\d+)\]\.?(.*)$/.exec(field)
  if (line) return texts.line(String(Number(line[1]) + 1), texts.fields[line[2] ?? ''] ?? spell(line[2] ?? ''))
  return texts.fields[field] ?? capitalize(spell(field))
}

/** A value as the pages call it: `partially_received` is `Received in part`. */
export function nameValue(field: string, value: string | number | null): string {
  return texts.values[field]?.[String(value)] ?? formatValue(value)
}

const spell = (name: string) => name.replace(/[._]/g, ' ')
const capitalize = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)
