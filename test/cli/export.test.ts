import { parse } from 'csv-parse/sync'
import { formatPages } from '../../spreadsheets/export/format'
import { columnsOf } from '../../spreadsheets/export/lists'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { rehearse } from '../support/rehearse'
import { useCustomer } from '../support/service'
import { openFolder, runSpreadsheet } from '../support/spreadsheet'

const { service, customer, client } = useCustomer()
const folder = openFolder()
afterAll(() => folder.remove())

const run = (...args: string[]) => runSpreadsheet('export', args, { baseUrl: service.baseUrl, secret: customer.secret })
const minute = 60_000

async function readCsv(...args: string[]): Promise<Record<string, string>[]> {
  const { status, stdout } = await run(...args)
  expect(status).toBe(0)
  return parse(stdout, { columns: true, bom: true })
}

async function makeHistory() {
  const item = await client.createItem({ sku: 'A', name: '=HYPERLINK("x")', quantity: 5, location: 'Shed; left' })
  service.setTime(service.now() + minute)
  const supplier = { name: 'Bolts & Co', reference: '+49' }
  const order = await client.createOrder({ supplier, line_items: [{ sku: 'A', quantity_ordered: 2 }] })
  service.setTime(service.now() + minute)
  await client.createTransactions({ type: 'issue', sku: 'A', quantity: 2, note: '-2 today' })
  return { item, order }
}

test('each list has a column for every field, and a row for every entry', async () => {
  const { item, order } = await makeHistory()
  expect(await readCsv('items')).toEqual([
    {
      id: item.id,
      name: `'=HYPERLINK("x")`,
      sku: 'A',
      quantity: '3',
      location: 'Shed; left',
      barcode: '',
      reorder_point: '',
      created_at: item.created_at,
      updated_at: expect.stringMatching(/Z$/),
    },
  ])
  expect(await readCsv('orders')).toMatchObject([
    {
      id: order.id,
      order_number: 'PO-000001',
      supplier_name: 'Bolts & Co',
      supplier_reference: "'+49",
      line_count: '1',
    },
  ])
  const transactions = await readCsv('transactions')
  expect(transactions).toMatchObject([
    { type: 'issue', quantity_change: '-2', quantity_after: '3', note: "'-2 today" },
    { type: 'initial', quantity_change: '5', quantity_before: '0' },
  ])
  const audit = await readCsv('audit')
  expect(audit).toMatchObject([{ actor_type: 'api_key' }, { resource_type: 'order' }, { action: 'create' }])
  expect(JSON.parse(audit[0]?.changes ?? '')).toEqual([{ field: 'quantity', from: 5, to: 3 }])
  expect(Object.keys(transactions[0] ?? {})).toHaveLength(22)
})

test('--since writes what is newer alone', async () => {
  const { order } = await makeHistory()
  const since = ['--since', order.created_at]
  expect((await readCsv('transactions', ...since)).map(({ type }) => type)).toEqual(['issue'])
  expect((await readCsv('audit', ...since)).map(({ action }) => action)).toEqual(['update'])
  expect((await readCsv('items', ...since)).map(({ sku }) => sku)).toEqual(['A'])
  expect(await readCsv('orders', ...since)).toEqual([])
})

test('--format jsonl writes what the API answers', async () => {
  await makeHistory()
  const { stdout } = await run('items', '--format', 'jsonl')
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual((await client.listItems()).data)
})

test('the file is UTF-8 with a mark, has the separator that is wanted, and appears when it is complete', async () => {
  await makeHistory()
  const { status, stdout, stderr } = await run('items', '--out', folder.path('items.csv'), '--separator', ';')
  expect([status, stdout]).toEqual([0, ''])
  expect(stderr).toContain('Exporting items')
  expect(folder.read('items.csv')).toMatch(/^\uFEFFid;name;sku;.*\r\n.*;"Shed; left";/)
  const refused = await runSpreadsheet('export', ['items', '--out', folder.path('none.csv')], {
    baseUrl: service.baseUrl,
    secret: 'no',
  })
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('(401 unauthorized)')])
  expect(() => folder.read('none.csv')).toThrow('ENOENT')
})

test('a file that ends in .xlsx is a workbook', async () => {
  await makeHistory()
  const file = folder.path('items.xlsx')
  expect((await run('items', '--out', file)).status).toBe(0)
  const { header, rows } = await readSheet('items', folder.readBytes(file))
  expect(header.slice(0, 4)).toEqual(['id', 'name', 'sku', 'quantity'])
  expect(rows.map(({ cells }) => cells.slice(1, 5))).toEqual([['=HYPERLINK("x")', 'A', '3', 'Shed; left']])
})

test('a file that cannot be written ends it, before the list is read', async () => {
  await makeHistory()
  const { status, stderr } = await run('audit', '--out', folder.path('nowhere/audit.csv'))
  expect([status, stderr]).toEqual([1, expect.stringContaining('ENOENT')])
  expect(await run('audit', '--out', folder.path('.'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is a folder'),
  })
})

test('an empty list has its columns', async () => {
  expect((await run('orders')).stdout).toMatch(/^\uFEFFid,order_number,status,supplier_name,/)
})

test.each([
  [['stock'], "'stock' cannot be exported: one of items, transactions, orders, audit can"],
  [['items', '--format', 'xlsx'], '--format must be one of csv, jsonl'],
  [['items', '--since', 'yesterday'], '--since must be a time'],
  [['items', '--since', '2026-02-30'], '--since must be a time'],
  [['items', '--separator', 'a'], '--separator must be one of ,, ;, tab, |'],
  [[], 'a list is needed'],
])('refuses the arguments %j', async (args, message) => {
  expect(await run(...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) })
})

rehearse('a million rows take the memory of a few pages', async () => {
  const page = Array.from({ length: 100 }, (_, row) => ({
    id: `itm_${row}`,
    name: 'x'.repeat(100),
    sku: `S-${row}`,
    quantity: row,
  }))
  async function* makePages() {
    for (let number = 0; number < 10_000; number++) yield page.map((row) => ({ ...row }))
  }
  let bytes = 0
  let most = 0
  const before = process.memoryUsage().heapUsed
  for await (const text of formatPages(makePages(), columnsOf('items'), { format: 'csv', separator: ',' })) {
    bytes += text.length
    most = Math.max(most, process.memoryUsage().heapUsed - before)
  }
  expect(bytes).toBeGreaterThan(100_000_000)
  expect(most).toBeLessThan(bytes)
})
