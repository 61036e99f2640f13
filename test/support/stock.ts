import { ulid } from 'ulid'
import { decideItemCreation, type Item, type ItemFields } from '../../functions/domain/items/item'
import { makeItemWrites } from '../../functions/store/items/item-row'
import { makeLogRows } from '../../functions/store/log/log-writes'
import type { Table } from '../../functions/store/table/table'
import { bolt } from './bolt'
import { putRows } from './put-rows'
import { makeCaller } from './table'

type Stock = { since: number; quantity: (index: number) => number; from?: number; texts?: Partial<ItemFields> }

/**
 * Writes items with their history, as if created one millisecond after the other from `since` (epoch milliseconds).
 * Their SKUs are `S-0`, `S-1` and so on, counted from `from`. `texts`: instead of the usual ones.
 */
export async function stockUp(
  table: Table,
  companyId: string,
  count: number,
  { since, quantity, from = 0, texts = {} }: Stock,
): Promise<Item[]> {
  const changes = Array.from({ length: count }, (_, row) => {
    const index = from + row
    const at = since + index
    const fields = { ...bolt, name: `Bolt ${index}`, sku: `S-${index}`, quantity: quantity(index), ...texts }
    return { at, change: decideItemCreation(`itm_${makeId(at)}`, fields, at) }
  })
  const rows = changes.flatMap(({ at, change }) => [
    ...makeItemWrites(companyId, [change]).flatMap(({ action }) => action.Put?.Item ?? []),
    ...makeLogRows({ transaction: makeId(at), at, caller: makeCaller(companyId) }, { items: [change] }),
  ])
  await putRows(table, rows)
  return changes.map(({ change }) => change.after)
}

/** Ids need not be hard to guess here. Secure random numbers would take longer than everything else. */
const makeId = (at: number) => ulid(at, Math.random)
