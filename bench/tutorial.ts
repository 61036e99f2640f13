import type { ItemListRequest } from '../functions/catalogue/items/item-catalogue'
import type { Item } from '../functions/domain/items/item'
import { byField, matches } from '../functions/domain/items/item-list'
import { page } from '../functions/domain/list'
import { queryPages, type Table } from '../functions/store/client'
import { partitionsOf } from '../functions/store/schema'

/** The list as tutorials do it: Query everything, page after page, filter it, sort it, cut the page out. */
export async function tutorialList(table: Table, company: string, request: ItemListRequest) {
  const items: Item[] = []
  for (const partition of partitionsOf('ITEMS', company)) {
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
  return page(items.filter(matches(request)).sort(byField(request.sort)), request)
}
