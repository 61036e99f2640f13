import fc from 'fast-check'
import { type Item, isInTrash, isPurged } from '../../functions/domain/items/item'
import {
  type ItemFilter,
  makeItemComparator,
  makeItemMatcher,
  type TrashSort,
} from '../../functions/domain/items/item-list'
import { type PageRequest, slicePage } from '../../functions/domain/list'
import { dayMs } from '../../functions/domain/time'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import type { Table } from '../../functions/store/client'
import { readItemPartitions } from '../../functions/store/items/item-row'
import { chooseSeed } from '../support/seed'
import { makeContext } from '../support/shop'
import { chooseRuns, chooseSize } from '../support/size'
import { inEverySlice } from '../support/slices'
import { makeCaller, useTable } from '../support/table'
import { type Check, makeStories, maxAhead, TableStory } from '../support/table-story'

// Every list of items must be what the item rows say at that moment, whatever came before.

const engine = useTable()

const requests = [
  { sort: 'created_at' },
  { sort: '-name', search: 'b' },
  { sort: 'quantity' },
  { sort: '-updated_at', low_stock: true },
] as const

/** The lists of one reader against the item rows, by the same clock. */
const check: Check<number> = async (table, companyId, offset) => {
  const context = makeContext(table, makeCaller(companyId))
  const items = await allItems(table, companyId)
  const live = items.filter((item) => !isInTrash(item))
  const trash = items.filter((item) => isInTrash(item) && !isPurged(item, table.now()))
  const ids = items.filter((_, index) => index % 3 === 0).map(({ id }) => id)
  const since = table.now() - 20_000
  for (const request of [...requests, { sort: 'sku', ids }, { sort: 'created_at', updated_since: since }] as const) {
    const query = { limit: 5, offset, ...request }
    expect(await listItems(context, query)).toEqual(expected(live, query))
    expect(await listTrash(context, query)).toEqual(expected(trash, query))
  }
}

function expected(items: Item[], query: ItemFilter & PageRequest & { sort: TrashSort }) {
  return slicePage(items.filter(makeItemMatcher(query)).sort(makeItemComparator(query.sort)), query)
}

async function allItems(table: Table, companyId: string): Promise<Item[]> {
  const items: Item[] = []
  for (const pages of readItemPartitions(table, companyId)) for await (const some of pages) items.push(...some)
  return items
}

const weights = {
  ...{ add: 8, update: 8, move: 8, trash: 4, restore: 4, 'delayed update': 6, 'delayed move': 6, release: 8 },
  ...{ read: 18, 'slow read': 6, 'cold start': 1, wait: 16, purge: 2, sweep: 1, recreate: 1 },
  ...{ compact: 1, 'add deltas': 3, 'begin compaction': 1, 'end compaction': 1 },
}

test(
  'every list is what the item rows say, whatever came before',
  inEverySlice(async () => {
    const waits = [1, 200, 3_000, 5_900, 14_000, 20_000, 3_700_000, 31 * dayMs]
    const plot = {
      weights,
      waits,
      choice: fc.nat({ max: 2 }),
      length: { minLength: 10, maxLength: chooseSize({ quick: 40, thorough: 60 }) },
    }
    await fc.assert(
      fc.asyncProperty(makeStories(plot, { actors: 3, ahead: maxAhead }), ({ clocks, steps }) =>
        new TableStory(engine.table, clocks, check).run(steps),
      ),
      { seed: chooseSeed(), numRuns: chooseRuns({ quick: 1, thorough: 100 }), endOnFailure: true },
    )
  }),
  chooseSize({ quick: 120_000, thorough: 600_000 }),
)
