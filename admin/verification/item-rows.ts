import { readCheckedItems } from '../../functions/store/items/item-row'
import type { Inspection } from './inspection'
import type { Trails } from './trails'

/** Reads the rows of all items, also of those in trash. */
export async function readItems(inspection: Inspection, trails: Trails): Promise<void> {
  inspection.report('reading the items')
  for await (const page of readCheckedItems(inspection.table, inspection.companyId)) {
    for (const checked of page) {
      const item = inspection.take(checked)
      if (item) trails.addItem(item)
    }
    inspection.count('items', page.length)
  }
}
