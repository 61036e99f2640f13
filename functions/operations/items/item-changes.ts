import { ulid } from 'ulid'
import * as rules from '../../domain/items/item'
import { requireRevision, stampAfter } from '../../domain/revision'
import { draftChangeset } from '../../store/commit/changeset'
import type { Context } from '../context'
import type { Decision } from '../run-change'
import { getItem, getLiveItem } from './get-item'

/** The item as it is after a change, and that change; null where nothing had to change. */
export type ChangedItem = { item: rules.Item; change: rules.ItemChange | null }

/** Creates an item. Refused with `sku_already_exists` where a live one has the SKU. */
export async function createItem({ table, caller }: Context, fields: rules.ItemFields): Promise<Decision<rules.Item>> {
  const at = table.now()
  const change = rules.createItem(`itm_${ulid(at)}`, fields, at)
  return { changeset: draftChangeset(caller, at, { items: [change] }), result: change.after }
}

/** Sets the fields that are given. `revision` is the one that the caller has seen; null has seen none. */
export async function updateItem(
  context: Context,
  id: string,
  fields: rules.ItemPatch,
  revision: number | null,
): Promise<Decision<ChangedItem>> {
  const item = await getLiveItem(context, id)
  requireRevision('item', item, revision)
  return changeItem(context, item, (at) => rules.updateItem(item, fields, at))
}

/** Moves a live item to trash. */
export async function deleteItem(
  context: Context,
  id: string,
  revision: number | null,
): Promise<Decision<ChangedItem>> {
  const item = await getLiveItem(context, id)
  requireRevision('item', item, revision)
  return changeItem(context, item, (at) => rules.trashItem(item, context.caller.userId, at))
}

/** Brings an item back from trash, under another SKU if one is given. */
export async function restoreItem(context: Context, id: string, sku?: string): Promise<Decision<ChangedItem>> {
  const item = await getItem(context, id)
  return changeItem(context, item, (at) => rules.restoreItem(item, sku, at))
}

function changeItem(
  { table, caller }: Context,
  item: rules.Item,
  decide: (at: number) => rules.ItemChange | null,
): Decision<ChangedItem> {
  const at = stampAfter([item], table.now())
  const change = decide(at)
  const changes = change ? { items: [change] } : {} // without a change, the answer is all that a key records
  return { changeset: draftChangeset(caller, at, changes), result: { item: change?.after ?? item, change } }
}
