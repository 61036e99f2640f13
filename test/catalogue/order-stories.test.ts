import fc from 'fast-check'
import { listOrderHeaders } from '../../functions/catalogue/orders/order-catalogue'
import { listItemIds, toHeader } from '../../functions/domain/orders/order-totals'
import { collectPages } from '../../functions/store/client'
import { readOrderPartitions } from '../../functions/store/orders/order-row'
import { chooseSeed } from '../support/seed'
import { chooseRuns, chooseSize } from '../support/size'
import { inEverySlice } from '../support/slices'
import { useTable } from '../support/table'
import { type Check, makeStories, maxAhead, TableStory } from '../support/table-story'

// Compares lists of orders with the order rows, whatever was written, delayed, compacted and read before, and however
// far the clocks are off.

const engine = useTable()

/** All orders, and those of each item that an order has. */
const check: Check<null> = async (reader, companyId) => {
  const orders = (await Promise.all(readOrderPartitions(engine.table, companyId).map(collectPages))).flat()
  const list = async (item_id?: string) =>
    (await listOrderHeaders(reader, companyId, { item_id, limit: 100, offset: 0, sort: 'order_number' })).rows
  const sorted = orders.sort((a, b) => (a.order_number < b.order_number ? -1 : 1))
  expect(await list()).toEqual(sorted.map(toHeader))
  for (const id of new Set(orders.flatMap(listItemIds)))
    expect(await list(id)).toEqual(sorted.filter((order) => listItemIds(order).includes(id)).map(toHeader))
}

const weights = {
  ...{ add: 2, order: 4, 'edit order': 5, 'place order': 2, 'delete order': 2, 'delayed order edit': 3, release: 3 },
  ...{ read: 6, 'cold start': 2, wait: 6, compact: 2, 'add deltas': 4 },
}

test(
  'every list of orders is what the order rows say, whatever came before',
  inEverySlice(async () => {
    const waits = [1, 200, 3_000, 5_900, 14_000, 20_000, 3_700_000]
    const plot = { weights, waits, choice: fc.constant(null), length: { minLength: 10, maxLength: 60 } }
    await fc.assert(
      fc.asyncProperty(makeStories(plot, { actors: 3, ahead: maxAhead }), ({ clocks, steps }) =>
        new TableStory(engine.table, clocks, check).run(steps),
      ),
      { seed: chooseSeed(), numRuns: chooseRuns({ quick: 1, thorough: 100 }), endOnFailure: true },
    )
  }),
  chooseSize({ quick: 120_000, thorough: 600_000 }),
)
