import type { InventoryClient, Listing, PageOf } from '../../../client'
import { type Options, parseChoice, UsageError } from '../../command-line'
import { writeText } from '../../output'
import { openCustomer } from '../customer'
import { Progress } from '../progress'
import { readSeparator } from '../sheet/separator'
import { listColumns } from './columns'
import { formatPages } from './rows'

type Row = { created_at: string; updated_at?: string }
type AnyListing = Pick<Listing<Row, PageOf<Row>>, 'pages'>

type OpenList = (client: InventoryClient, since: string | null) => AnyListing

/** The service filters these lists by `since`. The others are read from the newest change on. */
const filterOf = (since: string | null) => (since === null ? {} : { since })
const sortOf = (since: string | null) => (since === null ? 'created_at' : '-updated_at')

/** The lists that can be exported, and the schema of their rows in the OpenAPI document. */
const lists = {
  items: { schema: 'Item', open: (client, since) => client.listItems({ sort: sortOf(since) }) },
  transactions: { schema: 'Transaction', open: (client, since) => client.listTransactions(filterOf(since)) },
  orders: { schema: 'OrderSummary', open: (client, since) => client.listOrders({ sort: sortOf(since) }) },
  audit: { schema: 'AuditEntry', open: (client, since) => client.listAudit(filterOf(since)) },
} as const satisfies Record<string, { schema: string; open: OpenList }>

type ListName = keyof typeof lists
const listNames = Object.keys(lists) as ListName[]

/** Writes the list to `--out`, or to stdout. */
export async function exportList(options: Options, given: string): Promise<void> {
  const name = listNames.find((list) => list === given)
  if (!name) throw new UsageError(`'${given}' cannot be exported: one of ${listNames.join(', ')} can`)
  const format = parseChoice('format', options.format ?? 'csv', ['csv', 'jsonl'] as const)
  const separator = readSeparator(options) ?? ','
  const since = parseTime(options.since)
  const out = typeof options.out === 'string' ? options.out : null
  const progress = new Progress()
  const client = await openCustomer(options, (text) => progress.note(text))
  progress.begin(`Exporting ${name}`)
  const pages = readPages(lists[name].open(client, since), since, progress)
  try {
    await writeText(formatPages(pages, { format, separator, columns: listColumns(lists[name].schema) }), out)
  } finally {
    progress.end()
  }
}

/** Ends at the first row that has not changed since. */
async function* readPages(list: AnyListing, since: string | null, progress: Progress): AsyncGenerator<Row[]> {
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const isNew = (row: Row) => Date.parse(row.updated_at ?? row.created_at) > from
  let done = 0
  for await (const { data, pagination } of list.pages()) {
    const rows = data.filter(isNew)
    done += rows.length
    const isEnd = rows.length < data.length
    progress.update(done, isEnd ? done : pagination.total)
    yield rows
    if (isEnd) return
  }
}

/** Null where no time is given. */
function parseTime(value: Options[string]): string | null {
  if (value === undefined) return null
  const time = Date.parse(String(value))
  if (!/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:?\d\d))?$/.test(String(value)) || Number.isNaN(time) || !isDay(String(value)))
    throw new UsageError('--since must be a time such as 2027-01-31T00:00:00Z, or a day such as 2027-01-31 (UTC)')
  return new Date(time).toISOString()
}

/** False for the 30th of February, which `Date` takes for a day of March. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
