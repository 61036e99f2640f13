import * as z from 'zod'
import { HeadRow } from '../../functions/store/catalogue/head'
import { IdempotencyRow } from '../../functions/store/commit/idempotency'
import { parseCompany } from '../../functions/store/companies/companies'
import { EmailRow } from '../../functions/store/companies/email-row'
import { parsePrincipalRow } from '../../functions/store/companies/principal-row'
import { UsageRow } from '../../functions/store/companies/usage-row'
import { checkItemRow } from '../../functions/store/items/item-row'
import { AccessRow } from '../../functions/store/log/access-row'
import { BlockPageRow, parseBlockPage } from '../../functions/store/log/block-pages'
import { DayCountsRow, parseDayCounts } from '../../functions/store/log/day-counts'
import { checkLogRow } from '../../functions/store/log/log-row'
import { checkOrderRow } from '../../functions/store/orders/order-row'
import { checkReceiptRow } from '../../functions/store/orders/receipt-row'
import { LockRow } from '../../functions/store/snapshots/restore-lock'
import { checkRestoreRow } from '../../functions/store/snapshots/restore-row'
import { checkSnapshotRow } from '../../functions/store/snapshots/snapshot-row'
import { type CheckedRow, checkRow } from '../../functions/store/table/checked-row'
import { getOwner, type MovedKind } from '../../functions/store/table/row-kinds'
import { keys, type Row, type RowKey } from '../../functions/store/table/schema'
import { checkDeliveryRow } from '../../functions/store/webhooks/delivery-row'
import { checkEventRow } from '../../functions/store/webhooks/webhook-event-row'
import { checkWebhookCount, checkWebhookRow } from '../../functions/store/webhooks/webhook-row'
import { toLine } from '../plain-text'
import { parseRowName } from '../table/table-scan'
import { parseTimeOfId } from '../verification/trail'
import { getKind, isOwnRow } from './company-rows'
import type { FileRows } from './file-rows'
import { findValueFault } from './value-checks'

type FileRow = Row & RowKey
/** In words, why this release cannot take the row as one of the company, or null. Tells `rows` what it holds. */
type Check = (companyId: string, row: FileRow, rows: FileRows) => string | null

/** `take`: what becomes of the value that a row holds. Where it returns a text, that is why the row cannot be taken. */
const keep =
  <Value>(
    check: (companyId: string, row: FileRow) => CheckedRow<Value>,
    take: (rows: FileRows, value: Value, row: FileRow) => unknown = () => null,
  ): Check =>
  (companyId, row, rows) => {
    const { value, fault } = check(companyId, row)
    if (fault !== null || value === null) return fault?.text ?? 'cannot be read'
    const taken = take(rows, value, row)
    return typeof taken === 'string' ? taken : null
  }

/** What has no key that its content must agree with. */
function shape<Value>(schema: z.ZodType<Value>) {
  return (_: string, row: FileRow) => checkRow(row, schema, () => ({ pk: row.pk, sk: row.sk }))
}
const parsed = <Value>(parse: (row: unknown) => Value) => shape(z.unknown().transform(parse))

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const company = keep(parsed(parseCompany), ({ companies }, value, row) => companies.push({ row, company: value }))
const address = keep(shape(z.object({ hash })), ({ principals }, value, { sk }) =>
  principals.addresses.set(sk.slice(keys.principalOfCompany('', '').sk.length), value.hash),
)
const lock = keep(shape(LockRow))
const restore = keep(checkRestoreRow)
const webhookCount = keep(checkWebhookCount)
const webhook = keep(checkWebhookRow, ({ hosts }, { suspended_at, status, url }) => {
  if (status === 'active') hosts.push(new URL(url).host)
  return suspended_at === undefined ? 'is not suspended, and its company is' : null
})

/** The first part of the partition key is the kind. */
const skipParts = ({ pk }: RowKey, parts: number) => pk.split('#').slice(parts).join('#')

