import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../client'
import { formatCsv, mark, type Value } from '../../spreadsheets/file/table'
import { formatWorkbook } from '../../spreadsheets/file/workbook'
import { findUnreadQuantity, itemColumns } from '../../spreadsheets/import/item-rows'
import {
  describeRefusal,
  makeRefusedTable,
  makeReportTable,
  type Outcome,
  toOutcome,
} from '../../spreadsheets/import/outcomes'
import { isChange, makePlan, type Planned } from '../../spreadsheets/import/plan'
import { runImport } from '../../spreadsheets/import/run-import'
import { describeMapping, mapColumns } from '../../spreadsheets/sheet/mapping'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { type Customer, createCompanyWithKey, useService } from '../support/service'
import { chooseSize } from '../support/size'
import { runSpreadsheet, useFiles } from '../support/spreadsheet'
import { collectBytes } from '../support/workbook'

// One file, by the command and as the page does it, for two companies that begin alike.

const service = useService()
const folder = useFiles()

const size = 2_000
/** How many of them are imported: the service has other things to do. */
const imported = chooseSize({ quick: 200, thorough: size })

/** Six rows are refused: four by the rules of the service, two since they say different things of an SKU. */
function makeLines(count = size): Value[][] {
  const makeRow = (_: unknown, index: number): Value[] => [`S-${index}`, `Item ${index}`, index % 90, 'Shelf']
  const rows = Array.from({ length: count }, makeRow)
  rows[10] = ['S-10', '', 1, 'Shelf']
  rows[20] = ['', 'No code', 1, 'Shelf']
  rows[50] = ['S-50', 'No number', 'one', 'Shelf']
  rows[100] = ['S-100', 'Below zero', -1, 'Shelf']
  rows[count - 2] = ['S-3', 'Another name', 3, 'Shelf']
  rows[count - 1] = ['S-4', 'Item 4', 4, 'Shelf']
  return [['SKU', 'Name', 'Quantity', 'Location'], ...rows]
}

async function makeFiles(count = size) {
  const lines = makeLines(count)
  folder.write('items.csv', mark + formatCsv(lines, ';'))
  folder.write('items.xlsx', await collectBytes(formatWorkbook([lines])))
}

type Answer = { map?: string[]; encoding?: string | null }

async function planByPage({ client }: Customer, file: string, { map, encoding = null }: Answer = {}) {
  const columns = { fields: itemColumns, required: ['name', 'sku'] }
  const sheet = await readSheet(file, folder.readBytes(file), { columns, encoding })
  const questions: string[] = []
  const mapping = mapColumns(sheet.header, itemColumns, map, ({ message }) => questions.push(message))
  const rules = { mapping, update: false, allowsLookalikes: false }
  const [question = findUnreadQuantity(sheet.header, mapping)] = questions
  if (question !== null) throw new Error(question)
  return { sheet, rules, plan: await makePlan(client, sheet, rules) }
}

async function importByPage(company: Customer, file: string) {
  const { sheet, rules, plan } = await planByPage(company, file)
  const outcomes = new Map(plan.map((planned) => [planned.row.line, toOutcome(planned, false)]))
  // Waits where the company writes too fast, as the page does.
  const client = createClient({ baseUrl: service.baseUrl, apiKey: company.secret, retry: { maxAttempts: 20 } })
  const job = { client, rules, signal: new AbortController().signal }
  for await (const step of runImport(plan.filter(isChange), job))
    for (const outcome of step.outcomes) outcomes.set(outcome.row.line, outcome)
  return { sheet, outcomes: [...outcomes.values()] }
}

async function importByCommand({ secret }: Customer, file: string, ...options: string[]) {
  const written = ['--report', folder.path('report.csv'), '--refused', folder.path('refused.csv')]
  const { stdout, stderr } = await runSpreadsheet('import', [folder.path(file), ...written, ...options], {
    baseUrl: service.baseUrl,
    secret,
  })
  return { stdout, stderr, report: folder.read('report.csv') }
}

const isRefused = ({ action }: Outcome) => action === 'refused'
const columns = mapColumns(['SKU', 'Name', 'Quantity', 'Location'], itemColumns)
const listWords = (outcomes: Outcome[]) =>
  outcomes.filter(isRefused).map((outcome) => describeRefusal(outcome, columns))
const listStock = async ({ client }: Customer) =>
  (await client.listItems({ sort: 'sku' }).toArray()).map(({ sku, name, quantity }) => [sku, name, quantity])
/** Ids are the service's. */
const hideIds = (text: string) => text.replace(/itm_\w+/g, 'itm')

