import * as z from 'zod'
import { makeEmailKey } from '../../functions/store/companies/email-row'
import { findPerson } from '../../functions/store/companies/person-row'
import { findCheckedOrders } from '../../functions/store/orders/order-row'
import { keys, type RowKey, ttlAttribute } from '../../functions/store/table/schema'
import { findRow, queryPartitions, type Table } from '../../functions/store/table/table'
import * as scan from '../table/table-scan'
import type { Finding, Inspection } from './inspection'
import { suspectOrphan } from './rows'
import { lookAgain, type Trails } from './trails'
import { checkDeliveries, checkDue } from './webhooks'

/** What the scan has found that is looked at when it has ended. */
type Suspects = {
  skus: string[]
  orders: Set<string>
  keyRows: RowKey[]
  emails: RowKey[]
  /** Webhooks that are gone, and have deliveries. */
  webhooks: Set<string>
  unnamedChunks: number
}

/** What was checked before the scan. `webhooks`: ids. */
type Checked = { trails: Trails; liveSkus: Set<string>; chunkNames: Set<string>; webhooks: Set<string> }

/**
 * Looks among the scanned rows for those of the company that nothing else leads to. Chunks that nothing names are no
 * damage: those of replaced bases, deleted snapshots and attempts that were killed stay until they expire. The rows may
 * have been scanned before all else was read: what only an older row shows is looked at again.
 */
export async function checkTable(
  inspection: Inspection,
  { trails, webhooks }: Pick<Checked, 'trails' | 'webhooks'>,
  scanned: AsyncIterable<scan.ScannedRow[]>,
): Promise<void> {
  const { table, companyId } = inspection
  const chunkNames =
    (await inspection.attempt('the names of chunks', () => readChunkNames(table, companyId))) ?? new Set()
  const liveSkus = new Set([...trails.items.values()].flatMap(({ goal }) => (goal?.purgedAt === null ? goal.sku : [])))
  const checked = { trails, liveSkus, chunkNames, webhooks }
  const suspects: Suspects = {
    skus: [],
    orders: new Set(),
    keyRows: [],
    emails: [],
    webhooks: new Set(),
    unnamedChunks: 0,
  }
  for await (const page of scanned) {
    const due: RowKey[] = []
    for (const row of page) {
      const name = parseName(inspection, row)
      if (name && scan.isExpiring(row)) {
        const text = `The row has ${ttlAttribute} ${row[ttlAttribute]}: DynamoDB would delete it.`
        inspection.find('expiring_row', `${row.pk} ${row.sk}`, text)
      }
      if (name?.kind === 'due') due.push({ pk: row.pk, sk: row.sk })
      if (name) sortOut(checked, row, name, suspects)
    }
    await checkDue(inspection, due)
  }
  suspectAll(inspection, suspects)
  for (const id of suspects.webhooks) await checkDeliveries(inspection, id, { waits: true })
}

/** Scans the whole table, and counts its rows. */
export async function* scanWholeTable(inspection: Inspection): AsyncGenerator<scan.ScannedRow[]> {
  const total = await scan.describeTotal(inspection.table)
  inspection.report('scanning the whole table, all companies')
  for await (const page of scan.scanTable(inspection.table)) {
    yield page
    inspection.count('scanned_rows', page.length, total)
  }
}

/** Null for rows of others. A row of an unknown kind belongs to the company that its key names. */
function parseName(inspection: Inspection, row: scan.ScannedRow): scan.RowName | null {
  const { companyId } = inspection
  const owner = scan.findOwner(row)
  const isOwn = owner
    ? 'companyId' in owner && owner.companyId === companyId
    : `${row.pk}#${row.sk}`.split('#').includes(companyId)
  if (!isOwn) return null
  const name = owner && scan.parseRowName(companyId, row)
  const key = `${row.pk} ${row.sk}`
  if (name === null && !inspection.isFlagged(key))
    inspection.find('unknown_row', key, 'No code of this release makes a row with this key.')
  return name
}

