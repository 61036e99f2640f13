import * as z from 'zod'
import { HeadRow } from '../../functions/store/catalogue/head'
import { IdempotencyRow } from '../../functions/store/commit/idempotency'
import { parseCompany } from '../../functions/store/companies/companies'
import { parsePrincipalRow } from '../../functions/store/companies/principal-row'
import { UsageRow } from '../../functions/store/companies/usage-row'
import { checkItemRow } from '../../functions/store/items/item-row'
import { BlockPageRow } from '../../functions/store/log/block-pages'
import { DayCountsRow } from '../../functions/store/log/day-counts'
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
import { parseRowName } from '../table/row-names'
import { getKind } from './company-rows'

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
  EMAIL: checkSchema(z.object({ id: z.string(), company_id: z.string() })),
  USAGE: checkSchema(UsageRow),
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
export function findFault(companyId: string, row: Row & RowKey): string | null {
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
