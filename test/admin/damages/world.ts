import type { FindingCode } from '../../../admin/verification/inspection'
import { verifyCompany } from '../../../admin/verification/verify-company'
import { readHashes } from '../../../functions/operations/companies/company-terms'
import { keys, type Row, type RowKey } from '../../../functions/store/table/schema'
import { openCompanyToDamage } from '../../support/damaged-company'
import { deleteRows } from '../../support/empty-table'
import { putRows } from '../../support/put-rows'
import { formatRow, scanTable } from '../../support/scan'
import type { TestTable } from '../../support/table'

/** The findings that must follow, in any order. */
export type Found = [FindingCode, string][]
export type World = Awaited<ReturnType<typeof openWorld>>
/** By what is damaged. */
export type Damages = Record<string, (world: World) => Promise<Found>>

export async function openWorld(engine: TestTable) {
  const { table } = engine
  const company = await openCompanyToDamage(engine)
  const { shop, item, order, snapshot, keyId, webhooks } = company
  const { companyId } = shop
  const [before, log] = [await scanTable(table), await shop.log()]
  const [hash = ''] = await readHashes(table, companyId)
  const find = (is: (row: Row) => boolean) => toKey(before.find(is) as Row)
  const findRevision = (rev: number) => find((row) => row.item_id === item.id && row.rev === rev && 'action' in row)
  const delivery = ({ id }: { id: string }) => keys.delivery(companyId, webhooks.webhookId, id)
  /** Rows, by what they are called in the tables of damages. */
  const at = {
    company: keys.company(companyId),
    companyOfPlan: keys.companyOfPlan('enterprise', companyId),
    item: keys.item(companyId, item.id),
    sku: keys.sku(companyId, 'OFTEN'),
    revision1: findRevision(1),
    revision3: findRevision(3),
    revision4: findRevision(4),
    revision5: findRevision(5),
    logOfSnapshot: find(({ resource_id }) => resource_id === snapshot.id),
    logOfOrder: find(({ resource_id, rev }) => resource_id === order.id && rev === 1),
    reversed: find(({ reversed_by }) => reversed_by !== undefined),
    order: keys.order(companyId, order.id),
    receipt: keys.receipt(companyId, order.id, order.receipts[0]?.id ?? ''),
    snapshot: keys.snapshot(companyId, snapshot.id),
    snapshotChunk: keys.chunk(String(before.find(({ sk }) => sk === snapshot.id)?.data), 0),
    restore: find(({ id }) => String(id).startsWith('rst_')),
    lock: keys.restoreLock(companyId),
    key: keys.principal(hash),
    keyById: keys.principalById(keyId),
    keyOfCompany: keys.principalOfCompany(companyId, keyId),
    webhookCount: keys.webhookCount(companyId),
    webhook: keys.webhook(companyId, webhooks.webhookId),
    disabled: keys.webhook(companyId, webhooks.disabledId),
    delivered: delivery(webhooks.delivered),
    pending: delivery(webhooks.pending),
    due: find(({ sk }) => String(sk).endsWith(`#${webhooks.pending.id}`)),
    deliveredEvent: keys.webhookEvent(companyId, webhooks.delivered.event_id),
    pendingEvent: keys.webhookEvent(companyId, webhooks.pending.event_id),
  }
  /** What findings name, by what it is called in the tables of damages. */
  const resources: Record<string, string> = {
    ...{ company: companyId, item: item.id, bulk: company.bulk.id, order: order.id, snapshot: snapshot.id, key: keyId },
    ...{ webhook: webhooks.webhookId, disabled: webhooks.disabledId, restore: at.restore.sk },
    ...{ delivered: webhooks.delivered.id, pending: webhooks.pending.id, 'order number': order.order_number },
    transaction4: at.revision4.sk.slice(0, 26),
    ...{ log3: `txn_${at.revision3.sk.replace('#', '')}`, reversed: `txn_${at.reversed.sk.replace('#', '')}` },
  }
  return { ...company, table, companyId, before, log, at, resources }
}

/** Writes only what differs: it is much faster than to write all rows. */
export async function repair({ table, before }: World): Promise<void> {
  const found = await scanTable(table)
  const [unchanged, wanted] = [new Set(found.map(formatRow)), new Set(before.map(nameRow))]
  const changed = before.filter((row) => !unchanged.has(formatRow(row)))
  await putRows(table, changed)
  const added = found.filter((row) => !wanted.has(nameRow(row)))
  await deleteRows(table, added)
}

export async function find({ table, companyId }: World, scan = true): Promise<Found> {
  const { findings } = await verifyCompany(table, companyId, { report: () => {}, scan })
  return findings.map(({ code, resource }) => [code, resource])
}

export function toKey({ pk, sk }: Row): RowKey {
  return { pk: String(pk), sk: String(sk) }
}

/** As findings name a row that is not of its kind. */
export function nameRow({ pk, sk }: Row): string {
  return `${pk} ${sk}`
}

/** Puts a row, in the place of one that is there or beside all others. It is found by the code, under its key. */
export const putStray =
  (code: FindingCode, makeRow: (world: World) => Row | Promise<Row>) =>
  async (world: World): Promise<Found> => {
    const row = await makeRow(world)
    await putRows(world.table, [row])
    return [[code, nameRow(row)]]
  }

/** What is named, by the code. */
export const toFound = (named: Partial<Record<FindingCode, string>>) => Object.entries(named) as Found

/** The row that was there under a key. */
export const findRow = ({ before }: World, key: RowKey) => before.find((row) => nameRow(row) === nameRow(key))
