import { parse } from 'csv-parse/sync'
import { formatPages } from '../../spreadsheets/export/format'
import { columnsOf } from '../../spreadsheets/export/lists'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { expectRefused, parseLines } from '../support/command'
import { rehearse } from '../support/rehearse'
import { runSpreadsheet, useSpreadsheets } from '../support/spreadsheet'

const { service, client, folder, access, run } = useSpreadsheets('export')
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
  const supplier = { supplier_name: 'Bolts & Co', supplier_reference: "'+49" }
  expect(await readCsv('orders')).toMatchObject([
    { id: order.id, order_number: 'PO-000001', ...supplier, line_count: '1' },
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
  expect(parseLines(stdout)).toEqual((await client.listItems()).data)
})

test('the file is UTF-8 with a mark, has the separator that is wanted, and appears when it is complete', async () => {
  await makeHistory()
  const { status, stdout, stderr } = await run('items', '--out', folder.path('items.csv'), '--separator', ';')
  expect([status, stdout]).toEqual([0, ''])
  expect(stderr).toContain('Exporting items')
  expect(folder.read('items.csv')).toMatch(/^\uFEFFid;name;sku;.*\r\n.*;"Shed; left";/)
  const refused = runSpreadsheet('export', ['items', '--out', folder.path('none.csv')], access({ secret: 'no' }))
  await expectRefused(refused, '(401 unauthorized)', 1)
  expect(() => folder.read('none.csv')).toThrow('ENOENT')
})

test('a file that ends in .xlsx is a workbook', async () => {
  await makeHistory()
  expect((await run('items', '--out', folder.path('items.xlsx'))).status).toBe(0)
  const { header, rows } = await readSheet('items', folder.readBytes('items.xlsx'))
  expect(header.slice(0, 4)).toEqual(['id', 'name', 'sku', 'quantity'])
  expect(rows.map(({ cells }) => cells.slice(1, 5))).toEqual([['=HYPERLINK("x")', 'A', '3', 'Shed; left']])
})

test('a file that cannot be written ends it, before the list is read', async () => {
  await makeHistory()
  await expectRefused(run('audit', '--out', folder.path('nowhere/audit.csv')), 'ENOENT', 1)
  await expectRefused(run('audit', '--out', folder.path('.')), 'is a folder', 1)
})

test('an empty list has its columns', async () => {
  expect((await run('orders')).stdout).toMatch(/^\uFEFFid,order_number,status,supplier_name,/)
})

rehearse('a million rows take the memory of a few pages', async () => {
  const name = 'x'.repeat(100)
  const page = Array.from({ length: 100 }, (_, row) => ({ id: `itm_${row}`, name, sku: `S-${row}`, quantity: row }))
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
