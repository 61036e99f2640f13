import { createApiKey } from '../../admin/keys/api-keys'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { writeBase } from '../../functions/catalogue/replica/base'
import { dayMs } from '../../functions/domain/time'
import { keepUsage } from '../../functions/operations/companies/usage'
import { keepWriteRate } from '../../functions/operations/companies/write-rate'
import { createItem } from '../../functions/operations/items/item-changes'
import { writeItems } from '../../functions/operations/items/write-items'
import { runChange } from '../../functions/operations/run-change'
import { deleteSnapshot } from '../../functions/operations/snapshots/delete-snapshot'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { putJob } from '../../functions/store/companies/job-row'
import { putBlockPage } from '../../functions/store/log/block-pages'
import { keys } from '../../functions/store/table/schema'
import { makeUlid } from '../../functions/store/time/ulids'
import { bolt } from './bolt'
import { deleteRow } from './damage'
import { addPerson, invite } from './people'
import { takeLock } from './restores'
import { openShop, renderJson, type Shop } from './shop'
import { noon, type TestTable } from './table'
import { fillWebhooks } from './webhook-rows'

/**
 * A company with rows of every kind, beside what has expired of it. `text` is in its SKUs and idempotency keys. Made
 * two days before `noon`, to which the clock is set in the end.
 */
export async function openFullCompany({ table, setTime }: TestTable, text: string) {
  setTime(noon - 2 * dayMs)
  const shop = await openShop(table)
  const company = { id: shop.companyId, plan: 'enterprise' as const }
  const key = { companyId: company.id, userId: 'usr_1', plan: company.plan, expiresAt: null, name: 'Web shop' }
  const { row, secret } = await createApiKey(table, { ...key, scopes: ['read', 'write'], prefix: 'sk_test_' })
  await fillStock(shop, text)
  await fillSnapshots(shop)
  await writeBase(table, shop.companyId, itemsSource)
  await putJob(table, shop.companyId, makeUlid(noon), { name: 'compact-catalogue', until: noon - dayMs })
  setTime(noon)
  await finishDays(table, shop.companyId)
  await putBlockPage(table, shop.companyId, { date: '2026-03-12', number: 0, blocks: [] })
  await takeLock(table, shop.companyId, 'rst_dead', text)
  setTime(noon + 3_600_000) // the lock is over
  await keepWriteRate(shop.context, Array(10).fill(2), (units) => units)
  const webhooks = await fillWebhooks(table, shop.companyId)
  const ofKey = { id: row.id, company_id: shop.companyId }
  await keepUsage(table, ofKey, { before: { day: Math.floor(noon / dayMs) - 1, day_count: 3 }, late: null })
  const person = { email: `${row.id}@example.com`, name: 'Person' }
  await addPerson(table, company, { ...person, role: 'owner' })
  await invite(table, company, { ...person, email: `invited-${person.email}`, role: 'viewer' })
  return { shop, secret, keyId: row.id, webhooks }
}

async function fillStock(shop: Shop, text: string): Promise<void> {
  const { context } = shop
  const recorded = (name: string) => ({ key: `${name}#${text}#${name}`, fingerprint: name, row: null })
  const item = await shop.stockItem(`${text}#1`, 10)
  const [moved] = await shop.move({ type: 'receive', quantity: 4, item_id: item.id })
  await shop.reverse(moved?.id ?? '')
  for (const sku of ['TRASH', 'PURGED', 'GONE']) {
    const { id } = await shop.stockItem(sku, 1)
    await shop.deleteItem(id)
  }
  const order = await shop.order([{ item_id: item.id, quantity_ordered: 5 }])
  await shop.takeBack(order.id, (await shop.receive(order.id)).receipt.id)
  await shop.receive(order.id)
  await shop.order([{ item_id: item.id, quantity_ordered: 5 }], 'draft')
  const ofChange = { ...context, idempotency: recorded('change') }
  await runChange(ofChange, () => createItem(context, { ...bolt, sku: 'RECORDED' }), renderJson)
  const rows = ['B1', 'B2'].map((sku) => ({ create: { ...bolt, sku } }))
  await writeItems({ ...context, idempotency: recorded('batch') }, rows, renderJson)
}

async function fillSnapshots(shop: Shop): Promise<void> {
  const { table, companyId, context } = shop
  const manual = { name: null, type: 'manual' } as const
  const { snapshot } = await takeSnapshot(context, manual)
  await shop.stockItem('LATER', 1)
  await startRestore(context, snapshot.id, { mode: 'replace', item_ids: null }, renderJson)
  // Its chunks stay until they expire. No row names them.
  const { snapshot: deleted } = await takeSnapshot(context, manual)
  await shop.run(() => deleteSnapshot(context, deleted.id))
  // What expired between two passes of TTL: a snapshot whose row is gone.
  const { snapshot: halfGone } = await takeSnapshot(context, manual)
  await deleteRow(table, keys.snapshot(companyId, halfGone.id))
}
