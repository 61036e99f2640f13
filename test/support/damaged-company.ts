import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { countSettled, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { dayMs } from '../../functions/domain/time'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { baseNames } from '../../functions/store/catalogue/head'
import { openFullCompany } from './full-company'
import type { Movement, Shop } from './shop'
import { noon, type TestTable } from './table'
import { forgetWriteRate } from './write-rate'

/** The time at which the company has all that can be damaged. */
export const ready = noon + dayMs + 4 * 3_600_000

/**
 * A full company, with counts of more than one block a day, and with bases, deltas and changes since. `item` has five
 * revisions and three transactions, which are not counted yet, and `order` two receipts.
 */
export async function openCompanyToDamage(engine: TestTable) {
  const { table, setTime } = engine
  const { shop, keyId, webhooks } = await openFullCompany(engine, 'other#1')
  const bulk = await shop.stockItem('BULK', 0)
  await moveOften(shop, bulk.id)
  setTime(noon + dayMs + 2 * 3_600_000)
  await finishDays(table, shop.companyId)
  await moveOften(shop, bulk.id)
  setTime(ready - 3_600_000)
  await countSettled(table, shop.companyId, await readCountedLog(table, shop.companyId))
  for (const base of baseNames) await rebuild(table, shop.companyId, base)
  const item = await changeOften(shop)
  const order = await shop.order([{ item_id: bulk.id, quantity_ordered: 5 }])
  setTime(ready - 1_800_000)
  await compact(table, shop.companyId, await planCompaction(table, shop.companyId, null))
  const { snapshot } = await takeSnapshot(shop.context, { name: null, type: 'manual' })
  const received = await receiveTwice(shop, order.id)
  setTime(ready)
  return { shop, keyId, webhooks, bulk, item, order: received, snapshot }
}

/** More log rows than a block has. */
async function moveOften(shop: Shop, item_id: string): Promise<void> {
  const movement: Movement = { type: 'receive', quantity: 1, item_id }
  for (let times = 0; times < 14; times++) {
    await forgetWriteRate(shop)
    await shop.move(...Array<Movement>(40).fill(movement))
  }
}

async function changeOften(shop: Shop) {
  const { id } = await shop.stockItem('OFTEN', 10)
  await shop.updateItem(id, { name: 'Nut' })
  await shop.move({ type: 'issue', quantity: 3, item_id: id })
  await shop.updateItem(id, { location: 'WH2' })
  const [moved] = await shop.move({ type: 'receive', quantity: 1, item_id: id })
  return { ...(await shop.getItem(id)), last: moved?.id ?? '' }
}

async function receiveTwice(shop: Shop, id: string) {
  const { line_items } = await shop.getOrder(id)
  const line = { line_item_id: line_items[0]?.id ?? '', quantity_accepted: 2, quantity_rejected: 1 }
  const delivery = { reference: null, note: null, allow_over_receipt: false }
  const receivePart = () => shop.receive(id, { ...delivery, lines: [{ ...line, rejection_reason: null }] })
  await shop.takeBack(id, (await receivePart()).receipt.id)
  const first = await receivePart()
  const second = await shop.receive(id)
  return { ...second.order, receipts: [first.receipt, second.receipt] }
}
