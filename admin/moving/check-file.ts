import * as z from 'zod'
import { HeadRow } from '../../functions/store/catalogue/head'
import { IdempotencyRow } from '../../functions/store/commit/idempotency'
import { type Company, parseCompany } from '../../functions/store/companies/companies'
import { EmailRow } from '../../functions/store/companies/email-row'
import {
  type ApiKeyRow,
  isPerson,
  type PersonRow,
  parsePrincipalRow,
} from '../../functions/store/companies/principal-row'
import { UsageRow } from '../../functions/store/companies/usage-row'
import { checkItemRow } from '../../functions/store/items/item-row'
import { AccessRow } from '../../functions/store/log/access-row'
import { BlockPageRow } from '../../functions/store/log/block-pages'
import { DayCountsRow } from '../../functions/store/log/day-counts'
import { checkLogRow } from '../../functions/store/log/log-row'
import { checkOrderRow } from '../../functions/store/orders/order-row'
import { checkReceiptRow } from '../../functions/store/orders/receipt-row'
import { LockRow } from '../../functions/store/snapshots/restore-lock'
import { checkRestoreRow } from '../../functions/store/snapshots/restore-row'
import { checkSnapshotRow } from '../../functions/store/snapshots/snapshot-row'
import { findRows } from '../../functions/store/table/batch-read'
import { type CheckedRow, checkRow } from '../../functions/store/table/checked-row'
import { getOwner, type MovedKind } from '../../functions/store/table/row-kinds'
import { keys, type Row, type RowKey } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { checkDeliveryRow } from '../../functions/store/webhooks/delivery-row'
import { checkEventRow } from '../../functions/store/webhooks/webhook-event-row'
import { checkWebhookCount, checkWebhookRow } from '../../functions/store/webhooks/webhook-row'
import { parseRowName } from '../table/table-scan'
import { readWrongKey, type Sealing } from '../webhooks/master-key'
import { getKind, isOwnRow } from './company-rows'
import { type End, type MoveFile, moveKeyCheck, readMoveFile } from './move-file'

/** A file that is whole, with rows that this release can take. */
export type CheckedFile = {
  file: MoveFile
  end: End
  /** The company's own row. */
  row: Row & RowKey
  company: Company
  apiKeys: ApiKeyRow[]
  people: { row: Row; person: PersonRow }[]
  /** Rows whose keys do not name the company, and that another one could have. */
  identities: RowKey[]
}

/** Reads the whole file. Throws an `Error` that says in which line something is wrong. */
export async function checkMoveFile(file: MoveFile, fileVault: Pick<Sealing, 'open'>): Promise<CheckedFile> {
  await requireKeyOfFile(file, fileVault)
  const { company_id: companyId } = file.header
  let end: End | null = null
  const own: (Row & RowKey)[] = []
  const checked = { apiKeys: [] as ApiKeyRow[], people: [] as CheckedFile['people'], identities: [] as RowKey[] }
  for await (const { number, row } of readMoveFile(file, (found) => {
    end = found
  })) {
    const fault = findFault(companyId, row)
    if (fault !== null) throw new Error(`line ${number}: ${fault}`)
    if (isOwnRow(row, companyId)) own.push(row)
    takePrincipal(row, checked)
  }
  const [row, second] = own
  if (end === null || row === undefined || second !== undefined)
    throw new Error(`it has ${own.length} rows of the company itself: there must be one`)
  const company = parseCompany(row)
  if (company.suspended_at === undefined) throw new Error('the company was not suspended when it was exported')
  return { file, end, row, company, ...checked }
}

async function requireKeyOfFile({ header }: MoveFile, fileVault: Pick<Sealing, 'open'>): Promise<void> {
  const { text, context } = moveKeyCheck
  const opened = await fileVault.open(header.key_check, context).catch(readWrongKey)
  if (opened !== text) throw new Error('the key file is of another export')
}

function takePrincipal(
  row: Row & RowKey,
  { apiKeys, people, identities }: Pick<CheckedFile, 'apiKeys' | 'people' | 'identities'>,
): void {
  if (!['KEY', 'KEYID'].includes(getKind(row))) return
  identities.push({ pk: row.pk, sk: row.sk })
  if (getKind(row) !== 'KEY') return
  const principal = parsePrincipalRow(row)
  if (isPerson(principal)) people.push({ row, person: principal })
  else apiKeys.push(principal)
}

