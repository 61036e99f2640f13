import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { fieldIn, Refused } from '../../domain/errors'
import { type Item, isInTrash } from '../../domain/item'
import type { Table } from '../client'
import { Overtaken } from '../commit/transact'
import { keys } from '../schema'
import { getItem } from './items'

/** How a row of a request names an item, and where in the request the row stands: `line_items[2]`, or nothing for the body. */
export type ItemReference = { path: string; item_id: string | null; sku: string | null }

/** The items that rows name, one for each row, every item read once. Refused with the row's field where one does not exist. */
export async function itemsNamed(table: Table, company: string, references: ItemReference[]): Promise<Item[]> {
  const reads = new Map<string, Promise<Item>>()
  const settled = await Promise.allSettled(
    references.map(({ path, item_id, sku }) => {
      const name = sku === null ? `id ${item_id}` : `sku ${sku}`
      const read =
        reads.get(name) ?? (sku === null ? byId(table, company, item_id ?? '', path) : bySku(table, company, sku, path))
      reads.set(name, read)
      return read
    }),
  )
  // The first in the request's order, not the first to fail.
  return settled.map((read) => {
    if (read.status === 'rejected') throw read.reason
    return read.value
  })
}

async function byId(table: Table, company: string, id: string, path: string): Promise<Item> {
  try {
    return await getItem(table, company, id)
  } catch (error) {
    if (error instanceof Refused) throw new Refused(error.code, error.message, fieldIn(path, 'item_id'))
    throw error
  }
}

async function bySku(table: Table, company: string, sku: string, path: string): Promise<Item> {
  const { Item: guard } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.sku(company, sku), ConsistentRead: true }),
  )
  if (!guard) throw new Refused('item_not_found', `There is no item with the SKU '${sku}'.`, fieldIn(path, 'sku'))
  const item = await getItem(table, company, String(guard.item_id))
  if (item.sku !== sku || isInTrash(item)) throw new Overtaken()
  return item
}
