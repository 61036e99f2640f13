import { Refused } from '../../domain/errors'
import { type Item, type ItemChange, isInTrash, purgeAt } from '../../domain/items/item'
import type { Table } from '../client'
import { keys, ttlAttribute, ttlOf } from '../schema'
import type { Write } from '../transact'

/** What changes of items write: each item once, however many changes it had, and its SKU's guard where that is another. */
export function itemWrites(table: Table, company: string, changes: ItemChange[]): Write[] {
  const whole = new Map<string, ItemChange>()
  for (const change of changes) {
    const before = whole.get(change.after.id)?.before ?? change.before
    whole.set(change.after.id, { ...change, before })
  }
  return [...whole.values()].flatMap((change) => [
    itemWrite(table, company, change),
    ...skuWrites(table, company, change),
  ])
}

function itemWrite(table: Table, company: string, { before, after }: ItemChange): Write {
  const purge = purgeAt(after)
  const Item = {
    ...keys.item(company, after.id),
    ...after,
    ...(purge === null ? {} : { [ttlAttribute]: ttlOf(purge) }),
  }
  const unchanged = before ? asSeen(before) : { ConditionExpression: 'attribute_not_exists(pk)' }
  return { action: { Put: { TableName: table.name, Item, ...unchanged } } }
}

/** Marks an item that a step of a restore leaves as it is: no change of the inventory, so neither its revision nor the log tells of it. */
export function markWrite(table: Table, company: string, item: Item, mark: string): Write {
  const { ConditionExpression, ExpressionAttributeValues } = asSeen(item)
  return {
    action: {
      Update: {
        TableName: table.name,
        Key: keys.item(company, item.id),
        UpdateExpression: 'SET restored = :mark',
        ConditionExpression,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':mark': mark },
      },
    },
  }
}

/** The condition that an item is as it was read: its mark, too, which may come without a revision, and must not be lost. */
function asSeen({ rev, restored }: Item) {
  return restored === undefined
    ? {
        ConditionExpression: 'rev = :seen AND attribute_not_exists(restored)',
        ExpressionAttributeValues: { ':seen': rev },
      }
    : {
        ConditionExpression: 'rev = :seen AND restored = :restored',
        ExpressionAttributeValues: { ':seen': rev, ':restored': restored },
      }
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
