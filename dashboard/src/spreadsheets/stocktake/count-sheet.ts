import type { Item } from '../../../../client'
import type { FileKind, Value } from '../../../../spreadsheets/file/table'
import { writeCell, writeTextCell } from '../../../../spreadsheets/sheet/cells'

/** The rows of a sheet to fill in, which is then uploaded. */
export function makeCountSheet(items: Item[], kind: FileKind): Value[][] {
  const writeText = kind === 'csv' ? writeCell : writeTextCell
  const write = (text: string | null, isCode = false) => (text === null ? null : writeText(text, isCode))
  const rows = items.map(({ id, sku, name, location, barcode, quantity }): Value[] => {
    return [write(sku, true), write(name), write(location), write(barcode, true), quantity, null, id]
  })
  return [['sku', 'name', 'location', 'barcode', 'quantity', 'counted', 'id'], ...rows]
}
