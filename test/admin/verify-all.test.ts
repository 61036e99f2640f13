import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setErasing } from '../../admin/companies/erasure'
import { setSuspended } from '../../admin/companies/suspension'
import { scanTable } from '../../admin/table/table-scan'
import { type Outcome, type VerifyAllOptions, verifyAll } from '../../admin/verification/verify-all'
import { verifyCompany } from '../../admin/verification/verify-company'
import type { Table } from '../../functions/store/client'
import { keys } from '../../functions/store/schema'
import { changeRow, deleteRow } from '../support/damage'
import { interceptSends } from '../support/dying'
import { openFullCompany } from '../support/full-company'
import { putRows } from '../support/put-rows'
import { openShop, type Shop } from '../support/shop'
import { chooseSize } from '../support/size'
import { startTestTable, type TestTable } from '../support/table'

// Three companies. Two are damaged: one that has rows of every kind in the thorough tests, and a small one.

const pageRows = 5

let engine: TestTable
let table: Table
let shops: Shop[]
let gone: Shop
beforeAll(async () => {
  engine = await startTestTable()
  table = engine.table
  const open = chooseSize({
    quick: () => openShop(table),
    thorough: async () => (await openFullCompany(engine, 'one#1')).shop,
  })
  const full = await open()
  const [small, sound] = [await openShop(table), await openShop(table)]
  const [torch] = [await small.stockItem('TORCH', 3), await sound.stockItem('TORCH', 3)]
  shops = [full, small, sound]
  gone = await openShop(table)
  await setSuspended(table, gone.companyId)
  await setErasing(table, gone.companyId)
  await damage(full.companyId)
  await damageSmall(small, torch.id)
})
afterAll(() => engine.stop())

/** What only a scan finds, and a row that is read by its key. */
async function damage(companyId: string): Promise<void> {
  const expires_at = Math.ceil(table.now() / 1_000) + 86_400
  const due = { company_id: companyId, webhook_id: 'whk_1', delivery_id: 'dlv_1', attempt: 1 }
  await putRows(table, [
    { ...keys.sku(companyId, 'GHOST\u2028#1'), item_id: 'itm_gone' },
    { ...keys.sku(companyId, 'EXPIRES'), item_id: 'itm_gone', expires_at },
    ...['rcp_1', 'rcp_2'].map((id) => ({ ...keys.receipt(companyId, 'ord_gone', id), id })),
    { ...keys.principalById('key_gone'), hash: 'none', company_id: companyId },
    { ...keys.email('nobody'), id: 'usr_gone', company_id: companyId },
    ...['dlv_1', 'dlv_2'].map((id) => ({ ...keys.delivery(companyId, 'whk_gone', id), id })),
    { ...keys.dueDelivery('dlv_1', table.now()), ...due },
    { pk: `WISHES#${companyId}`, sk: 'WISH' },
    { pk: `RECEIPTS#${companyId}#ord_odd`, sk: 'odd' },
  ])
  await changeRow(table, keys.company(companyId), { owners: 9 })
}

/** No plan lists it any more: the table has it all the same. */
async function damageSmall({ companyId }: Shop, itemId: string): Promise<void> {
  await deleteRow(table, keys.companyOfPlan('enterprise', companyId))
  await changeRow(table, keys.item(companyId, itemId), { quantity: 7 })
}

async function runAll(own: Partial<VerifyAllOptions> = {}, from = table): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const take = (outcome: Outcome) => void outcomes.push(outcome)
  await verifyAll(from, { reportScan: () => {}, take, signal: new AbortController().signal, ...own })
  return outcomes.sort((a, b) => (a.companyId < b.companyId ? -1 : 1))
}

/** Without what depends on how much of the table was scanned. */
function compare(verification: Outcome['verification']) {
  const { findings = [], counts, ...rest } = verification ?? {}
  const sorted = findings.map((finding) => JSON.stringify(finding)).sort()
  return { ...rest, findings: sorted, counts: { ...counts, scanned_rows: 0 } }
}

test('it finds of each company what the verification of that company finds, with one scan for all', async () => {
  let pages = 0
  for await (const _ of scanTable(table, pageRows)) pages += 1
  expect(pages).toBeGreaterThan(shops.length)
  let scans = 0
  const counting = interceptSends(table, (send, command) => {
    if (command.constructor.name === 'ScanCommand') scans += 1
    return send(command)
  })
  const outcomes = await runAll({ pageRows }, counting)
  expect(scans).toBe(pages)
  expect(outcomes.map(({ companyId }) => companyId)).toEqual([...shops, gone].map(({ companyId }) => companyId).sort())
  const found: Record<string, number> = {}
  for (const { companyId, verification, error } of outcomes) {
    expect(error).toBeNull()
    if (companyId === gone.companyId) {
      expect(verification).toBeNull()
      continue
    }
    const single = await verifyCompany(table, companyId, { report: () => {}, scan: true })
    expect(compare(verification)).toEqual(compare(single))
    found[companyId] = single.findings.length
  }
  const [full, small, sound] = shops.map(({ companyId }) => found[companyId])
  expect(full).toBeGreaterThanOrEqual(9)
  expect([small, sound]).toEqual([2, 0])
})

test('what fails of a company is told, and the others are verified; what is stopped leaves no file', async () => {
  const [, { companyId: broken = '' } = {}] = shops
  const failing = interceptSends(table, async (send, command) => {
    if (JSON.stringify(command.input).includes(`LOG#${broken}`)) throw new Error('no answer')
    return send(command)
  })
  const failed = (await runAll({}, failing)).filter(({ error }) => error !== null)
  expect(failed).toEqual([{ companyId: broken, verification: null, error: new Error('no answer') }])

  const stop = new AbortController()
  const reportScan = () => stop.abort(new Error('Stopped.'))
  await expect(runAll({ reportScan, signal: stop.signal, pageRows })).rejects.toThrow('Stopped.')
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('inventory-scan-'))).toEqual([])
})
