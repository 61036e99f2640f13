import { parse } from 'csv-parse/sync'
import { formatPages } from '../../spreadsheets/export/format'
import { columnsOf } from '../../spreadsheets/export/lists'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { expectRefused, parseLines } from '../support/command'
import { startProxy } from '../support/proxy'
import { rehearse } from '../support/rehearse'
import { runSpreadsheet, useSpreadsheets } from '../support/spreadsheet'

// An export.

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
  expect(stderr).toMatch(/^[\d,]+ of [\d,]+ items exported$/m)
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

// A stocktake.

const count = (...args: string[]) => runSpreadsheet('stocktake', args, access())

const stockShelf = () =>
  client.createItems({ items: ['A', 'B', 'C', 'D'].map((sku) => ({ sku, name: `Item ${sku}`, quantity: 10 })) })

const readQuantities = async () => (await client.listItems({ sort: 'sku' })).data.map(({ quantity }) => quantity)
const readLedger = async () =>
  (await client.listTransactions()).data.map(({ sku, type, quantity_change }) => `${sku} ${type} ${quantity_change}`)

const sheet = `sku,name,quantity,Counted
A,Item A,10,8
B,Item B,10,10
C,Item C,10,7
D,Item D,10,
`

test('books the counts, and leaves what was not counted and what has moved since', async () => {
  await stockShelf()
  await client.createTransactions({ type: 'issue', sku: 'C', quantity: 2, reference: 'Order 7' })
  const file = folder.write('counts.csv', sheet)
  const difference = `line  sku  name    quantity  counted  difference
   2  A    Item A        10        8          -2
`
  const moved = `  moved               1

Moved meanwhile, and not overwritten: count again.
line 4 (D4): C had 10, has 8 now; counted 7
  TIME  -2 → 8  issue (Order 7)
`
  const planned = await count(file, '--dry-run')
  const hideTime = (text: string) => text.replace(/\S+Z(?= {2}-2)/, 'TIME')
  expect([planned.status, hideTime(planned.stdout)]).toEqual([
    1,
    `${difference}\n  to correct          1\n  to confirm          1\n${moved}`,
  ])
  expect(await readQuantities()).toEqual([10, 10, 8, 10])

  const booked = await count(file, '--reference', 'Spring')
  expect([booked.status, hideTime(booked.stdout)]).toEqual([
    1,
    `${difference}\n  corrected           1\n  confirmed           1\n${moved}`,
  ])
  expect(await readQuantities()).toEqual([8, 10, 8, 10])
  const counts = (await client.listTransactions({ type: 'count' })).data.sort((a, b) => (a.sku < b.sku ? -1 : 1))
  expect(counts).toMatchObject([
    { sku: 'A', quantity_change: -2, reason: 'stocktake', reference: 'Spring' },
    { sku: 'B', quantity_change: 0 },
  ])
})

test.each([
  ['with', sheet],
  ['without', sheet.replace(/,quantity/, ',shown')],
])('run again, %s the quantities, it counts nothing twice, whatever has moved', async (_, content) => {
  await stockShelf()
  const file = folder.write('counts.csv', content)
  expect((await count(file)).status).toBe(0)
  // Back at what the sheet expects: counting it again would take these away.
  await client.createTransactions({ type: 'receive', sku: 'A', quantity: 2 })
  await client.createTransactions({ type: 'issue', sku: 'B', quantity: 1 })
  const ledger = await readLedger()
  const { status, stdout } = await count(file)
  expect([status, stdout]).toEqual([0, '  done before         3\n'])
  expect(await readLedger()).toEqual(ledger)
})

