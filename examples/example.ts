import type { CreateItem, CreateOrder, Movement } from '../client'
import { makeDemoCatalogue } from './catalogue'

/** The stock of a small company, as requests: its items, a first day of movements, and two orders. */
export type ExampleStock = { items: CreateItem[]; movements: Movement[]; orders: CreateOrder[] }

const itemCount = 24
const dayMs = 86_400_000

/** `day`: the day on which it is loaded, such as `2026-11-25`. For the same day, it is the same every time. */
export function makeExampleStock(day: string): ExampleStock {
  const items = makeDemoCatalogue(itemCount)
  return { items, movements: makeMovements(items), orders: makeOrders(items, day) }
}

/** Sales of what there is enough of; every third time, a delivery. */
function makeMovements(items: CreateItem[]): Movement[] {
  const stocked = items.filter(({ quantity = 0 }) => quantity >= 30)
  return stocked.flatMap(({ sku }, index): Movement[] => {
    const sale: Movement = {
      type: 'issue',
      sku,
      quantity: 3 + ((index * 5) % 20),
      reason: 'sale',
      reference: `Sale ${1001 + index}`,
    }
    const delivery: Movement = { type: 'receive', sku, quantity: 12, reason: 'restock', reference: 'Delivery 77' }
    return index % 3 === 0 ? [sale, delivery] : [sale]
  })
}

/** One that is under way, and a draft: of items with little stock. */
function makeOrders(items: CreateItem[], day: string): CreateOrder[] {
  const few = items.filter(({ quantity = 0 }) => quantity < 60)
  const lines = few.map(({ sku }, index) => ({
    sku,
    quantity_ordered: 50 + 10 * (index % 4),
    unit_cost: `${1 + index}.20`,
  }))
  const inDays = (days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
  return [
    {
      supplier: { name: 'Bolts & Bearings Ltd' },
      currency: 'EUR',
      expected_at: inDays(3),
      line_items: lines.slice(0, 3),
    },
    { supplier: { name: 'Workshop Wholesale' }, currency: 'EUR', status: 'draft', line_items: lines.slice(3, 5) },
  ]
}
