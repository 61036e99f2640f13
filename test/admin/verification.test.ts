import { type Outcome, verifyAll } from '../../admin/verification/verify-all'
import { verifyCompany } from '../../admin/verification/verify-company'
import { dayMs } from '../../functions/domain/time'
import { deleteRow } from '../support/damage'
import { ready } from '../support/damaged-company'
import { beforeSends } from '../support/dying'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { formatRow, scanTable } from '../support/scan'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'
import { useTable } from '../support/table'
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