test('run again after more was counted, it knows what it has booked itself', async () => {
  await stockShelf()
  const [part, whole] = [
    'sku,quantity,counted\nA,10,8\nB,10,10\nC,10,\n',
    'sku,quantity,counted\nA,10,8\nB,10,10\nC,10,9\n',
  ]
  expect((await count(folder.write('counts.csv', part))).status).toBe(0)
  await client.createTransactions({ type: 'issue', sku: 'A', quantity: 1 })
  const { status, stdout } = await count(folder.write('counts.csv', whole))
  expect([status, stdout]).toEqual([0, expect.stringContaining('  corrected           1\n  done before         2\n')])
  expect(await readQuantities()).toEqual([7, 10, 9, 10])
})

rehearse('a large sheet is compared at once', async () => {
  await stockShelf()
  const rowCount = 20_000
  const rows = Array.from({ length: rowCount }, (_, row) => `X-${row},1\n`).join('')
  const { stdout } = await count(folder.write('counts.csv', `sku,counted\nA,3\n${rows}`), '--dry-run')
  expect(stdout).toContain(`  refused         ${rowCount}\n`)
})

test('a sale while it runs is not overwritten', async () => {
  await stockShelf()
  let sales = 1
  const proxy = await startProxy(service, async (moment, _, method) => {
    if (moment === 'request' && method === 'POST' && sales-- > 0)
      await client.createTransactions({ type: 'issue', sku: 'C', quantity: 1 })
  })
  const file = folder.write('counts.csv', 'sku,counted\nA,9\nB,9\nC,8\nD,9\n')
  const { status, stdout } = await runSpreadsheet('stocktake', [file], access({ baseUrl: proxy.baseUrl }))
  await proxy.stop()
  expect([status, stdout]).toEqual([1, expect.stringContaining('  corrected           3\n  moved               1\n')])
  expect(stdout).toContain('line 4 (B4): C had 10, has 9 now; counted 8')
  expect(await readLedger()).toContain('C issue -1')
  expect(await readQuantities()).toEqual([9, 9, 9, 9])
  expect((await client.listTransactions({ type: 'count' })).pagination.total).toBe(3)
})

test('an item that has moved to what was counted is to be counted again: the shelf has moved, too', async () => {
  await stockShelf()
  const file = folder.write('counts.csv', 'sku,quantity,counted\nA,10,9\n')
  await client.createTransactions({ type: 'issue', sku: 'A', quantity: 1 })
  expect(await count(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('  moved               1\n') })
  expect((await client.listTransactions({ type: 'count' })).pagination.total).toBe(0)
})

test('rows that cannot be counted are named with their line, and so is a SKU whose zeros a spreadsheet has taken off', async () => {
  await stockShelf()
  await client.createItem({ sku: '0012', name: 'Axe', quantity: 4 })
  const file = folder.write('counts.csv', 'Code;Found\nA;8\nX;1\nB;eight\nA;2\n;1\nC;9\n12;1\n')
  const { status, stdout } = await count(file, '--map', 'sku=Code', '--map', 'counted=Found')
  expect([status, stdout]).toEqual([1, expect.stringContaining('  corrected           1\n  refused             6\n')])
  for (const line of [
    "line 3 (A3): There is no item with the SKU 'X'.",
    "line 4 (B4): The 'counted' field must be a positive integer. The cell has 'eight'.",
    "line 5 (A5): The SKU 'A' is in the lines 2, 5: add the counts up.",
    'line 6 (A6): The row has no SKU.',
    "line 8 (A8): The SKU '12' is easily taken for that of 'Axe' (SKU 0012).",
  ])
    expect(stdout).toContain(line)
  expect(await readQuantities()).toEqual([4, 10, 10, 9, 10])
})

test('a sheet without counts is refused, and one with none has nothing to do', async () => {
  const reason =
    'no column has the counted: use --map counted=COLUMN, --header LINE or --separator. The file has: sku, found'
  await expectRefused(count(folder.write('c.csv', 'sku,found\nA,1\n')), reason)
  const none = await count(folder.write('c.csv', 'sku,counted\nA,\n'))
  expect(none).toMatchObject({ status: 0, stdout: 'No row was counted.\n' })
})
