import { ulid } from 'ulid'
import { createItem, type Item, type ItemChange } from '../../functions/domain/items/item'
import { moveStock } from '../../functions/domain/stock/stock-change'
import { dayMs } from '../../functions/domain/time'
import type { Table } from '../../functions/store/client'
import { makeItemWrites } from '../../functions/store/items/item-writes'
import { makeLogRows } from '../../functions/store/log/log-writes'
import type { Row } from '../../functions/store/schema'
import { makeCaller } from '../../test/support/table'
import { makeItems } from '../seed'
import type { NightCompany } from './companies'
import type { SeededDays } from './days'

type Random = () => number

/** Enough for all movements and sales. */
const quantity = 100_000

/** The items of a company as they were created, one after the other. */
export function* makeStock({ items }: NightCompany, { stocked }: SeededDays, random: Random): Generator<ItemChange> {
  const stepMs = dayMs / items
  let number = 0
  for (const { id: _, ...fields } of makeItems(items, random, stocked * dayMs)) {
    const at = stocked * dayMs + Math.floor(stepMs * number++)
    const { name, sku, location, barcode, reorder_point } = fields
    yield createItem(`itm_${makeId(at)}`, { name, sku, quantity, location, barcode, reorder_point }, at)
  }
}

/** What has moved on its open days, after the night that came before them. `items` have what they are then. */
export function* moveItems({ openDays, rows }: NightCompany, items: Item[], random: Random): Generator<ItemChange> {
  const stepMs = (18 * 3_600_000) / Math.max(1, rows)
  for (const day of openDays)
    for (let row = 0; row < rows; row++) {
      const at = day * dayMs + 5 * 3_600_000 + Math.floor(stepMs * row)
      const place = Math.floor(random() * items.length)
      const [item] = items.slice(place, place + 1)
      if (!item) return
      const movement = { type: row % 4 === 0 ? 'receive' : 'issue', quantity: 1, ...noDetails } as const
      const moved = { row: 0, itemId: item.id, movement, expected_quantity: null, expected_sequence: null }
      for (const change of moveStock([item], [moved], at)) {
        items[place] = change.after
        yield change
      }
    }
}

const noDetails = { reason: null, reference: null, note: null, occurred_at: null }

/** Of an item as it is after its changes, and of its SKU guard where it is new. */
export function makeItemRows(table: Table, companyId: string, changes: ItemChange[]): Row[] {
  return makeItemWrites(table, companyId, changes).flatMap(({ action }) => action.Put?.Item ?? [])
}

export function makeLogRowsOf(companyId: string, change: ItemChange): Row[] {
  const at = Date.parse(change.after.updated_at)
  return makeLogRows({ transaction: makeId(at), at, caller: makeCaller(companyId) }, { items: [change] })
}

/** Ids need not be hard to guess here. Secure random numbers would take longer than everything else. */
const makeId = (at: number) => ulid(at, Math.random)
