import { writeTable } from '../../cli/spreadsheets/files'
import type { Item } from '../../client'
import { keys } from '../../functions/store/table/schema'
import { serve } from '../../local/serve'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { expectRefused } from '../support/command'
import { startProxy } from '../support/proxy'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey } from '../support/service'
import { runSpreadsheet, useSpreadsheets } from '../support/spreadsheet'

const { service, customer, client, folder, access, run } = useSpreadsheets('import')
const listItems = () => client.listItems({ sort: 'sku' }).toArray()
const pick = ({ id: _, created_at: __, updated_at: ___, ...fields }: Item) => fields

const sales = `No;StockCode;Description;Count
1;85123A;Hanging heart, white;6
2;71053; Metal lantern ;6
3;85123A;Hanging heart, white;2
4;84406B;Coat hanger;1;red
5;;No code;1
6;71053;Lantern of metal;8
`
const mapped = ['--map', 'sku=StockCode', '--map', 'name=Description']

test('imports items by a mapping, and reports each row with its line', async () => {
  const file = folder.write('sales.csv', `\uFEFF${sales}`)
  const { status, stdout, stderr } = await run(file, ...mapped, '--report', folder.path('report.csv'))
  expect(status).toBe(1)
  expect(stderr).toContain("Columns: name from 'Description', sku from 'StockCode'; not read: No, Count")
  expect(stdout).toBe(`6 rows
  created           1
  repeated          1
  refused           4
line 3 (B3): The item is in the lines 3, 7, with another name.
line 5: The row has 5 cells, and the header 4.
line 6 (B6): The 'sku' field is required.
line 7 (B7): The item is in the lines 3, 7, with another name.
The rows that were refused are in ${folder.path('sales-refused.csv')}: mend them there, and import that file.
`)
  const items = await listItems()
  expect(items.map(pick)).toMatchObject([{ sku: '85123A', name: 'Hanging heart, white', quantity: 0 }])
  expect(folder.read('report.csv').split('\r\n').slice(1, 4)).toEqual([
    `2,85123A,created,${items[0]?.id},,,`,
    '3,,refused,,sku,"The item is in the lines 3, 7, with another name.",',
    '4,85123A,repeated,,,,',
  ])

  const refused = folder.read('sales-refused.csv')
  expect(refused).toContain('4;84406B;Coat hanger;1;red;5;The row has 5 cells, and the header 4.\r\n')
  const unmended = await run(folder.path('sales-refused.csv'), ...mapped)
  expect(unmended).toMatchObject({ status: 1, stdout: expect.stringContaining('4 rows\n  refused           4\n') })
  await run(file, ...mapped)
  expect([folder.read('sales-refused.csv'), folder.read('sales-refused-2.csv')]).toEqual([refused, refused])
  folder.write(
    'sales-refused.csv',
    refused
      .replace('hanger;1;red', 'hanger;1')
      .replace('5;;No code', '5;NC;No code')
      .replace('Lantern of metal', 'Metal lantern'),
  )
  const again = await run(folder.path('sales-refused.csv'), ...mapped)
  expect([again.status, (await listItems()).map(({ sku }) => sku)]).toEqual([0, ['71053', '84406B', '85123A', 'NC']])
})

test('imports a workbook, and writes the rows that were refused as one', async () => {
  const rows = [
    ['sku', 'name', 'quantity', 'barcode'],
    ['0012', '=1+1', 3, 4_006_381_333_931],
    ['B', '', 1, null],
  ]
  const [file, refusedFile] = [folder.path('stock.xlsx'), folder.path('stock-refused.xlsx')]
  await writeTable(file, rows, ',')
  const { status, stdout } = await run(file)
  expect(status).toBe(1)
  expect(stdout).toBe(`2 rows
  created           1
  refused           1
line 3 (B3): The 'name' field is required.
The rows that were refused are in ${refusedFile}: mend them there, and import that file.
`)
  expect((await listItems()).map(pick)).toMatchObject([
    { sku: '0012', name: '=1+1', quantity: 3, barcode: '4006381333931' },
  ])
  const refused = await readSheet('refused', folder.readBytes('stock-refused.xlsx'))
  expect(refused.rows.map(({ cells }) => cells)).toEqual([['B', '', '1', '', '3', "The 'name' field is required."]])
  const still = expect.stringContaining("line 2 (B2): The 'name' field is required.")
  expect(await run(refusedFile)).toMatchObject({ status: 1, stdout: still })
  await expectRefused(run(file, '--sheet', 'Other'), "has no sheet 'Other'. It has: Sheet1")
})

