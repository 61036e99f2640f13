import { formatPages } from '../../../spreadsheets/export/format'
import {
  type AnyListing,
  columnsOf,
  type ListedRow,
  type ListQueries,
  openList,
} from '../../../spreadsheets/export/lists'
import type { Report } from '../../../spreadsheets/items/stock'
import { type Command, type Options, parseChoice, text, UsageError } from '../../command-line'
import { makeProgress } from '../../long-work'
import { writeText } from '../../output'
import { customerOptions, customerUsage, openCustomer } from '../customer'
import { kindOf, readSeparator } from '../files'

const usage = `Exports a list as a file for spreadsheets or programs.

  npx inventory export LIST --out FILE [options]      LIST is items, transactions, orders or audit

  Items and orders are written oldest first, transactions and the audit log newest first. While others write, no row is
  written twice or missed, if it is there from the beginning to the end. With --since, items and orders begin with the
  newest change; one that changes while the command runs may come with the next export alone.

  --out FILE       where to write: a workbook if it ends in .xlsx. It appears when it is complete. Without it: stdout
  --since T        only what is newer: transactions and audit entries after T, items and orders that changed after T
  --format F       csv (default), or jsonl: one JSON object a line, as the API answers
  --separator C    between cells, ',' unless given; ';' for spreadsheets that write decimal commas; '|' or tab
${customerUsage}

  CSV is UTF-8 with a mark. A text that a spreadsheet would run as a formula has an apostrophe in front; 'npx inventory import'
  takes it off again. A workbook has such texts as they are. Orders have no line items: the API's GET /orders/{id} has them.

  npx inventory export items --out items.csv`

/** The service filters these lists by `since`. The others are read from the newest change on. */
const filterOf = (since: string | null) => (since === null ? {} : { since })
const sortOf = (since: string | null) => ({ sort: since === null ? 'created_at' : '-updated_at' }) as const

/** The lists that can be exported, and what is asked of them. */
const queries = { items: sortOf, transactions: filterOf, orders: sortOf, audit: filterOf } as const satisfies {
  [Name in keyof ListQueries]?: (since: string | null) => ListQueries[Name]
}

type ListName = keyof typeof queries
const listNames = Object.keys(queries) as ListName[]

/** Writes the list to `--out`, or to stdout. */
async function exportList(options: Options, given: string): Promise<void> {
  const name = listNames.find((list) => list === given)
  if (!name) throw new UsageError(`'${given}' cannot be exported: one of ${listNames.join(', ')} can`)
  const out = typeof options.out === 'string' ? options.out : null
  const format = readFormat(options, out)
  const separator = readSeparator(options) ?? ','
  const since = parseTime(options.since)
  const client = await openCustomer(options, console.error)
  const list = openList(client, { name, query: queries[name](since) })
  const pages = readPages(list, since, makeProgress(`${name} exported`, console.error))
  const parts = format === 'jsonl' ? formatJson(pages) : formatPages(pages, columnsOf(name), { format, separator })
  await writeText(parts, out)
}

/** CSV, unless another is given, or the name of the file is that of a workbook. */
function readFormat({ format }: Options, out: string | null): 'csv' | 'jsonl' | 'xlsx' {
  if (format === undefined && out !== null && kindOf(out) === 'xlsx') return 'xlsx'
  return parseChoice('format', format ?? 'csv', ['csv', 'jsonl'] as const)
}

async function* formatJson(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Ends at the first row that has not changed since. */
async function* readPages(list: AnyListing, since: string | null, update: Report): AsyncGenerator<ListedRow[]> {
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const isNew = (row: ListedRow) => Date.parse(row.updated_at ?? row.created_at) > from
  let done = 0
  for await (const { data, pagination } of list.pages()) {
    const rows = data.filter(isNew)
    done += rows.length
    const isEnd = rows.length < data.length
    update(done, isEnd ? done : pagination.total)
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

export const command: Command = {
  usage,
  action: {
    argument: 'a list',
    options: { ...customerOptions, out: text, since: text, format: text, separator: text },
    run: exportList,
  },
}
