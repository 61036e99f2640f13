import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setErasing } from '../../admin/companies/erasure'
import { setSuspended } from '../../admin/companies/suspension'
import { scanTable } from '../../admin/table/table-scan'
import { type Outcome, type VerifyAllOptions, verifyAll } from '../../admin/verification/verify-all'
import { verifyCompany } from '../../admin/verification/verify-company'
import { dayMs } from '../../functions/domain/time'
import { keys, type Row } from '../../functions/store/schema'
import { changeRow, deleteRow } from '../support/damage'
import { ready } from '../support/damaged-company'
import { beforeSends, interceptSends } from '../support/dying'
import { openFullCompany } from '../support/full-company'
import { chooseActions, LiveCompany } from '../support/live-company'
import { LiveDeliveries } from '../support/live-deliveries'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { formatRow, scanTable } from '../support/scan'
import { chooseSeed } from '../support/seed'
import { openShop, type Shop } from '../support/shop'
import { chooseSize } from '../support/size'
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

const verify = (from = table, scan = true) => verifyCompany(from, world.companyId, { report: () => {}, scan })

/** What `verify --all` finds of the company. */
async function findAmongAll() {
  const found: string[][] = []
  const take = ({ verification, error }: Outcome) => {
    if (error !== null) throw error
    if (verification?.company_id === world.companyId)
      for (const { code, resource } of verification.findings) found.push([code, resource])
  }
  await verifyAll(table, { reportScan: () => {}, take, signal: new AbortController().signal })
  return found
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
  const { findings, notes, scanned, counts } = await verify(table, false)
  expect([findings, scanned, counts.scanned_rows]).toEqual([[], false, 0])
  expect(notes).toEqual([expect.stringMatching(/^The table was not scanned/)])
})

describe('damage', () => {
  afterEach(() => repair(world))

  const all = Object.entries({ ...changedRows, ...strayRows, ...derivedRows })
  // `npm test` takes one.
  test.each(chooseCases(all, 1, chooseSeed()))('%s is found, and nothing else', async (_, damage) => {
    const expected = (await damage(world)).sort()
    expect((await find(world)).sort()).toEqual(expected)
    if (chooseSize({ quick: false, thorough: true })) expect((await findAmongAll()).sort()).toEqual(expected)
  })
})

describe('what is no damage', () => {
  afterEach(() => repair(world))

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

// Three companies. Two are damaged: one that has rows of every kind in the thorough tests, and a small one.

const pageRows = 5

const engine = useTable()
const { table } = engine
let shops: Shop[]
let gone: Shop
beforeAll(async () => {
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
  const counting = beforeSends(table, (command) => {
    if (command.constructor.name === 'ScanCommand') scans += 1
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
  const failing = beforeSends(table, ({ input }) => {
    if (JSON.stringify(input).includes(`LOG#${broken}`)) throw new Error('no answer')
  })
  const failed = (await runAll({}, failing)).filter(({ error }) => error !== null)
  expect(failed).toEqual([{ companyId: broken, verification: null, error: new Error('no answer') }])

  const stop = new AbortController()
  const reportScan = () => stop.abort(new Error('Stopped.'))
  await expect(runAll({ reportScan, signal: stop.signal, pageRows })).rejects.toThrow('Stopped.')
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('inventory-scan-'))).toEqual([])
})

const writersAtOnce = 4
const actions = 10_000
/** One action in so many is followed by one of webhooks, which take longer. */
const deliveriesEvery = 20
/** On the average, so that some days pass. */
const stepMs = 60_000

rehearse(
  'no finding while a company is used: rows, log and counts are read one after the other',
  async () => {
    const seed = chooseSeed()
    const shop = await openShop(engine.table)
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
        const options = { report: () => {}, scan: looks % 2 === 0 }
        const verification = await verifyCompany(engine.table, shop.companyId, options)
        expect(verification.findings).toEqual([])
        const { webhook_events, deliveries } = verification.counts
        most.webhook_events = Math.max(most.webhook_events, webhook_events)
        most.deliveries = Math.max(most.deliveries, deliveries)
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
  const shop = await openShop(engine.table)
  const company = new LiveCompany(shop)
  engine.setTime(noon)
  for (const choice of chooseActions(1, 200)) await company.act(choice)
  const hidden = new Set<string>()
  const hide = ({ pk, sk }: Row) => {
    const name = `${pk} ${sk}`
    if (hidden.has(name) || !/^(LOG|SKU|RECEIPTS|KEYID)#/.test(name)) return false
    return hidden.add(name).size % 3 === 0
  }
  const lagging = interceptSends(engine.table, async (send, command) => {
    const answer = (await send(command)) as { Items?: Row[]; Responses?: Record<string, Row[]> }
    if (answer.Items) answer.Items = answer.Items.filter((row) => !hide(row))
    const { name } = engine.table
    if (answer.Responses?.[name]) answer.Responses[name] = answer.Responses[name].filter((row) => !hide(row))
    return answer
  })
  const { findings } = await verifyCompany(lagging, shop.companyId, { report: () => {}, scan: true })
  expect(findings).toEqual([])
  expect(hidden.size).toBeGreaterThan(100)
})
