import { expectRefused } from '../support/command'
import { startProxy } from '../support/proxy'
import { rehearse } from '../support/rehearse'
import { runSpreadsheet, useSpreadsheets } from '../support/spreadsheet'

const { service, client, folder, access, run } = useSpreadsheets('stocktake')

beforeEach(async () => {
  const skus = ['A', 'B', 'C', 'D']
  await client.createItems({ items: skus.map((sku) => ({ sku, name: `Item ${sku}`, quantity: 10 })) })
})

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
  await client.createTransactions({ type: 'issue', sku: 'C', quantity: 2, reference: 'Order 7' })
  const file = folder.write('counts.csv', sheet)
  const difference = `line  sku  name    quantity  counted  difference
   2  A    Item A        10        8          -2
`
  const moved = `  moved               1

Moved since the sheet was printed, and not overwritten: count again.
line 4 (D4): C had 10, has 8 now; counted 7
  TIME  -2 → 8  issue (Order 7)
`
  const planned = await run(file, '--dry-run')
  const hideTime = (text: string) => text.replace(/\S+Z(?= {2}-2)/, 'TIME')
  expect([planned.status, hideTime(planned.stdout)]).toEqual([
    1,
    `${difference}\n  to correct          1\n  to confirm          1\n${moved}`,
  ])
  expect(await readQuantities()).toEqual([10, 10, 8, 10])

  const booked = await run(file, '--reference', 'Spring')
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
  const file = folder.write('counts.csv', content)
  expect((await run(file)).status).toBe(0)
  // Back at what the sheet expects: counting it again would take these away.
  await client.createTransactions({ type: 'receive', sku: 'A', quantity: 2 })
  await client.createTransactions({ type: 'issue', sku: 'B', quantity: 1 })
  const ledger = await readLedger()
  const { status, stdout } = await run(file)
  expect([status, stdout]).toEqual([0, '  done before         3\n'])
  expect(await readLedger()).toEqual(ledger)
})

rehearse('a large sheet is compared at once', async () => {
  const rowCount = 20_000
  const rows = Array.from({ length: rowCount }, (_, row) => `X-${row},1\n`).join('')
  const { stdout } = await run(folder.write('counts.csv', `sku,counted\nA,3\n${rows}`), '--dry-run')
  expect(stdout).toContain(`  refused         ${rowCount}\n`)
})

test('a sale while it runs is not overwritten', async () => {
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
  const file = folder.write('counts.csv', 'sku,quantity,counted\nA,10,9\n')
  await client.createTransactions({ type: 'issue', sku: 'A', quantity: 1 })
  expect(await run(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('  moved               1\n') })
  expect((await client.listTransactions({ type: 'count' })).pagination.total).toBe(0)
})

test('rows that cannot be counted are named with their line, and so is a SKU whose zeros a spreadsheet has taken off', async () => {
  await client.createItem({ sku: '0012', name: 'Axe', quantity: 4 })
  const file = folder.write('counts.csv', 'Code;Found\nA;8\nX;1\nB;eight\nA;2\n;1\nB;9\n12;1\n')
  const { status, stdout, stderr } = await run(file, '--map', 'sku=Code', '--map', 'counted=Found')
  expect([status, stdout]).toEqual([1, expect.stringContaining('  corrected           1\n  refused             6\n')])
  for (const line of [
    "line 3 (A3): There is no item with the SKU 'X'.",
    "line 4 (B4): The 'counted' field must be a positive integer. The cell has 'eight'.",
    "line 5 (A5): The SKU 'A' is in the lines 2, 5: add the counts up.",
    'line 6 (A6): The row has no SKU.',
    "line 8 (A8): There is no item with the SKU '12'.",
  ])
    expect(stdout).toContain(line)
  expect(stderr).toContain("line 8 (A8): the SKU '12' is beside '0012', which is in stock.")
  expect(await readQuantities()).toEqual([4, 10, 9, 10, 10])
})

test('a sheet without counts is refused, and one with none has nothing to do', async () => {
  const reason = 'no column has the counted: use --map counted=COLUMN, or --separator. The file has: sku, found'
  await expectRefused(run(folder.write('c.csv', 'sku,found\nA,1\n')), reason)
  const none = await run(folder.write('c.csv', 'sku,counted\nA,\n'))
  expect(none).toMatchObject({ status: 0, stdout: 'No row was counted.\n' })
})
