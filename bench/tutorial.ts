import type { Item } from '../functions/domain/items/item'
import {
  type ItemFilter,
  type ItemSort,
  makeItemComparator,
  makeItemMatcher,
} from '../functions/domain/items/item-list'
import { type PageRequest, slicePage } from '../functions/domain/list'
import { listPartitions } from '../functions/store/table/schema'
import { queryPages, type Table } from '../functions/store/table/table'

export type TutorialRequest = ItemFilter & PageRequest & { sort: ItemSort }

/** Lists as tutorials do: Query everything page after page, then filter, sort and slice the page. */
export async function listTutorialWay(table: Table, companyId: string, request: TutorialRequest) {
  const items: Item[] = []
  for (const partition of listPartitions('ITEMS', companyId)) {
    const filter =
      request.search === undefined ? {} : { FilterExpression: 'contains(#name, :text) OR contains(sku, :text)' }
    const query = {
      KeyConditionExpression: 'pk = :pk',
      ...filter,
      ...(request.search === undefined ? {} : { ExpressionAttributeNames: { '#name': 'name' } }),
      ExpressionAttributeValues: {
        ':pk': partition,
        ...(request.search === undefined ? {} : { ':text': request.search }),
      },
    }
    for await (const rows of queryPages(table, query)) items.push(...(rows as unknown as Item[]))
  }
  return slicePage(items.filter(makeItemMatcher(request)).sort(makeItemComparator(request.sort)), request)
}
