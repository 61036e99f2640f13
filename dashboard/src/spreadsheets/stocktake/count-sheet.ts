import type { Item } from '../../../../client'
import type { FileKind, Value } from '../../../../spreadsheets/file/table'
import { writeCell, writeTextCell } from '../../../../spreadsheets/sheet/cells'

/** The rows of a sheet to fill in, which is then uploaded. */
export function makeCountSheet(items: Item[], kind: FileKind): Value[][] {
  const write = (text: string | null) => (text === null ? null : kind === 'csv' ? writeCell(text) : writeTextCell(text))
  const rows = items.map(({ id, sku, name, location, barcode, quantity }): Value[] => {
    return [write(sku), write(name), write(location), write(barcode), quantity, null, id]
  })
  return [['sku', 'name', 'location', 'barcode', 'quantity', 'counted', 'id'], ...rows]
}