test('a dry run by page and by command: the same rows and refusals, of a CSV file and of a workbook', async () => {
  const company = await createCompanyWithKey(service)
  await makeFiles()
  const { plan } = await planByPage(company, 'items.csv')
  expect((await planByPage(company, 'items.xlsx')).plan).toEqual(plan)
  const outcomes = plan.map((planned) => toOutcome(planned, true))
  expect(listWords(outcomes)).toHaveLength(6)
  for (const file of ['items.csv', 'items.xlsx']) {
    const command = await importByCommand(company, file, '--dry-run')
    expect(mark + formatCsv(makeReportTable(outcomes, true), ',')).toBe(command.report)
    expect(command.stdout).toContain(`${listWords(outcomes).join('\n')}\n`)
  }
})

// Files as shops, tills, programs of offices and wholesalers have them, with what somebody must answer for each.
const answers: Record<string, Answer> = {
  'ebp.csv': { encoding: 'windows-1252' },
  'kasse.csv': { map: ['sku=PLU'] },
  'lexware.csv': { encoding: 'windows-1252' },
  'loyverse.csv': { map: ['quantity=In stock [Bakery]'] },
  'square.xlsx': { map: ['quantity=Current Quantity Harbour Street'] },
}
const files = join(__dirname, 'files')
const names = readdirSync(files).filter((name) => name !== 'told')

test.each(names)('%s by page and by command: the question, rows and words that files/told has', async (file) => {
  const company = await createCompanyWithKey(service)
  folder.write(file, readFileSync(join(files, file)))
  folder.write('report.csv', '')
  const answer = answers[file] ?? {}
  const options = Object.entries(answer).flatMap(([name, value]) => [`--${name}`, String(value)])
  const asked = await planByPage(company, file).catch((error: Error) => error)
  const question = asked instanceof Error ? asked.message : 'No question'
  if (asked instanceof Error) expect((await importByCommand(company, file, '--dry-run')).stderr).toContain(question)
  const { sheet, rules, plan } = await planByPage(company, file, answer)
  const { report, stderr } = await importByCommand(company, file, '--dry-run', ...options)
  const outcomes = plan.map((planned) => toOutcome(planned, true))
  expect(report).toBe(mark + formatCsv(makeReportTable(outcomes, true), ','))
  const mapping = describeMapping(sheet.header, rules.mapping)
  expect(stderr).toContain(mapping)
  const toCells = (planned: Planned) => ('item' in planned ? Object.values(planned.item) : [planned.problem.message])
  const rows = plan.map((planned) => [planned.row.line, planned.action, ...toCells(planned)])
  const told = readFileSync(join(files, 'told', `${file}.csv`), 'utf8')
  expect(formatCsv([[question], [mapping], ...rows], ',')).toBe(told)
})

test.each(chooseSize({ quick: ['csv'], thorough: ['csv', 'xlsx'] } as const))(
  'an import (%s) by page and by command: the same rows and refusals',
  async (kind) => {
    service.setTime(0) // the machine's clock: imports wait by it
    const [one, other] = [await createCompanyWithKey(service), await createCompanyWithKey(service)]
    await makeFiles(imported)
    const file = `items.${kind}`
    const page = await importByPage(one, file)
    const command = await importByCommand(other, file)
    expect(hideIds(mark + formatCsv(makeReportTable(page.outcomes, false), ','))).toBe(hideIds(command.report))
    const refused = makeRefusedTable(page.sheet, page.outcomes.filter(isRefused), 'csv')
    expect(mark + formatCsv(refused, page.sheet.separator)).toBe(folder.read('refused.csv'))
    expect(command.stdout).toContain(`${listWords(page.outcomes).join('\n')}\n`)
    expect(await listStock(one)).toEqual(await listStock(other))
    expect(await listStock(one)).toHaveLength(imported - 7)
  },
)

test('an import that was ended goes on with the request that was under way: one effect, and its own answer', async () => {
  const { client } = await createCompanyWithKey(service)
  const sheet = await readSheet('items', Buffer.from('sku,name\nA,Axe\nB,Bow\n'))
  const rules = { mapping: mapColumns(sheet.header, itemColumns), update: false, allowsLookalikes: false }
  const plan = await makePlan(client, sheet, rules)
  let kept: string | null = null
  const { signal } = new AbortController()
  const onRequest = async (request: object) => {
    kept = JSON.stringify(request)
  }
  // The request is answered, and nobody reads the answer.
  await runImport(plan.filter(isChange), { client, rules, signal, onRequest }).next()
  const outcomes: Outcome[] = []
  const open = JSON.parse(kept ?? 'null')
  for await (const step of runImport(plan.filter(isChange), { client, rules, signal, open }))
    outcomes.push(...step.outcomes)
  expect(outcomes.map(({ action, sku }) => `${sku} ${action}`)).toEqual(['A create', 'B create'])
  expect((await client.listAudit()).pagination.total).toBe(2)
})