test('finds the table in a workbook of LibreOffice, and says where', async () => {
  const file = 'test/spreadsheets/files/libreoffice.ods'
  const { status, stdout, stderr } = await run(file, '--dry-run')
  expect(stderr).toContain("in line 3 of the sheet 'Bestand'. Not read: Titel.\nColumns: name from 'Name'")
  expect([status, stdout]).toEqual([
    1,
    expect.stringContaining("The 'sku' field is a number that is shown as '12,00%'"),
  ])
  await expectRefused(run(file, '--header', '5'), 'no column has the name: use --map name=COLUMN, --header LINE or')
  await expectRefused(run(file, '--header', 'SKU'), '--header must be the number of a line, such as 3')
})

test('codes that are easily taken for others are imported where they are meant so, and the rest at once', async () => {
  await client.createItem({ sku: '0012', name: 'Axe' })
  const file = folder.write('codes.csv', 'sku,name,barcode\n12,Axe,4.00638E+12\nB,Bow,\n')
  const { status, stdout } = await run(file)
  expect([status, stdout]).toEqual([
    1,
    expect.stringContaining('2 rows\n  created           1\n  refused           1\n'),
  ])
  expect(stdout).toContain("line 2 (A2): The SKU '12' is easily taken for that of 'Axe' (SKU 0012).")
  const meant = await run(file, '--allow-lookalikes')
  expect([meant.status, meant.stdout]).toEqual([0, '2 rows\n  created           1\n  unchanged         1\n'])
})

rehearse('in a large inventory, it looks for the SKU with its zeros, too', async () => {
  const rows = Array.from({ length: 99 }, (_, row) => ({ sku: `N-${row}`, name: 'Nut' }))
  await client.createItems({ items: [{ sku: '0012', name: 'Axe' }, ...rows] })
  await client.createItems({ items: rows.map(({ sku, name }) => ({ sku: `${sku}-2`, name })) })
  const { stdout } = await run(folder.write('codes.csv', 'sku,name\n12,Axe\n'), '--dry-run')
  expect(stdout).toContain("line 2 (A2): The SKU '12' is easily taken for that of 'Axe' (SKU 0012).")
})

test.each<[string, [status: number, text: string] | null, string]>([
  ['an address at which nobody listens', null, 'after 3 attempts: '],
  ['a page of HTML', [200, '<h1>Welcome</h1>'], 'the answer is no JSON'],
  ['404 of something else', [404, '{"message":"Not Found"}'], 'The answer has status 404 and no error'],
  ['another version', [404, '{"error":{"code":"not_found","message":"No route."}}'], 'No route. (404 not_found)'],
  ['JSON of something else', [200, '{}'], 'the answer is no list of items'],
  ['500 of something else', [502, '<h1>Bad gateway</h1>'], 'The answer has status 502 and no error'],
])('a base URL with %s is named, after three requests at most', async (_, answer, message) => {
  let requests = 0
  const other = await serve(async (_request, outgoing) => {
    requests++
    outgoing.writeHead(answer?.[0] ?? 0, { 'content-type': 'text/html' }).end(answer?.[1])
  })
  const baseUrl = `${other.endpoint}/v1`
  if (answer === null) await other.stop()
  const file = folder.write('items.csv', 'sku,name\nA,Axe\n')
  const outcome = runSpreadsheet('import', [file], access({ baseUrl }))
  expect(await expectRefused(outcome, `${baseUrl} does not answer as the inventory service: `, 1)).toContain(message)
  if (answer !== null) await other.stop()
  expect(requests).toBeLessThanOrEqual(3)
})

