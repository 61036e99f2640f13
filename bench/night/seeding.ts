import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { rowsWorthBaseUnits, writeBase } from '../../functions/catalogue/replica/base'
import type { Item, ItemChange } from '../../functions/domain/items/item'
import { dayMs } from '../../functions/domain/time'
import type { Table } from '../../functions/store/client'
import { runConcurrently } from '../../functions/store/concurrently'
import type { Row } from '../../functions/store/schema'
import { putRows } from '../../test/support/put-rows'
import { makeRandom } from '../seed'
import { createCompanies, type NightCompany, type Sizes } from './companies'
import { chooseDays } from './days'
import { makeItemRows, makeLogRowsOf, makeStock, moveItems } from './rows'

/** Rows that are made, and then written. */
const rowsAtOnce = 20_000
const companiesAtOnce = 8
/** When a night works, after midnight. */
const nightMs = 3.5 * 3_600_000

/** `itemIds`: of each company, by its id. */
export type Seeded = { companies: NightCompany[]; itemIds: Map<string, string[]> }

/**
 * Writes companies as a stack has them that has run for a while: items with their history, days that are counted, and a
 * base where it is worth one. Then what has changed since that night. `report` is told how far it is.
 */
export async function seedCompanies(table: Table, sizes: Sizes, report: (text: string) => void): Promise<Seeded> {
  const days = chooseDays(table.now())
  const random = makeRandom(sizes.seed)
  const companies = await createCompanies(table, sizes, days)
  const stock = new Map<string, Item[]>()
  report('items and their history …')
  await putAll(table, companies, function* (company) {
    const items: Item[] = []
    stock.set(company.id, items)
    for (const change of makeStock(company, days, random)) {
      items.push(change.after)
      yield* makeItemRows(table, company.id, [change])
      if (company.hasHistory) yield* makeLogRowsOf(company.id, change)
    }
  })
  report('the night before: days and bases …')
  await runConcurrently(companies, companiesAtOnce, (company) => passNight(table, company, days.last))
  report('changes since …')
  await putAll(table, companies, (company) => makeChanges(table, company, stock.get(company.id) ?? [], random))
  const itemIds = new Map([...stock].map(([id, items]) => [id, items.map((item) => item.id)]))
  return { companies, itemIds }
}

/** The night before the first open day. */
async function passNight(table: Table, { id, openDays }: NightCompany, last: number): Promise<void> {
  const at = (openDays[0] ?? last) * dayMs + nightMs
  const then = { ...table, now: () => at }
  await finishDays(then, id)
  await writeBase(then, id, itemsSource, rowsWorthBaseUnits)
}

/** All log rows, and each item as it is in the end. */
function* makeChanges(table: Table, company: NightCompany, items: Item[], random: () => number): Generator<Row> {
  const moved = new Map<string, ItemChange>()
  for (const change of moveItems(company, items, random)) {
    moved.set(change.after.id, change)
    yield* makeLogRowsOf(company.id, change)
  }
  yield* makeItemRows(table, company.id, [...moved.values()])
}

async function putAll(
  table: Table,
  companies: NightCompany[],
  make: (company: NightCompany) => Iterable<Row>,
): Promise<void> {
  let rows: Row[] = []
  for (const company of companies)
    for (const row of make(company)) {
      if (rows.push(row) < rowsAtOnce) continue
      await putRows(table, rows)
      rows = []
    }
  await putRows(table, rows)
}
