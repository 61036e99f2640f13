import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import { z } from 'zod'
import type { Caller } from '../domain/caller'
import { Refused } from '../domain/errors'
import { createItem, type Item, type ItemChange, type ItemFields, isInTrash, purgeAt, stampAfter } from '../domain/item'
import {
  byField,
  type ItemFilter,
  type ItemSort,
  matches,
  type Page,
  type PageRequest,
  page,
} from '../domain/item-list'
import { queryAll, type Table } from './client'
import { transact, untilCommitted, type Write } from './commit'
import { itemLogRow } from './log'
import { itemPartitions, keys, ttlAttribute } from './schema'

const nullable = z.string().nullable().default(null)
/** The row, as it must be. A row that is not is a fault of ours, never the caller's. */
const ItemRow = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  quantity: z.int(),
  location: nullable,
  barcode: nullable,
  reorder_point: z.int().nullable().default(null),
  created_at: z.string(),
  updated_at: z.string(),
  rev: z.int(),
  sequence: z.int(),
  deleted_at: nullable,
  deleted_by: nullable,
})

/** The item, live or in trash. Refused with `item_not_found` where there is none, or its time in trash is over. */
export async function getItem(table: Table, company: string, id: string): Promise<Item> {
  const { Item: row } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.item(company, id), ConsistentRead: true }),
  )
  const item = row && ItemRow.parse(row)
  if (!item || isPurged(item, table.now())) throw itemNotFound()
  return item
}

/** The live item: one in trash is as good as none. */
export async function getLiveItem(table: Table, company: string, id: string): Promise<Item> {
  const item = await getItem(table, company, id)
  if (isInTrash(item)) throw itemNotFound()
  return item
}

/** One page of the live items that pass the filter. */
export async function listItems(
  table: Table,
  company: string,
  query: ItemFilter & PageRequest & { sort: ItemSort },
): Promise<Page<Item>> {
  const items = (await allItems(table, company)).filter((item) => !isInTrash(item)).filter(matches(query))
  return page(items.sort(byField(query.sort)), query)
}

/** One page of the items in trash; newest deleted first, unless sorted otherwise. */
export async function listTrash(
  table: Table,
  company: string,
  query: ItemFilter & PageRequest & { sort?: ItemSort | undefined },
): Promise<Page<Item>> {
  const items = (await allItems(table, company)).filter(isInTrash).filter(matches(query))
  return page(items.sort(query.sort ? byField(query.sort) : newestDeletedFirst), query)
}

/** Creates an item. Refused with `sku_already_exists` where a live one has the SKU. */
export function addItem(table: Table, caller: Caller, fields: ItemFields): Promise<Item> {
  return untilCommitted(async () => {
    const at = table.now()
    const change = createItem(`itm_${ulid(at)}`, fields, at)
    await commitItemChange(table, caller, change, at)
    return change.after
  })
}

/**
 * Changes an item as `decide` says, in one transaction with its log row. `decide` gets the item as it is and the time of the
 * change, and runs anew where another change came first; it may refuse, or answer null for no change.
 */
export function changeItem(
  table: Table,
  caller: Caller,
  read: typeof getItem,
  id: string,
  decide: (item: Item, at: number) => ItemChange | null,
): Promise<{ item: Item; change: ItemChange | null }> {
  return untilCommitted(async () => {
    const item = await read(table, caller.companyId, id)
    const at = stampAfter(item, table.now())
    const change = decide(item, at)
    if (change) await commitItemChange(table, caller, change, at)
    return { item: change?.after ?? item, change }
  })
}

function commitItemChange(table: Table, caller: Caller, change: ItemChange, at: number): Promise<void> {
  const stamp = { transaction: ulid(at), at, caller }
  return transact(table, [
    itemWrite(table, caller.companyId, change),
    ...skuWrites(table, caller.companyId, change),
    itemLogRow(table.name, stamp, change, 0, 1),
  ])
}

function itemWrite(table: Table, company: string, { before, after }: ItemChange): Write {
  const purge = purgeAt(after)
  const Item = {
    ...keys.item(company, after.id),
    ...after,
    ...(purge === null ? {} : { [ttlAttribute]: Math.ceil(purge / 1_000) }),
  }
  const unchanged = before
    ? { ConditionExpression: 'rev = :seen', ExpressionAttributeValues: { ':seen': before.rev } }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  return { action: { Put: { TableName: table.name, Item, ...unchanged } } }
}

/** A SKU is unique among live items because each has a guard row, and only one item can have written it. */
function skuWrites(table: Table, company: string, { before, after }: ItemChange): Write[] {
  const held = before && !isInTrash(before) ? before.sku : null
  const wanted = isInTrash(after) ? null : after.sku
  if (held === wanted) return []
  const writes: Write[] = []
  if (held !== null) writes.push({ action: { Delete: { TableName: table.name, Key: keys.sku(company, held) } } })
  if (wanted !== null) {
    const Item = { ...keys.sku(company, wanted), item_id: after.id }
    const refusal = new Refused('sku_already_exists', `Another item has the SKU '${wanted}'.`, 'sku')
    writes.push({
      action: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
      refusal,
    })
  }
  return writes
}

async function allItems(table: Table, company: string): Promise<Item[]> {
  const rows = await Promise.all(
    itemPartitions(company).map((pk) =>
      queryAll(table, { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }),
    ),
  )
  const now = table.now()
  return rows
    .flat()
    .map((row) => ItemRow.parse(row))
    .filter((item) => !isPurged(item, now))
}

function isPurged(item: Item, now: number): boolean {
  const purge = purgeAt(item)
  return purge !== null && purge <= now
}

function newestDeletedFirst(a: Item, b: Item): number {
  return Date.parse(b.deleted_at ?? '') - Date.parse(a.deleted_at ?? '') || (a.id < b.id ? 1 : -1)
}

function itemNotFound(): Refused {
  return new Refused('item_not_found', 'There is no such item.')
}
