import { type ExportedPage, exportCompany } from '../../admin/companies/export-company'
import { AccessEntry } from '../../functions/contract/access-log'
import { AuditEntry } from '../../functions/contract/audit'
import { Item, renderItem, TrashedItem } from '../../functions/contract/item'
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
import { toCompanyAnswer } from './company'

/** Readers of an export check it. It changes where a field changes its meaning, or goes. */
const format = 1
const linesPerReport = 10_000

type DataPage = Exclude<ExportedPage, { kind: 'damaged' }>

/** How the rows of each kind are shown: as by the API, or by `npx inventory keys list`. */
const renderers: { [Kind in DataPage['kind']]: (row: Extract<DataPage, { kind: Kind }>['page'][number]) => object } = {
  api_key: (key) => toApiKey(key),
  person: (person) => Person.parse(person),
  item: (item) => (isInTrash(item) ? TrashedItem : Item).parse(renderItem(item)),
  order: (order) => Order.parse(renderOrder(order).body),
  receipt: (receipt) => Receipt.parse(receipt),
  transaction: (transaction) => Transaction.parse(transaction),
  audit_entry: (entry) => AuditEntry.parse(entry),
  access_entry: (entry) => AccessEntry.parse(entry),
  snapshot: (snapshot) => Snapshot.parse(snapshot),
  snapshot_item: (item) => Item.parse(renderItem(item)),
  restore: (restore) => Restore.parse(renderRestore(restore)),
  webhook: (webhook) => Webhook.parse(webhook),
  delivery: (delivery) => Delivery.parse(delivery),
}

type Kind = 'company' | DataPage['kind']
/** The lines of each kind. `damaged`: the ids of the snapshots without items. */
export type ExportSummary = { counts: Record<Kind, number>; damaged: string[] }

/** Writes the export to the file `out`, or to stdout if it is null. */
export async function writeExport(
  table: Table,
  company: Company,
  out: string | null,
  report: (text: string) => void,
): Promise<ExportSummary> {
  const counts = Object.fromEntries(['company', ...Object.keys(renderers)].map((kind) => [kind, 0]))
  const summary: ExportSummary = { counts: counts as ExportSummary['counts'], damaged: [] }
  await writeText(makeLines(table, company, summary, report), out)
  return summary
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
      const render = renderers[exported.kind] as (row: object) => object
      yield toText(exported.kind, exported.page.map(render), nameOwner(exported))
    }
  }
  yield `${JSON.stringify({ kind: 'end', counts, damaged_snapshots: damaged })}\n`
  report(`${lines} lines: all that there is`)
}

/** What an object belongs to, where it does not say so itself. */
function nameOwner(exported: DataPage): object {
  if (exported.kind === 'snapshot_item') return { snapshot_id: exported.snapshot_id }
  return exported.kind === 'delivery' ? { webhook_id: exported.webhook_id } : {}
}
