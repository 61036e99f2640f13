import { ulid } from 'ulid'
import type { Caller } from '../../domain/caller'
import { createItem, type Item, type ItemChange, type ItemFields } from '../../domain/item'
import { stampAfter } from '../../domain/revision'
import type { Table } from '../client'
import { commit } from '../commit/commit'
import { type Keep, keepNothing } from '../commit/idempotency'
import { untilCommitted } from '../commit/transact'
import type { getItem } from './items'

/** Creates an item. Refused with `sku_already_exists` where a live one has the SKU. */
export function addItem(
  table: Table,
  caller: Caller,
  fields: ItemFields,
  keep: Keep<Item> = keepNothing,
): Promise<Item> {
  return untilCommitted(async () => {
    const at = table.now()
    const change = createItem(`itm_${ulid(at)}`, fields, at)
    return commit(table, caller, at, { items: [change] }, () => change.after, keep)
  })
}

/** The item as it is now, and the change that made it so; null where nothing had to change. */
export type ChangedItem = { item: Item; change: ItemChange | null }

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
  keep: Keep<ChangedItem> = keepNothing,
): Promise<ChangedItem> {
  return untilCommitted(async () => {
    const item = await read(table, caller.companyId, id)
    const at = stampAfter([item], table.now())
    const change = decide(item, at)
    if (change === null) return { item, change }
    return commit(table, caller, at, { items: [change] }, () => ({ item: change.after, change }), keep)
  })
}