/**
 * Throws an `Error` where the company is there already, unless an import of this file was interrupted; and where
 * another company has a key or a person of it.
 */
export async function requireFree(table: Table, { file, end, identities }: CheckedFile): Promise<void> {
  const { company_id: companyId } = file.header
  const stored = await findRow(table, keys.company(companyId))
  if (stored) requireSameFile(parseCompany(stored), end)
  const taken = (await findRows(table, identities)).find((row) => row && row.company_id !== companyId)
  if (taken)
    throw new Error(`the row ${taken.pk} is here already, of ${taken.company_id}: a person belongs to one company`)
}

function requireSameFile({ id, erasing_at, importing }: Company, { sha256 }: End): void {
  if (erasing_at !== undefined)
    throw new Error(`the company ${id} is being erased here: run 'companies erase' to its end`)
  if (importing === undefined) throw new Error(`the company ${id} is here already`)
  if (importing.file !== sha256)
    throw new Error(`the company ${id} is half here, of another file: erase it, or go on with that file`)
}

type Check = (companyId: string, row: Row) => CheckedRow<unknown>

/** What has no key that its content must agree with. */
const checkSchema = (schema: z.ZodType): Check => {
  return (_, row) => checkRow(row, schema, () => ({ pk: String(row.pk), sk: String(row.sk) }))
}
const checkParsed = (parse: (row: unknown) => unknown): Check => checkSchema(z.unknown().transform((row) => parse(row)))

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const address = checkSchema(z.object({ hash }))
const bytes = z.instanceof(Uint8Array)
const company = checkParsed(parseCompany)

/** A new kind of row that moves does not compile until its check is here. */
const checks: Record<MovedKind, Check> = {
  COMPANY: (companyId, row) => (row.sk === keys.company('').sk ? company : address)(companyId, row),
  KEY: checkParsed(parsePrincipalRow),
  KEYID: checkSchema(z.object({ hash, company_id: z.string() })),
  EMAIL: checkSchema(EmailRow),
  USAGE: checkSchema(UsageRow),
  ACCESS: checkSchema(AccessRow),
  ITEMS: checkItemRow,
  SKU: checkSchema(z.object({ item_id: z.string() })),
  LOG: checkLogRow,
  LOGDAYS: checkSchema(DayCountsRow),
  LOGBLOCKS: checkSchema(BlockPageRow),
  ORDERS: checkOrderRow,
  RECEIPTS: checkReceiptRow,
  CATALOGUE: checkSchema(HeadRow),
  CHUNK: checkSchema(z.object({ data: bytes, company_id: z.string() })),
  SNAPSHOTS: checkSnapshotRow,
  RESTORES: (companyId, row) =>
    row.sk === keys.restoreLock('').sk ? checkSchema(LockRow)(companyId, row) : checkRestoreRow(companyId, row),
  IDEMPOTENCY: checkSchema(IdempotencyRow),
  WEBHOOKS: (companyId, row) =>
    row.sk === keys.webhookCount('').sk ? checkWebhookCount(companyId, row) : checkWebhookRow(companyId, row),
  WEBHOOKEVENTS: checkEventRow,
  DELIVERIES: (companyId, row) => checkDeliveryRow(companyId, String(row.pk).split('#').slice(2).join('#'), row),
}

/** Why this release cannot take the row as one of the company. Null where it can. */
function findFault(companyId: string, row: Row & RowKey): string | null {
  const key = `${row.pk} ${row.sk}`
  if (parseRowName(companyId, row) === null) return `no code of this release makes a row with the key ${key}`
  try {
    const owner = getOwner(row)
    if (!('companyId' in owner) || owner.companyId !== companyId) return `the row ${key} is not of ${companyId}`
    const check = new Map<string, Check>(Object.entries(checks)).get(getKind(row))
    if (check === undefined) return `a row with the key ${key} is not moved`
    const { fault } = check(companyId, row)
    return fault && `the row ${key} ${fault.text}`
  } catch (error) {
    return `the row ${key} cannot be read: ${error instanceof Error ? error.message : error}`
  }
}
