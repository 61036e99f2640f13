import { Catalogue } from '../../catalogue/columns/catalogue'
import { type ItemCatalogue, type ItemSegments, itemLayout, liveItems } from '../../catalogue/items/item-layout'
import { readSegments } from '../../catalogue/replica/base'
import { DamageError, FormatError, Refusal } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import type { ItemFilter, ItemSort } from '../../domain/items/item-list'
import type { Page, PageRequest } from '../../domain/list'
import type { Table } from '../../store/table/table'
import type { Context } from '../context'
import { getSnapshot, type StoredSnapshot } from './read-snapshots'

/** Refused with `invalid_state` where the snapshot is not ready, is damaged, or is stored by another release. */
export async function readItemsOfSnapshot(
  { table, caller }: Context,
  { snapshot, data }: StoredSnapshot,
): Promise<ItemSegments> {
  if (snapshot.status !== 'ready')
    throw new Refusal('invalid_state', `The snapshot is not ready: it is '${snapshot.status}'.`, 'status')
  try {
    return await readSegments(table, itemLayout, { companyId: caller.companyId, ...data })
  } catch (error) {
    if (error instanceof DamageError) throw makeUnreadableRefusal(error)
    throw error
  }
}

export async function listSnapshotItems(
  context: Context,
  id: string,
  query: ItemFilter & PageRequest & { sort: ItemSort },
): Promise<Page<Item>> {
  const { catalogue } = await openSnapshot(context, id)
  return catalogue.list({ ...query, ...liveItems })
}

type OpenSnapshot = { name: string; items: ItemSegments; catalogue: ItemCatalogue }

/** The snapshot that was read last, since clients read its pages one after the other. */
const last = new WeakMap<Table, OpenSnapshot>()

export async function openSnapshot(context: Context, id: string): Promise<OpenSnapshot> {
  const { table } = context
  const stored = await getSnapshot(context, id)
  const known = last.get(table)
  if (known?.name === stored.data.name && stored.snapshot.status === 'ready') return known
  const items = await readItemsOfSnapshot(context, stored)
  const snapshot = { name: stored.data.name, items, catalogue: new Catalogue(items) }
  last.set(table, snapshot)
  return snapshot
}

function makeUnreadableRefusal(error: DamageError): Refusal {
  const why =
    error instanceof FormatError
      ? 'The snapshot cannot be restored: another release has stored it, in a form that this one does not read.'
      : 'The snapshot is damaged: what is stored is not what was written.'
  return new Refusal('invalid_state', why, 'status', { cause: error })
}
