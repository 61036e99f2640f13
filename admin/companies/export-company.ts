import { itemLayout } from '../../functions/catalogue/items/item-layout'
import { readRowsByChunk } from '../../functions/catalogue/replica/base'
import { DamageError } from '../../functions/domain/errors'
import { isPurged } from '../../functions/domain/items/item'
import { viewRestore } from '../../functions/domain/snapshots/restore'
import { type StoredSnapshot, toStoredSnapshot } from '../../functions/operations/snapshots/read-snapshots'
import { areIntact } from '../../functions/store/catalogue/chunks'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { readPeople, toPerson } from '../../functions/store/companies/person-row'
import { readItemPartitions } from '../../functions/store/items/item-row'
import { readAccessPages, toAccessEntry } from '../../functions/store/log/access-row'
import { toAuditEntry } from '../../functions/store/log/audit-entry'
import { readLog } from '../../functions/store/log/log-reader'
import { parseLogRow } from '../../functions/store/log/log-row'
import { readOrderPartitions } from '../../functions/store/orders/order-row'
import { readReceiptPages } from '../../functions/store/orders/receipt-row'
import { readRestoreRows } from '../../functions/store/snapshots/restore-row'
import { readSnapshotRows } from '../../functions/store/snapshots/snapshot-row'
import { toTransactions } from '../../functions/store/stock/transaction'
import { isExpired, ttlAttribute } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { readDeliveryPages, toWebhookDelivery } from '../../functions/store/webhooks/delivery-row'
import { readWebhookRows, toWebhook } from '../../functions/store/webhooks/webhook-row'

/** A part of what a company has. `damaged`: ids of snapshots whose items cannot be read. */
export type ExportedPage = ReturnType<typeof exportCompany> extends AsyncGenerator<infer Page> ? Page : never

/**
 * Everything that customers could still see, and the whole log, however much of it the plan shows. Strongly consistent,
 * but not one moment: pages are read one after the other. Of what there can be much, only one page is in memory.
 */
export async function* exportCompany(table: Table, companyId: string) {
  yield { kind: 'api_key' as const, page: await readApiKeys(table, companyId) }
  yield { kind: 'person' as const, page: (await readPeople(table, companyId)).map(toPerson) }
  for (const pages of readItemPartitions(table, companyId))
    for await (const page of pages)
      yield { kind: 'item' as const, page: page.filter((item) => !isPurged(item, table.now())) }
  yield* exportOrders(table, companyId)
  yield* exportLog(table, companyId)
  for await (const rows of readAccessPages(table, { companyId }, { oldestFirst: true }))
    yield { kind: 'access_entry' as const, page: rows.map(toAccessEntry) }
  yield* exportSnapshots(table, companyId)
  const restores = await readRestoreRows(table, companyId)
  yield { kind: 'restore' as const, page: restores.map((row) => viewRestore(row, table.now())) }
  yield* exportWebhooks(table, companyId)
}

/** Each page of orders is followed by their receipts. */
async function* exportOrders(table: Table, companyId: string) {
  for (const pages of readOrderPartitions(table, companyId))
    for await (const page of pages) {
      yield { kind: 'order' as const, page }
      for (const { id } of page)
        for await (const receipts of readReceiptPages(table, companyId, id))
          yield { kind: 'receipt' as const, page: receipts }
    }
}

/** Oldest first. A log row that moved stock is both a transaction and an audit entry. */
async function* exportLog(table: Table, companyId: string) {
  for await (const page of readLog(table, { companyId }, { oldestFirst: true })) {
    const kept = page.map(parseLogRow).filter(({ [ttlAttribute]: ttl }) => {
      return ttl === undefined || !isExpired({ [ttlAttribute]: ttl }, table.now())
    })
    yield { kind: 'transaction' as const, page: toTransactions(kept) }
    yield { kind: 'audit_entry' as const, page: kept.map(toAuditEntry) }
  }
}

/** Each snapshot that is ready is followed by its items. */
async function* exportSnapshots(table: Table, companyId: string) {
  for (const row of await readSnapshotRows(table, companyId)) {
    const stored = toStoredSnapshot(row, table.now())
    yield { kind: 'snapshot' as const, page: [stored.snapshot] }
    if (stored.snapshot.status === 'ready') yield* exportItemsOfSnapshot(table, companyId, stored)
  }
}

/** The chunks are checked first: items of damaged chunks are not what the company had. Those of another form count. */
async function* exportItemsOfSnapshot(table: Table, companyId: string, { snapshot, data }: StoredSnapshot) {
  const chunkSet = { companyId, ...data }
  const damage = { kind: 'damaged' as const, page: [snapshot.id] }
  if (!(await areIntact(table, chunkSet))) {
    yield damage
    return
  }
  try {
    for await (const page of readRowsByChunk(table, itemLayout, chunkSet))
      yield { kind: 'snapshot_item' as const, snapshot_id: snapshot.id, page }
  } catch (error) {
    if (!(error instanceof DamageError)) throw error
    yield damage
  }
}

/** Each webhook, without its secrets, is followed by its deliveries. */
async function* exportWebhooks(table: Table, companyId: string) {
  for (const row of await readWebhookRows(table, companyId)) {
    yield { kind: 'webhook' as const, page: [toWebhook(row)] }
    for await (const rows of readDeliveryPages(table, companyId, row.id))
      yield { kind: 'delivery' as const, webhook_id: row.id, page: rows.map(toWebhookDelivery) }
  }
}