function sortOut(
  { trails, liveSkus, chunkNames, webhooks }: Checked,
  { pk, sk }: RowKey,
  name: scan.RowName,
  suspects: Suspects,
): void {
  switch (name.kind) {
    case 'sku_guard':
      if (!liveSkus.has(name.sku)) suspects.skus.push(name.sku)
      break
    case 'receipt':
      if (trails.orders.get(name.orderId)?.hasReceived !== true) suspects.orders.add(name.orderId)
      break
    case 'api_key':
    case 'api_key_id':
      suspects.keyRows.push({ pk, sk })
      break
    case 'email':
      suspects.emails.push({ pk, sk })
      break
    case 'chunk':
      if (!chunkNames.has(pk.split('#')[1] ?? '')) suspects.unnamedChunks += 1
      break
    case 'delivery':
      if (!webhooks.has(name.webhookId)) suspects.webhooks.add(name.webhookId)
      break
    case 'due':
    case 'other':
      break
  }
}

function suspectAll(inspection: Inspection, { skus, orders, keyRows, emails, unnamedChunks }: Suspects): void {
  for (const sku of skus) if (!inspection.isFlagged(sku)) suspectOrphan(inspection, sku)
  const ids = [...orders].filter((id) => !inspection.isFlagged(id))
  inspection.suspect('RECEIPTS', () => findStrayReceipts(inspection, ids))
  for (const key of keyRows) inspection.suspect(key.pk, () => findUnlisted(inspection, key))
  for (const key of emails) inspection.suspect(key.pk, () => findUnusedAddress(inspection, key))
  if (unnamedChunks > 0)
    inspection.notes.push(`${unnamedChunks} chunks of old bases or snapshots are named by nothing: they expire.`)
}

/** Receipts of no order, or of orders that seemed to have received nothing. */
async function findStrayReceipts(inspection: Inspection, ids: string[]): Promise<Finding[]> {
  const rows = await findCheckedOrders(inspection.table, inspection.companyId, ids)
  const orphans = ids.filter((id) => !rows.has(id))
  const text = 'There are receipts of this order, and it has no row.'
  return [
    ...orphans.map((id): Finding => ({ code: 'orphan_receipt', resource: id, text })),
    ...(await lookAgain(inspection, new Set(rows.keys()))),
  ]
}

/** A row of an API key, by its hash or by its id, that the company does not list. */
async function findUnlisted(inspection: Inspection, key: RowKey): Promise<Finding[]> {
  const { table, companyId } = inspection
  const row = await findRow(table, key)
  const [kind, second = ''] = key.pk.split('#')
  const id = kind === 'KEY' ? String(row?.id) : second
  if (row === undefined || inspection.isFlagged(id)) return []
  const address = await findRow(table, keys.principalOfCompany(companyId, id))
  if (address && address.hash === (kind === 'KEY' ? second : row.hash)) return []
  // The row by its hash says it for both.
  if (kind === 'KEYID' && (await findRow(table, keys.principal(String(row.hash))))) return []
  const text = `The row ${kind} of the key is there, and its company does not list it.`
  return [{ code: 'wrong_key', resource: id, text }]
}

/** An address that nobody of the company has: it cannot be invited again. */
async function findUnusedAddress({ table, companyId }: Inspection, key: RowKey): Promise<Finding[]> {
  const row = await findRow(table, key)
  if (row === undefined) return []
  const id = String(row.id)
  const person = await findPerson(table, companyId, id)
  if (person && makeEmailKey(person.row.email, companyId).pk === key.pk) return []
  const text = 'The row EMAIL of an address names this person, who does not have it.'
  return [{ code: 'wrong_person', resource: id, text }]
}

const ChunkSet = z.object({ name: z.string() })
/** A head has `base` and `deltas`, a snapshot `data`, a restore the other two. The lock of restores has none. */
const NamingRow = z.object({
  base: z.string().optional(),
  deltas: z.array(ChunkSet).optional(),
  data: z.string().optional(),
  wanted: ChunkSet.optional(),
  present: ChunkSet.optional(),
})

/** All sets of chunks that the company's head, snapshots and restores name, also those that have expired. */
export async function readChunkNames(table: Table, companyId: string): Promise<Set<string>> {
  const partitions = [keys.catalogue(companyId, ''), keys.snapshot(companyId, ''), keys.restoreLock(companyId)]
  const rows = await queryPartitions(
    table,
    partitions.map(({ pk }) => pk),
  )
  const names = rows.flatMap((row) => {
    const { base, deltas, data, wanted, present } = NamingRow.parse(row)
    return [base, ...(deltas ?? []).map(({ name }) => name), data, wanted?.name, present?.name]
  })
  return new Set(names.filter((name) => name !== undefined))
}