test('the same file again has no effect', async () => {
  const file = folder.write('items.csv', 'sku,name,quantity\nA,Axe,3\nB,Bow,0\n')
  expect(await run(file)).toMatchObject({ status: 0, stdout: '2 rows\n  created           2\n' })
  const { total } = (await client.listAudit()).pagination
  expect(await run(file)).toMatchObject({ status: 0, stdout: '2 rows\n  unchanged         2\n' })
  expect((await client.listAudit()).pagination.total).toBe(total)
})

test('a dry run shows what would be done, and does nothing', async () => {
  await client.createItem({ sku: 'A', name: 'Axe' })
  const file = folder.write('items.csv', 'sku,name\nA,Adze\nB,Bow\nC,\n')
  const { status, stdout } = await run(file, '--update', '--dry-run')
  const counts = '3 rows\n  to create         1\n  to update         1\n  refused           1\n'
  expect([status, stdout]).toEqual([1, `${counts}line 4 (B4): The 'name' field is required.\n`])
  expect((await listItems()).map(({ name }) => name)).toEqual(['Axe'])
})

test('--update changes what the file says otherwise, but no quantity', async () => {
  await client.createItem({ sku: 'A', name: 'Axe', quantity: 5, location: 'Shed', barcode: '123', reorder_point: 2 })
  const file = folder.write('items.csv', 'sku,name,quantity,location,reorder point\nA,Adze,9,,3\n')
  const others = "line 2 (A2): The SKU 'A' exists with another name and location and reorder_point."
  expect(await run(file)).toMatchObject({ status: 1, stdout: expect.stringContaining(others) })
  const kept = "1 items keep a quantity that is not the file's: 'npx inventory stocktake' changes it."
  const updated = await run(file, '--update')
  expect(updated).toMatchObject({ status: 0, stdout: `1 rows\n  updated           1\n${kept}\n` })
  expect((await listItems()).map(pick)).toEqual([
    { sku: 'A', name: 'Adze', quantity: 5, location: null, barcode: '123', reorder_point: 3 },
  ])
})

rehearse('reads standard input, and what the service alone refuses is a row of the report', async () => {
  const input = `sku,name,quantity\nA,Axe,1\nB,Bow,one\nC,Cap,99999999999\n`
  const { status, stdout } = await runSpreadsheet('import', ['-', '--refused', folder.path('r.csv')], access(), input)
  expect(status).toBe(1)
  expect(stdout).toContain('  created           1\n  refused           2\n')
  expect(stdout).toContain("line 3 (C3): The 'quantity' field must be a positive integer. The cell has 'one'.")
})

test('an item that another client creates meanwhile counts as there', async () => {
  let items = ['Axe', 'Bat'].map((name) => ({ sku: name.slice(0, 1), name }))
  const proxy = await startProxy(service, async (moment, _, method) => {
    if (moment === 'answer' || method !== 'POST') return
    for (const item of items) await customer.call('POST', '/items', item)
    items = []
  })
  const file = folder.write('items.csv', 'sku,name\nA,Axe\nB,Bow\nC,Cap\n')
  const { status, stdout } = await runSpreadsheet('import', [file], access({ baseUrl: proxy.baseUrl }))
  await proxy.stop()
  const counts = '  created           1\n  unchanged         1\n  refused           1\n'
  expect([status, stdout]).toEqual([1, expect.stringContaining(counts)])
  expect(stdout).toContain("line 3 (A3): The SKU 'B' exists with another name.")
})

