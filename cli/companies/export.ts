import { type ExportedPage, exportCompany } from '../../admin/companies/export-company'
import { AuditEntry } from '../../functions/contract/audit'
import { Item, renderTrashedItem, TrashedItem } from '../../functions/contract/item'
import { Order, renderOrder } from '../../functions/contract/order'
import { Person } from '../../functions/contract/person'
import { Receipt } from '../../functions/contract/receipt'
import { Restore, renderRestore } from '../../functions/contract/restore'
import { Snapshot } from '../../functions/contract/snapshot'
import { Transaction } from '../../functions/contract/transaction'
import { Delivery, Webhook } from '../../functions/contract/webhook'
import { isInTrash } from '../../functions/domain/items/item'
import type { Company } from '../../functions/store/companies/companies'
import { toApiKey } from '../../functions/store/companies/key-row'
import type { Table } from '../../functions/store/table/table'
import { writeText } from '../output'
import { toCompanyAnswer } from './answers'

/** Readers of an export check it. It changes where a field changes its meaning, or goes. */
const format = 1
const linesPerReport = 10_000

type Kind = 'company' | Exclude<ExportedPage['kind'], 'damaged'>
/** The lines of each kind. `damaged`: the ids of the snapshots without items. */
export type ExportSummary = { counts: Record<Kind, number>; damaged: string[] }

/** Writes the export to the file `out`, or to stdout if it is null. */
export async function writeExport(
  table: Table,
  company: Company,
  out: string | null,
  report: (text: string) => void,
): Promise<ExportSummary> {
  const summary = makeSummary()
  await writeText(makeLines(table, company, summary, report), out)
  return summary
}

function makeSummary(): ExportSummary {
  const kinds = [
    'api_key',
    'person',
    'item',
    'order',
    'receipt',
    'transaction',
    'audit_entry',
    'snapshot',
    'snapshot_item',
    'restore',
    'webhook',
  ] as const
  const counts = Object.fromEntries(['company', ...kinds, 'delivery'].map((kind) => [kind, 0]))
  return { counts: counts as ExportSummary['counts'], damaged: [] }
}

/** Yields the lines of a page at once. Counts them in `summary`. */
async function* makeLines(
  table: Table,
  company: Company,
  { counts, damaged }: ExportSummary,
  report: (text: string) => void,
): AsyncGenerator<string> {
  let lines = 0
  const toText = (kind: Kind, page: object[], more: object = {}) => {
    counts[kind] += page.length
    if (Math.floor((lines + page.length) / linesPerReport) > Math.floor(lines / linesPerReport))
      report(`${lines + page.length} lines, now ${kind}`)
    lines += page.length
    return page.map((data) => `${JSON.stringify({ kind, ...more, data })}\n`).join('')
  }
  const exported_at = new Date(table.now()).toISOString()
  yield `${JSON.stringify({ kind: 'export', format, company_id: company.id, exported_at })}\n`
  yield toText('company', [toCompanyAnswer(company)])
  for await (const exported of exportCompany(table, company.id)) {
    if (exported.kind === 'damaged') {
      damaged.push(...exported.page)
      report(`the snapshot ${exported.page} is damaged: its items are left out`)
    } else {
      yield toText(exported.kind, renderPage(exported), nameOwner(exported))
    }
  }
  yield `${JSON.stringify({ kind: 'end', counts, damaged_snapshots: damaged })}\n`
  report(`${lines} lines: all that there is`)
}

/** What an object belongs to, where it does not say so itself. */
function nameOwner(exported: ExportedPage): object {
  if (exported.kind === 'snapshot_item') return { snapshot_id: exported.snapshot_id }
  return exported.kind === 'delivery' ? { webhook_id: exported.webhook_id } : {}
}

/** As the API shows it, or `npx inventory keys list`. */
function renderPage(exported: Exclude<ExportedPage, { kind: 'damaged' }>): object[] {
  switch (exported.kind) {
    case 'api_key':
      return exported.page.map(toApiKey)
    case 'person':
      return exported.page.map((person) => Person.parse(person))
    case 'item':
      return exported.page.map((item) =>
        isInTrash(item) ? TrashedItem.parse(renderTrashedItem(item)) : Item.parse(item),
      )
    case 'order':
      return exported.page.map((order) => Order.parse(renderOrder(order).body))
    case 'receipt':
      return exported.page.map((receipt) => Receipt.parse(receipt))
    case 'transaction':
      return exported.page.map((transaction) => Transaction.parse(transaction))
    case 'audit_entry':
      return exported.page.map((entry) => AuditEntry.parse(entry))
    case 'snapshot':
      return exported.page.map((snapshot) => Snapshot.parse(snapshot))
    case 'snapshot_item':
      return exported.page.map((item) => Item.parse(item))
    case 'restore':
      return exported.page.map((restore) => Restore.parse(renderRestore(restore)))
    case 'webhook':
      return exported.page.map((webhook) => Webhook.parse(webhook))
    case 'delivery':
      return exported.page.map((delivery) => Delivery.parse(delivery))
  }
}
