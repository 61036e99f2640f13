import { keys } from '../../functions/store/schema'
import { runInventory } from '../support/command'
import { changeRow } from '../support/damage'
import { emptyTable } from '../support/empty-table'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService, useTools } from '../support/service'

const service = useService(() => startTestService())
const tools = useTools(service)
beforeEach(() => emptyTable(service.rows, []))

const run = (...args: string[]) => runInventory(['verify', ...args, '--info', tools.info])

async function openCompany() {
  const customer = await createCompanyWithKey(service)
  const item = await customer.client.createItem({ name: 'Torch', sku: 'TORCH', quantity: 3 })
  await customer.client.createTransactions({ type: 'issue', sku: 'TORCH', quantity: 1 })
  return { id: customer.company.id, item }
}

test('a company that holds: what was read, with progress on stderr, and status 0', async () => {
  const { id } = await openCompany()
  const { status, stdout, stderr } = await run('--company', id)
  expect(status).toBe(0)
  expect(stdout).toContain(`Read of ${id}:`)
  expect(stdout).toMatch(/^ +1 items$/m)
  expect(stdout).toMatch(/^ +2 log rows$/m)
  expect(stdout).toMatch(/^ +1 SKU guards$/m)
  expect(stdout).toMatch(/\nEverything holds\.\n$/)
  expect(stderr).toMatch(/^reading the company and its keys\nreading the items\n/)
  expect(stderr).toContain('scanning the whole table, all companies')

  const unscanned = await run('--company', id, '--no-scan')
  expect(unscanned.status).toBe(0)
  expect(unscanned.stdout).toContain('Note: The table was not scanned')
  expect(unscanned.stderr).not.toContain('scanning')
})

test('all companies, and all hold: the total, with progress on stderr, and status 0', async () => {
  await openCompany()
  const { status, stdout, stderr } = await run('--all')
  expect(stdout).toMatch(/^Verified \d companies, with one scan of \d+ rows\.\nEverything holds\.\n$/)
  expect(stderr).toMatch(/^scanning the whole table, once for all companies\n/)
  expect(stderr).toMatch(/(\d) of \1 companies, 0 findings\n$/)
  expect(status).toBe(0)
})

rehearse('of all companies, some are damaged: a line for each, the total, and status 1', async () => {
  const [{ id, item }, other] = [await openCompany(), await openCompany()]
  await changeRow(service.rows, keys.item(id, item.id), { quantity: 7 })
  await changeRow(service.rows, keys.company(other.id), { erasing_at: Date.now() })
  const { status, stdout } = await run('--all')
  expect(status).toBe(1)
  expect(stdout).toContain(`${id} findings: 1 (wrong_quantity 1)\nVerified `)
  expect(stdout).toContain('\nLeft out: 1 that are gone, or are being erased.\nFindings: 1.')

  const inJson = await run('--all', '--json')
  const { holds, findings, damaged, left_out } = JSON.parse(inJson.stdout)
  expect([inJson.status, holds, findings, left_out]).toEqual([1, false, 1, 1])
  expect(damaged).toMatchObject([{ company_id: id, findings: [{ code: 'wrong_quantity', resource: item.id }] }])
})

rehearse('a company that is damaged: the findings, and status 1', async () => {
  const { id, item } = await openCompany()
  await changeRow(service.rows, keys.item(id, item.id), { quantity: 7 })
  const { status, stdout } = await run('--company', id)
  const text = 'The quantity is 7. The ledger comes to 2.'
  expect(status).toBe(1)
  expect(stdout).toMatch(/\nFindings: 1\n +1 wrong_quantity: the quantity of an item is not what its ledger comes to\n/)
  expect(stdout).toMatch(new RegExp(`\nwrong_quantity ${item.id}: ${text}\n$`))

  const inJson = await run('--company', id, '--json')
  expect(inJson.status).toBe(1)
  const { holds, findings, counts, scanned, notes } = JSON.parse(inJson.stdout)
  expect({ holds, findings, scanned, notes }).toEqual({
    holds: false,
    findings: [{ code: 'wrong_quantity', resource: item.id, text }],
    scanned: true,
    notes: [],
  })
  expect(counts).toMatchObject({ items: 1, log_rows: 2, database_transactions: 2, api_keys: 1 })
})

rehearse('of many findings, the first 100 are printed', async () => {
  const { id } = await openCompany()
  const skus = Array.from({ length: 104 }, (_, n) => `GHOST-${n}`)
  await putRows(
    service.rows,
    skus.map((sku) => ({ ...keys.sku(id, sku), item_id: 'itm_gone' })),
  )
  const { status, stdout } = await run('--company', id)
  expect(status).toBe(1)
  expect(stdout).toMatch(/\nFindings: 104\n +104 orphan_sku_guard: .+\norphan_sku_guard GHOST-/)
  expect(stdout).toMatch(/\n… and 4 more: --json has them all\.\n$/)
  expect(stdout.match(/^orphan_sku_guard/gm)).toHaveLength(100)
})

test('misuse says what to do, with status 2', async () => {
  const { id } = await openCompany()
  const cases: [string[], string][] = [
    [[], '--company or --all is needed'],
    [['--all', '--company', id], '--all and --company exclude each other'],
    [['--all', '--no-scan'], '--all and --no-scan exclude each other'],
    [['--company', 'cmp_0'], 'there is no company cmp_0'],
    [['--company', ''], '--company must not be empty'],
    [['--company', id, '--deep'], "Unknown option '--deep'"],
    [['--company', id, 'now'], "Unexpected argument 'now'"],
  ]
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = await run(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(stderr).toContain('See --help.')
  }
  await changeRow(service.rows, keys.company(id), { erasing_at: Date.now() })
  const { status, stderr } = await run('--company', id)
  expect([status, stderr]).toEqual([2, expect.stringContaining('is being erased')])
  const help = await run('--help')
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('npx inventory verify --company ID')
})