/** A new kind of row that moves does not compile until its check is here. */
const checks: Record<MovedKind, Check> = {
  COMPANY: (companyId, row, rows) => {
    if (isOwnRow(row, companyId)) return company(companyId, row, rows)
    const isAddress = row.sk.startsWith(keys.principalOfCompany('', '').sk)
    return isAddress ? address(companyId, row, rows) : 'is not moved'
  },
  KEY: keep(parsed(parsePrincipalRow), ({ principals }, principal, row) => {
    const { data } = hash.safeParse(skipParts(row, 1))
    if (data === undefined) return 'is under no hash'
    return principals.byHash.set(data, { hash: data, row, principal })
  }),
  KEYID: keep(shape(z.object({ hash, company_id: z.string() })), ({ principals }, value, row) =>
    principals.ids.set(skipParts(row, 1), value.hash),
  ),
  EMAIL: keep(shape(EmailRow), ({ principals }, { id }, row) => principals.emails.set(skipParts(row, 1), id)),
  USAGE: keep(shape(UsageRow)),
  ACCESS: keep(shape(AccessRow), (rows, _, { sk }) => rows.findFuture(parseTimeOfId(sk))),
  ITEMS: keep(checkItemRow, (rows, item) => rows.trails.addItem(item)),
  SKU: keep(shape(z.object({ item_id: z.string() })), ({ guards }, { item_id }, row) =>
    guards.set(skipParts(row, 2), item_id),
  ),
  LOG: keep(checkLogRow, (rows, row) => rows.takeLog(row)),
  LOGDAYS: keep(shape(DayCountsRow), ({ days }, _, row) => days.push(...parseDayCounts(row))),
  LOGBLOCKS: keep(shape(BlockPageRow), ({ pages }, _, row) => pages.push(parseBlockPage(row))),
  ORDERS: keep(checkOrderRow, (rows, order) => rows.takeOrder(order)),
  RECEIPTS: keep(checkReceiptRow, (rows, receipt) => rows.takeReceipt(receipt)),
  CATALOGUE: keep(shape(HeadRow)),
  CHUNK: keep(shape(z.object({ data: z.instanceof(Uint8Array), company_id: z.string() }))),
  SNAPSHOTS: keep(checkSnapshotRow),
  RESTORES: (companyId, row, rows) => (row.sk === keys.restoreLock('').sk ? lock : restore)(companyId, row, rows),
  IDEMPOTENCY: keep(shape(IdempotencyRow)),
  WEBHOOKS: (companyId, row, rows) =>
    (row.sk === keys.webhookCount('').sk ? webhookCount : webhook)(companyId, row, rows),
  WEBHOOKEVENTS: keep(checkEventRow),
  DELIVERIES: keep((companyId, row) => checkDeliveryRow(companyId, skipParts(row, 2), row)),
}

const checkOf = new Map<string, Check>(Object.entries(checks))

/** Why this release cannot take the row as one of the company. Null where it can: then `rows` has taken it. */
export function findRowFault(companyId: string, row: FileRow, rows: FileRows): string | null {
  const key = toLine(`${row.pk} ${row.sk}`).slice(0, 300)
  if (parseRowName(companyId, row) === null) return `no code of this release makes a row with the key ${key}`
  try {
    const owner = getOwner(row)
    if (!('companyId' in owner) || owner.companyId !== companyId) return `the row ${key} is not of ${companyId}`
    const check = checkOf.get(getKind(row))
    if (check === undefined) return `a row with the key ${key} is not moved`
    const { now } = rows.inspection.table
    const fault = findValueFault(row, now()) ?? rows.takeKey(row) ?? check(companyId, row, rows)
    return fault && `the row ${key} ${toLine(fault)}`
  } catch (error) {
    return `the row ${key} cannot be read: ${toLine(String(error instanceof Error ? error.message : error))}`
  }
}
