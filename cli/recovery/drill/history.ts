import { setTimeout as sleep } from 'node:timers/promises'
import { createCompany } from '../../../admin/companies/companies'
import { createApiKey } from '../../../admin/keys/api-keys'
import { createClient, type InventoryClient, type Item, type RetryOptions } from '../../../client'
import { type Plan, planNames } from '../../../functions/domain/companies/plan'
import { readRunningJobs } from '../../../functions/store/companies/job-row'
import { readSnapshotRows } from '../../../functions/store/snapshots/snapshot-row'
import type { Table } from '../../../functions/store/table/table'

export type DrillCompany = { id: string; plan: Plan; key: string }

/** A company of each plan, with a key. */
export async function createCompanies(table: Table): Promise<DrillCompany[]> {
  return Promise.all(
    planNames.map(async (plan) => {
      const { id, user_id } = await createCompany(table, { name: `Drill ${plan}`, plan })
      const { secret } = await createApiKey(table, {
        companyId: id,
        userId: user_id,
        plan,
        name: 'Drill',
        scopes: ['read', 'write', 'webhooks'],
        expiresAt: null,
        prefix: 'sk_test_',
      })
      return { id, plan, key: secret }
    }),
  )
}

export function openClient(baseUrl: string, { key }: DrillCompany, retry: RetryOptions = {}): InventoryClient {
  return createClient({ baseUrl, apiKey: key, retry })
}

const rowsInBatch = 50
const pollMs = 250
const nightMs = 60_000

/** A sale whose answer is kept: sent again under its key, it must have the same answer. */
const sale = { type: 'issue', sku: 'DRILL-1', quantity: 1, reference: 'Recorded' } as const
const saleOptions = { idempotencyKey: 'drill-recorded-sale' }

export function sell(client: InventoryClient) {
  return client.createTransactions(sale, saleOptions)
}

/** Makes items, trash, orders, receipts, movements, a snapshot and a restore. Returns the answer of the sale. */
export async function makeHistory(client: InventoryClient, items: number, signal: AbortSignal) {
  const created = await createItems(client, items)
  await fillTrash(client, created)
  await makeOrders(client)
  const answer = await sell(client)
  await makeMovements(client)
  await restoreSnapshot(client, created, signal)
  return answer
}

async function createItems(client: InventoryClient, count: number): Promise<Item[]> {
  const items = Array.from({ length: count }, (_, index) => ({
    name: `Part ${index + 1}`,
    sku: `DRILL-${index + 1}`,
    quantity: 10 + (index % 90),
    location: `Aisle ${1 + (index % 6)}`,
  }))
  const created: Item[] = []
  for (let from = 0; from < count; from += rowsInBatch) {
    const { data } = await client.createItems({ items: items.slice(from, from + rowsInBatch) })
    created.push(...data.flatMap((row) => ('item' in row ? [row.item] : [])))
  }
  if (created.length < count) throw new Error(`${count - created.length} of ${count} items were not created`)
  return created
}

async function fillTrash(client: InventoryClient, items: Item[]): Promise<void> {
  const [gone, back] = items.slice(-2).map(({ id }) => id)
  await client.deleteItem(gone ?? '')
  await client.deleteItem(back ?? '')
  await client.restoreItem(back ?? '')
}

async function makeOrders(client: InventoryClient): Promise<void> {
  const supplier = { name: 'Acme', reference: 'A-1' }
  const lines = ['DRILL-1', 'DRILL-2'].map((sku) => ({ sku, quantity_ordered: 8, unit_cost: '2.50' }))
  const order = { supplier, line_items: lines }
  const { id, line_items } = await client.createOrder(order)
  const [first] = line_items
  await client.receiveOrder(id, { lines: [{ line_item_id: first?.id ?? '', quantity_accepted: 5 }], reference: 'D-1' })
  await client.receiveOrder(id)
  await client.createOrder({ ...order, status: 'draft' })
  const cancelled = await client.createOrder(order)
  await client.cancelOrder(cancelled.id)
}

async function makeMovements(client: InventoryClient): Promise<void> {
  const mistake = await client.createTransactions({ type: 'issue', sku: 'DRILL-2', quantity: 3 })
  await client.reverseTransaction(mistake.id, { note: 'Not picked up' })
  await client.createTransactions({
    transactions: [
      { type: 'issue', sku: 'DRILL-1', quantity: 2 },
      { type: 'adjust', sku: 'DRILL-2', quantity: -1, reason: 'damage' },
    ],
  })
}

async function restoreSnapshot(client: InventoryClient, items: Item[], signal: AbortSignal): Promise<void> {
  const snapshot = await client.createSnapshot({ name: 'Before the drill' })
  await client.updateItem(items[0]?.id ?? '', { quantity: 1, location: 'Elsewhere' })
  await client.createItem({ name: 'Later', sku: 'DRILL-LATER' })
  let restore = await client.restoreSnapshot(snapshot.id)
  while (restore.status === 'running') {
    await sleep(4 * pollMs, undefined, { signal })
    restore = await client.getRestore(restore.id)
  }
  if (restore.status !== 'completed') throw new Error(`the restore ${restore.id} has failed`)
}

/** Runs what the service does each night, and waits until its work is done. */
export async function runNight(
  baseUrl: string,
  table: Table,
  { companies, signal }: { companies: DrillCompany[]; signal: AbortSignal },
): Promise<void> {
  const schedules = new URL('/_local/schedules', baseUrl)
  const { data } = (await (await fetch(schedules, { signal })).json()) as { data: { id: string }[] }
  for (const { id } of data) {
    const { ok, status } = await fetch(`${schedules}/${id}/run`, {
      method: 'POST',
      headers: { 'X-Local': '1' },
      signal,
    })
    if (!ok) throw new Error(`the schedule ${id} has ended with status ${status}`)
  }
  const deadline = performance.now() + nightMs
  for (const company of companies) {
    while (await isAtWork(table, company)) {
      if (performance.now() > deadline) throw new Error(`the jobs of ${company.id} do not end`)
      await sleep(pollMs, undefined, { signal })
    }
  }
}

/** Whether the daily snapshot is still to come, or a job is running. An export would have half of what it writes. */
async function isAtWork(table: Table, { id, plan }: DrillCompany): Promise<boolean> {
  const snapshots = await readSnapshotRows(table, id)
  const daily = snapshots.find(({ type }) => type === 'automatic')
  const isToCome = plan === 'enterprise' && daily?.status !== 'ready'
  return isToCome || (await readRunningJobs(table, id)).length > 0
}
