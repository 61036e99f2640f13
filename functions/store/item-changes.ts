import { ulid } from 'ulid'
import type { Caller } from '../domain/caller'
import { Refused } from '../domain/errors'
import { createItem, type Item, type ItemChange, type ItemFields, isInTrash, purgeAt, stampAfter } from '../domain/item'
import type { Table } from './client'
import { transact, untilCommitted, type Write } from './commit'
import type { getItem } from './items'
import { itemLogRow } from './log'
import { keys, ttlAttribute } from './schema'

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
