import type { Item } from '../../functions/domain/items/item'
import type { Restore } from '../../functions/domain/snapshots/restore'
import { dayMs } from '../../functions/domain/time'
import type { RestoreRequest } from '../../functions/operations/snapshots/restore-request'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { readItemPartitions } from '../../functions/store/items/item-row'
import { findLock, makeLockWrite } from '../../functions/store/snapshots/restore-lock'
import { keys, type Row } from '../../functions/store/table/schema'
import { queryPartitions, type Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { beforeSends, type Command } from './dying'
import { openShop, renderJson, type Shop } from './shop'
import { stockUp } from './stock'
import { noon } from './table'

export const whole = { mode: 'replace', item_ids: null } as const

export const takeManually = async (shop: Shop) =>
  (await takeSnapshot(shop.context, { name: null, type: 'manual' })).snapshot

/** A company whose 60 items have changed in every way since the snapshot: SKUs handed on among others. */
export async function openChangedShop(table: Table) {
  const shop = await openShop(table)
  const items = await stockUp(table, shop.companyId, 60, { since: noon - dayMs, quantity: (index) => index })
  const snapshot = await takeManually(shop)
  const ids = items.map(({ id }) => id)
  for (const id of ids.slice(0, 10)) await shop.updateItem(id, { name: 'Nut', quantity: 500 })
  for (const id of ids.slice(10, 20)) await shop.deleteItem(id)
  for (const [index, id] of ids.slice(20, 26).entries()) await shop.updateItem(id, { sku: `RENAMED-${index}` })
  for (const [index, id] of ids.slice(30, 36).entries())
    await shop.updateItem(id, { sku: `S-${20 + index}`, location: 'WH1' })
  const added = []
  for (let n = 0; n < 6; n++) added.push((await shop.stockItem(`S-${30 + n}`, n)).id)
  return { shop, snapshot, ids: [...ids, ...added] }
}

/** All items of a company, those in trash too, without times. `consistent`: the ledger adds up to the quantity. */
export async function readState(table: Table, companyId: string) {
  const log = await queryPartitions(table, [keys.log(companyId, '', 0).pk])
  const items = []
  for (const pages of readItemPartitions(table, companyId)) for await (const page of pages) items.push(...page)
  return items
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ updated_at: _, created_at: __, restored, deleted_at, ...state }) => ({
      ...state,
      trashed: deleted_at !== null,
      restored: restored?.split('#')[1],
      consistent: isConsistent(log, state),
    }))
}

function isConsistent(log: Row[], { id, stock, sequence }: Pick<Item, 'id' | 'stock' | 'sequence'>) {
  const ledger = log.filter((row) => row.item_id === id && row.type !== undefined)
  const dense = ledger.map((row) => row.sequence).every((number, index) => number === index + 1)
  const total = ledger.reduce((sum, row) => sum + Number(row.quantity_change), 0)
  return dense && ledger.length === sequence && total === stock.total
}

export const restore = async (shop: Shop, snapshot: { id: string }, request: RestoreRequest = whole) =>
  (await startRestore(shop.context, snapshot.id, request, renderJson)).restore
/** The same shop, on another table. */
export const over = (shop: Shop, other: Table): Shop => ({ ...shop, context: { ...shop.context, table: other } })

/** The lock as a restore has it that begins now. */
export async function takeLock(table: Table, companyId: string, restore_id: string, key: string | null = null) {
  const lock = { restore_id, idempotency_key: key, heartbeat: table.now() }
  await transact(table, [makeLockWrite(companyId, lock, await findLock(table, companyId))])
}

/** The transaction that begins a restore. */
export const begins = ({ input }: Command) => JSON.stringify(input).includes('last_restored_at = ')

/** The transaction that ends a slice. */
export const endsSlice = ({ input }: Command) => JSON.stringify(input).includes('"cursor"')

/** Begins a restore, and leaves it to a worker that has not run yet. */
export function handOver(shop: Shop, snapshot: { id: string }, request?: RestoreRequest): Promise<Restore> {
  const withoutSteps = beforeSends(shop.table, ({ input }) => {
    if (JSON.stringify(input).includes('"restored"')) throw new Error('no step may be taken yet')
  })
  return restore(over(shop, withoutSteps), snapshot, request)
}

/** A restore that was begun, and left to a worker that has not run yet. */
export async function beginRestore(table: Table): Promise<{ shop: Shop; restore: Restore }> {
  const { shop, snapshot } = await openChangedShop(table)
  const begun = await handOver(shop, snapshot)
  expect(begun).toMatchObject({ status: 'running', done: 0, total: 38 })
  return { shop, restore: begun }
}
