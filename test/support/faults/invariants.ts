import { verifyCompany } from '../../../admin/verification/verify-company'
import { isInTrash } from '../../../functions/domain/items/item'
import { listItems, listTrash } from '../../../functions/operations/items/list-items'
import { listAudit } from '../../../functions/operations/log/list-audit'
import { listOrders } from '../../../functions/operations/orders/list-orders'
import { listTransactions } from '../../../functions/operations/stock/list-transactions'
import { readApiKeys } from '../../../functions/store/companies/key-row'
import { readItemPartitions } from '../../../functions/store/items/item-row'
import { readOrderPartitions } from '../../../functions/store/orders/order-row'
import { findLock } from '../../../functions/store/snapshots/restore-lock'
import { collectPages, queryPartitions, type Table } from '../../../functions/store/table/table'
import { listAccess } from '../access'
import { makeContext } from '../shop'
import { makeCaller } from '../table'

/** Lists what does not hold of a company's rows, and of its lists, in words. Empty where everything holds. */
export async function findBrokenInvariants(table: Table, companyId: string): Promise<string[]> {
  const { findings } = await verifyCompany(table, companyId, { report: () => {}, scan: true })
  const lock = await findLock(table, companyId)
  return [
    ...findings.map(({ code, resource, text }) => `${code} ${resource}: ${text}`),
    ...(Number(lock?.heartbeat ?? 0) > table.now() ? ['the lock of restores is from the future'] : []),
    ...(await findWrongLists(table, companyId)),
  ]
}

type Pair = [what: string, found: unknown, expected: unknown]

/** Each key is made once, and revoked at most once; so are webhooks that are made by requests. */
async function pairAccess(table: Table, companyId: string): Promise<Pair[]> {
  const entries = await listAccess(table, companyId)
  const listSubjects = (action: string) =>
    entries
      .filter((entry) => entry.action === action)
      .map(({ subject }) => subject.id)
      .sort()
  const keys = await readApiKeys(table, companyId)
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== undefined)
  const listIds = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
  const made = listSubjects('webhook.created')
  const gone = listSubjects('webhook.deleted')
  return [
    ['the keys that were made', listSubjects('key.created'), listIds(keys)],
    ['the keys that were revoked', listSubjects('key.revoked'), listIds(revoked)],
    ['the webhooks that were made', made, [...new Set(made)]],
    ['the webhooks that were deleted', gone, [...new Set(gone)]],
  ]
}

/** Lists as a process makes them that may have made others before. */
async function findWrongLists(table: Table, companyId: string): Promise<string[]> {
  const log = await queryPartitions(table, [`LOG#${companyId}`])
  const items = (await Promise.all(readItemPartitions(table, companyId).map(collectPages))).flat()
  const orders = (await Promise.all(readOrderPartitions(table, companyId).map(collectPages))).flat()
  const context = makeContext(table, makeCaller(companyId))
  const page = { limit: 100, offset: 0 }
  const listIds = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
  const live = await listItems(context, { ...page, sort: 'created_at' })
  const pairs: Pair[] = [
    ['the list of items', listIds(live.rows), listIds(items.filter((item) => !isInTrash(item)))],
    ['the trash', listIds((await listTrash(context, page)).rows), listIds(items.filter(isInTrash))],
    ['the count of the audit log', (await listAudit(context, page)).total, log.length],
    ['the count of the ledger', (await listTransactions(context, page)).total, log.filter(({ type }) => type).length],
    ...(await pairAccess(table, companyId)),
    ['the count of orders', (await listOrders(context, { ...page, sort: '-created_at' })).total, orders.length],
  ]
  const texts = pairs.map(([what, ...both]) => [what, ...both.map((each) => JSON.stringify(each))] as const)
  return texts.flatMap(([what, left, right]) => (left === right ? [] : `${what}: ${left}, and not ${right}`))
}
