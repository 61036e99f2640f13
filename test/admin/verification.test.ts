import { setSuspended } from '../../admin/companies/companies'
import { setErasing } from '../../admin/companies/erase-company'
import { scanTable as readPages } from '../../admin/table/table-scan'
import { type CompanyResult, type VerifyAllOptions, verifyAll } from '../../admin/verification/verify-all'
import { verifyCompany } from '../../admin/verification/verify-company'
import { dayMs } from '../../functions/domain/time'
import { keys, type Row } from '../../functions/store/table/schema'
import { changeRow, deleteRow } from '../support/damage'
import { ready } from '../support/damaged-company'
import { beforeSends, interceptSends } from '../support/dying'
import { chooseActions, LiveCompany } from '../support/live-company'
import { LiveDeliveries } from '../support/live-deliveries'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { formatRow, scanTable } from '../support/scan'
import { chooseSeed } from '../support/seed'
import { openShop } from '../support/shop'
import { chooseRuns, chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'
import { changedRows } from './damages/changed-rows'
import { derivedRows } from './damages/derived-rows'
import { strayRows } from './damages/stray-rows'
import { find, openWorld, repair, toKey, type World } from './damages/world'

const engine = useTable()
const { table } = engine
let world: World
beforeAll(async () => {
  world = await openWorld(engine)
})
beforeEach(() => engine.setTime(ready))
afterEach(() => repair(world))

const verify = (from = table, { companyId = world.companyId, scan = true } = {}) =>
  verifyCompany(from, companyId, { report: () => {}, scan })

async function runAll(own: Partial<VerifyAllOptions> = {}, from = table): Promise<CompanyResult[]> {
  const outcomes: CompanyResult[] = []
  const take = (outcome: CompanyResult) => void outcomes.push(outcome)
  await verifyAll(from, { reportScan: () => {}, take, ...own })
  return outcomes
}

/** What `verify --all` finds of the company. */
async function findAmongAll() {
  const found = (await runAll()).find(({ companyId }) => companyId === world.companyId)
  if (found?.error) throw found.error
  return found?.verification?.findings.map(({ code, resource }) => [code, resource]) ?? []
}

test('a company with rows of every kind holds, and nothing but reads is sent', async () => {
  const { before, log } = world
  const commands = new Set<string>()
  const reader = beforeSends(table, (command) => commands.add(command.constructor.name))
  const { findings, counts, notes, scanned } = await verify(reader)
  expect(findings).toEqual([])
  expect(scanned).toBe(true)
  expect(notes).toEqual([
    expect.stringMatching(/^\d+ chunks of old bases or snapshots are named by nothing: they expire/),
  ])
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
  expect(counts).toMatchObject({ log_rows: log.length, scanned_rows: before.length, bases: 3, days: 2, orders: 3 })
  const reads = ['BatchGetCommand', 'DescribeTableCommand', 'GetCommand', 'QueryCommand', 'ScanCommand']
  expect([...commands].sort()).toEqual(reads)
  expect((await scanTable(table)).map(formatRow).sort()).toEqual(before.map(formatRow).sort())
})

rehearse('without a scan, the report says what it leaves out', async () => {
  const { findings, notes, scanned, counts } = await verify(table, { scan: false })
  expect([findings, scanned, counts.scanned_rows]).toEqual([[], false, 0])
  expect(notes).toEqual([expect.stringMatching(/^The table was not scanned/)])
})

const all = Object.entries({ ...changedRows, ...strayRows, ...derivedRows })
// `npm test` takes one.
test.each(chooseCases(all, 1, chooseSeed()))('damage: %s is found, and nothing else', async (_, damage) => {
  const expected = (await damage(world)).sort()
  expect((await find(world)).sort()).toEqual(expected)
  if (chooseSize({ quick: false, thorough: true })) expect((await findAmongAll()).sort()).toEqual(expected)
})

describe('what is no damage', () => {
  rehearse('an item that was purged, before and after its row is deleted', async () => {
    engine.setTime(ready + 31 * dayMs)
    expect((await verify()).findings).toEqual([])
    for (const row of world.before)
      if (Number(row.expires_at) * 1_000 <= ready + 31 * dayMs) await deleteRow(table, toKey(row))
    expect((await verify()).findings).toEqual([])
  })

  rehearse('log rows that have expired after seven years: the transactions stay', async () => {
    engine.setTime(ready + 8 * 366 * dayMs)
    for (const row of world.before) if (row.expires_at !== undefined) await deleteRow(table, toKey(row))
    expect((await verify()).findings).toEqual([])
  })

  rehearse('deliveries that are due for more than a day: the report says so', async () => {
    const { webhookId, pending } = world.webhooks
    engine.setTime(Number(pending.next_attempt) + dayMs + 1)
    const { findings, notes } = await verify()
    expect(findings).toEqual([])
    expect(notes).toContain(`Deliveries to ${webhookId} that are due for more than a day, and still pending: 1.`)
  })

  rehearse('days that are over and not counted, and a base that is too old', async () => {
    engine.setTime(ready + 6.5 * dayMs)
    const { findings, notes } = await verify()
    expect(findings).toEqual([])
    expect(notes).toContainEqual(expect.stringMatching(/^\d days are over and not counted, from 2026-03-15 on/))
    expect(notes).toContainEqual(expect.stringMatching(/^The base of items is so old that no list uses it/))
  })
})

// All companies.

const pageRows = 100

/** What only a scan finds, and a row that is read by its key. */
async function damage(companyId: string): Promise<void> {
  const expires_at = Math.ceil(table.now() / 1_000) + 86_400
  const due = { company_id: companyId, webhook_id: 'whk_1', delivery_id: 'dlv_1', attempt: 1 }
  await putRows(table, [
    { ...keys.sku(companyId, 'GHOST\u2028#1'), item_id: 'itm_gone' },
    { ...keys.sku(companyId, 'EXPIRES'), item_id: 'itm_gone', expires_at },
    ...['rcp_1', 'rcp_2'].map((id) => ({ ...keys.receipt(companyId, 'ord_gone', id), id })),
    { ...keys.principalById('key_gone'), hash: 'none', company_id: companyId },
    { ...keys.email('nobody', companyId), id: 'usr_gone', company_id: companyId },
    ...['dlv_1', 'dlv_2'].map((id) => ({ ...keys.delivery(companyId, 'whk_gone', id), id })),
    { ...keys.dueDelivery('dlv_1', table.now()), ...due },
    { pk: `WISHES#${companyId}`, sk: 'WISH' },
    { pk: `RECEIPTS#${companyId}#ord_odd`, sk: 'odd' },
  ])
  await changeRow(table, keys.company(companyId), { owners: 9 })
}

/** No plan lists it any more: the table has it all the same. Its item is damaged, too. */
async function openDamagedShop(): Promise<string> {
  const { companyId, stockItem } = await openShop(table)
  const { id } = await stockItem('TORCH', 3)
  await deleteRow(table, keys.companyOfPlan('enterprise', companyId))
  await changeRow(table, keys.item(companyId, id), { quantity: 7 })
  return companyId
}

/** Without what depends on how much of the table was scanned. */
function compare(verification: CompanyResult['verification']) {
  const { findings = [], counts, ...rest } = verification ?? {}
  const sorted = findings.map((finding) => JSON.stringify(finding)).sort()
  return { ...rest, findings: sorted, counts: { ...counts, scanned_rows: 0 } }
}

test('it finds of each company what the verification of that company finds, with one scan for all', async () => {
  await damage(world.companyId)
  const [small, sound, gone] = [await openDamagedShop(), await openShop(table), await openShop(table)]
  await sound.stockItem('TORCH', 3)
  await setSuspended(table, gone.companyId)
  await setErasing(table, gone.companyId)
  let [pages, scans] = [0, 0]
  for await (const _ of readPages(table, pageRows)) pages += 1
  expect(pages).toBeGreaterThan(3)
  const counting = beforeSends(table, (command) => {
    if (command.constructor.name === 'ScanCommand') scans += 1
  })
  const outcomes = await runAll({ pageRows }, counting)
  expect(scans).toBe(pages)
  const found: Record<string, number | undefined> = {}
  for (const { companyId, verification, error } of outcomes) {
    expect(error).toBeNull()
    found[companyId] = verification?.findings.length
    if (companyId !== gone.companyId) expect(compare(verification)).toEqual(compare(await verify(table, { companyId })))
  }
  const { [world.companyId]: full, ...others } = found
  expect(full).toBeGreaterThanOrEqual(9)
  expect(others).toStrictEqual({ [small]: 2, [sound.companyId]: 0, [gone.companyId]: undefined })
})

test('what fails of a company is told, and the others are verified', async () => {
  const { companyId: broken } = await openShop(table)
  const failing = beforeSends(table, ({ input }) => {
    if (JSON.stringify(input).includes(`LOG#${broken}`)) throw new Error('no answer')
  })
  const failed = (await runAll({}, failing)).filter(({ error }) => error !== null)
  expect(failed).toEqual([{ companyId: broken, verification: null, error: new Error('no answer') }])
})

// While companies are used.

const writersAtOnce = 4
const actions = chooseRuns({ slice: 2_000, thorough: 10_000 })
/** One action in so many is followed by one of webhooks, which take longer. */
const deliveriesEvery = 20
/** On the average, so that some days pass. */
const stepMs = 60_000

rehearse(
  'no finding while a company is used: rows, log and counts are read one after the other',
  async () => {
    const seed = chooseSeed()
    const shop = await openShop(table)
    const company = new LiveCompany(shop)
    const deliveries = new LiveDeliveries(shop)
    let [now, running, looks] = [noon, writersAtOnce, 0]
    const choices = chooseActions(seed, actions)
    const write = async () => {
      for (let choice = choices.pop(); choice !== undefined; choice = choices.pop()) {
        await company.act(choice)
        if (choice % deliveriesEvery === 0) await deliveries.act(choice / deliveriesEvery)
        now += choice % (2 * stepMs)
        engine.setTime(now)
      }
      running -= 1
    }
    const writers = Array.from({ length: writersAtOnce }, write)
    try {
      // Of all looks, since what belongs to a webhook goes with it.
      const most = { webhook_events: 0, deliveries: 0 }
      for (let ended = false; !ended; looks++) {
        ended = running === 0
        const { findings, counts } = await verify(table, { companyId: shop.companyId, scan: looks % 2 === 0 })
        expect(findings).toEqual([])
        for (const kind of ['webhook_events', 'deliveries'] as const) most[kind] = Math.max(most[kind], counts[kind])
      }
      expect(Math.min(most.webhook_events, most.deliveries)).toBeGreaterThan(100)
    } finally {
      choices.splice(0) // the writers must end before the engine does
      await Promise.all(writers)
    }
    expect(looks).toBeGreaterThan(2)
  },
  900_000,
)

rehearse('no finding where a read shows a part of a database transaction: it is looked at again', async () => {
  const shop = await openShop(table)
  const company = new LiveCompany(shop)
  engine.setTime(noon)
  for (const choice of chooseActions(1, 200)) await company.act(choice)
  const hidden = new Set<string>()
  const hide = ({ pk, sk }: Row) => {
    const name = `${pk} ${sk}`
    if (hidden.has(name) || !/^(LOG|SKU|RECEIPTS|KEYID)#/.test(name)) return false
    return hidden.add(name).size % 3 === 0
  }
  const lagging = interceptSends(table, async (send, command) => {
    const answer = (await send(command)) as { Items?: Row[]; Responses?: Record<string, Row[]> }
    if (answer.Items) answer.Items = answer.Items.filter((row) => !hide(row))
    const { [table.name]: rows } = answer.Responses ?? {}
    if (rows) answer.Responses = { [table.name]: rows.filter((row) => !hide(row)) }
    return answer
  })
  expect((await verify(lagging, shop)).findings).toEqual([])
  expect(hidden.size).toBeGreaterThan(100)
})