test('while the company’s log is busy it waits, and then imports everything', async () => {
  const file = folder.write('busy.csv', `sku,name\n${Array.from({ length: 12 }, (_, n) => `B-${n},Bolt`).join('\n')}\n`)
  const busy_until = service.now() + 60_000
  await putRows(service.rows, [{ ...keys.writeRate(customer.company.id), busy_until }])
  const proxy = await startProxy(service)
  const { status, stdout } = await runSpreadsheet('import', [file], access({ baseUrl: proxy.baseUrl }))
  await proxy.stop()
  expect([status, stdout]).toEqual([0, '12 rows\n  created          12\n'])
  expect(proxy.statuses.filter((code) => code === 429)).toHaveLength(1)
  expect(await listItems()).toHaveLength(12)
})

test('what is exported is imported by another company: the same items', async () => {
  const likeFormulas = ['=1+1', "'=1", '-5 °C probe', '@home', '+49 cable']
  const names = [...likeFormulas, '"quoted", and more', 'Ünïcode 中文', "'s Hertogenbosch"]
  const items = names.map((name, index) => ({
    name,
    sku: index % 2 ? `-SKU;${index}` : `00${index}`,
    quantity: index,
    location: index % 3 ? `=A${index}` : null,
    barcode: index % 2 ? String(4_006_381_000_000 + index) : null,
    reorder_point: index % 4 ? index : null,
  }))
  await client.createItems({ items })
  const file = folder.path('export.csv')
  expect((await runSpreadsheet('export', ['items', '--out', file, '--separator', ';'], access())).status).toBe(0)
  const other = await createCompanyWithKey(service)
  const imported = await runSpreadsheet('import', [file], access({ secret: other.secret }))
  expect([imported.status, imported.stdout]).toEqual([0, '8 rows\n  created           8\n'])
  const copied = (await other.client.listItems({ sort: 'quantity' }).toArray()).map(pick)
  expect(copied).toEqual((await client.listItems({ sort: 'quantity' }).toArray()).map(pick))
  expect(copied.map(({ name }) => name)).toEqual(names)
})

test('a file without the columns, and a key that is not valid, end with one clear line', async () => {
  const told = 'no column has the name: use --map name=COLUMN, --header LINE or --separator. The file has: code, what'
  await expectRefused(run(folder.write('w.csv', 'code,what\n1,2\n')), told)
  const two = run(folder.write('w.csv', 'SKU;Name;Stock;Qty;EAN\nA;Axe;1;2;\n'))
  await expectRefused(
    two,
    "the columns 'Stock' and 'Qty' could both be the quantity: choose one (--map quantity=COLUMN), or none (--map quantity=)",
  )
  const unread = "the column 'Available' looks like a quantity, and is not read: use --map quantity='Available', or"
  await expectRefused(run(folder.write('w.csv', 'sku,name,Available\nA,Axe,1\n')), unread)
  const file = folder.write('items.csv', 'sku,name\nA,Axe\n')
  const unknown = runSpreadsheet('import', [file], access({ secret: 'sk_test_wrong' }))
  await expectRefused(unknown, '(401 unauthorized)', 1)
})

test.each([
  [['--refused', 'items.csv', '--report', 'items.csv'], 'FILE, --refused and --report must be different files'],
  [['--report', 'nowhere/report.csv'], 'nothing can be written into'],
  [['--base-url', 'localhost:4000/v1'], 'the base URL must be one such as'],
  [['--base-url', 'http://user:pass@localhost/v1'], 'the base URL must be one such as'],
  [['--key', 'secret\nkey'], 'the key has characters that no key has'],
  [['--info', 'package.json'], 'does not tell of a running local service'],
  [['--map', 'sku=sku', '--map', 'sku=name'], '--map names a field twice'],
])('the options %j end it before anything is sent', async (options, message) => {
  const outcome = run(folder.write('items.csv', 'sku,name\nA,Axe\n'), ...options)
  expect(await expectRefused(outcome, message)).not.toMatch(/secret|pass@/)
})
