import { Refusal } from '../../domain/errors'
import {
  decideItemCreation,
  decideItemDeletion,
  decideItemRestore,
  decideItemUpdate,
  type Item,
  type ItemChange,
  type ItemFields,
  type ItemPatch,
} from '../../domain/items/item'
import { chooseStamp, requireRevision } from '../../domain/revision'
import { draftChangeset, draftUnchanged } from '../../store/commit/changeset'
import { makeUlid } from '../../store/time/ulids'
import type { Context } from '../context'
import type { Decision } from '../run-change'
import { findItemOfSku, getItem, getLiveItem } from './find-items'

/** The item after the change, and the change itself: null where nothing had to change. */
export type ItemDecision = { item: Item; change: ItemChange | null }

/** Refused with `sku_already_exists` where a live item has the SKU. */
export async function createItem({ table, caller }: Context, fields: ItemFields): Promise<Decision<Item>> {
  const at = table.now()
  const change = decideItemCreation(`itm_${makeUlid(at)}`, fields, at)
  return { changeset: draftChangeset(caller, at, { items: [change] }), result: change.after }
}

/**
 * Changes the live item that has the SKU, or makes one of `otherwise`, which may also refuse. Refused with
 * `sku_already_exists` where another makes it at the same time.
 */
export async function upsertItem(
  context: Context,
  fields: ItemPatch & { sku: string },
  otherwise: ItemFields | Refusal,
): Promise<Decision<{ item: Item; created: boolean }>> {
  const item = await findItemOfSku(context, fields.sku)
  if (item) {
    const at = chooseStamp([item], context.table.now())
    const { changeset, result } = draftItem(context, item, decideItemUpdate(item, fields, at), at)
    return { changeset, result: { item: result.item, created: false } }
  }
  if (otherwise instanceof Refusal) throw otherwise
  const { changeset, result } = await createItem(context, otherwise)
  return { changeset, result: { item: result, created: true } }
}

/** `revision` is the one that the client has seen, or null to skip the check. */
export async function updateItem(
  context: Context,
  id: string,
  fields: ItemPatch,
  revision: number | null,
): Promise<Decision<ItemDecision>> {
  const item = await getLiveItem(context, id)
  requireRevision('item', item, revision)
  const at = chooseStamp([item], context.table.now())
  return draftItem(context, item, decideItemUpdate(item, fields, at), at)
}

export async function deleteItem(
  context: Context,
  id: string,
  revision: number | null,
): Promise<Decision<ItemDecision>> {
  const item = await getLiveItem(context, id)
  requireRevision('item', item, revision)
  const at = chooseStamp([item], context.table.now())
  return draftItem(context, item, decideItemDeletion(item, context.caller.userId, at), at)
}

export async function restoreItem(context: Context, id: string, sku?: string): Promise<Decision<ItemDecision>> {
  const item = await getItem(context, id)
  const at = chooseStamp([item], context.table.now())
  return draftItem(context, item, decideItemRestore(item, sku, at), at)
}

/** `change` is null where nothing has to change. `at`: its stamp. */
function draftItem({ caller }: Context, item: Item, change: ItemChange | null, at: number): Decision<ItemDecision> {
  if (!change) return { changeset: draftUnchanged(caller, item), result: { item, change } }
  return { changeset: draftChangeset(caller, at, { items: [change] }), result: { item: change.after, change } }
}
