import { changePlan } from '../../admin/companies/companies'
import { abandonedAfterMs } from '../../functions/domain/snapshots/snapshot'
import { dayMs } from '../../functions/domain/time'
import { takeDailySnapshot } from '../../functions/operations/snapshots/daily-snapshot'
import { getSnapshot } from '../../functions/operations/snapshots/get-snapshot'
import { listSnapshots } from '../../functions/operations/snapshots/list-snapshots'
import { readItemsOfSnapshot } from '../../functions/operations/snapshots/snapshot-items'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { findCompany } from '../../functions/store/companies/companies'
import { makeDyingTable } from '../support/dying'
import { rehearse } from '../support/rehearse'
import { makeContext, openShop } from '../support/shop'
import { stockUp } from '../support/stock'
import { noon, useTable } from '../support/table'

const engine = useTable()
const { table } = engine

const manual = { name: null, type: 'manual' } as const

async function shop(count = 3) {
  const { who } = await openShop(table)
  await stockUp(table, who.companyId, count, { since: noon - dayMs, quantity: () => 2 })
  const context = makeContext(table, { ...who, plan: 'starter' })
  const snapshots = async () => (await listSnapshots(context, { limit: 100, offset: 0 })).rows
  return { context, companyId: who.companyId, snapshots }
}

rehearse(
  'killed at any of its calls, taking a snapshot leaves nothing that looks ready, and uses up nothing',
  async () => {
    let calls = 0
    for (let done = false; !done; calls++) {
      const { context, snapshots } = await shop()
      done = await takeSnapshot({ ...context, table: makeDyingTable(table, calls + 1) }, manual).then(
        () => true,
        () => false,
      )
      if (done) break
      for (const { status } of await snapshots()) expect(status).toBe('creating')
      engine.setTime(noon + abandonedAfterMs)
      for (const { status } of await snapshots()) expect(status).toBe('failed')
      engine.setTime(noon)
      const { snapshot, data } = await takeSnapshot(context, manual) // the plan allows one a day
      expect(snapshot).toMatchObject({ status: 'ready', item_count: 3, total_quantity: 6 })
      expect((await readItemsOfSnapshot(context, { snapshot, data })).count).toBe(3)
    }
    expect(calls).toBeGreaterThan(14)
  },
)

test('an answer that is lost on its way back leaves a snapshot that is ready', async () => {
  const { context, snapshots } = await shop()
  const finishes = ({ input }: { input: object }) => JSON.stringify(input).includes('"ready","data"')
  const lost = takeSnapshot(
    { ...context, table: makeDyingTable(table, 1, { counts: finishes, arrives: true }) },
    manual,
  )
  await expect(lost).rejects.toThrow('killed')
  expect(await snapshots()).toMatchObject([{ status: 'ready' }])
  await expect(takeSnapshot(context, manual)).rejects.toMatchObject({ code: 'plan_limit_reached' })
})

test('an empty inventory has a snapshot, too', async () => {
  const { context } = await shop(0)
  const { snapshot } = await takeSnapshot(context, manual)
  expect(snapshot).toMatchObject({ status: 'ready', item_count: 0, total_quantity: 0, size_bytes: 0 })
  expect(await readItemsOfSnapshot(context, await getSnapshot(context, snapshot.id))).toMatchObject({ count: 0 })
})

test('the daily snapshot: one of each day, however often and by however many at once it is taken', async () => {
  const { companyId, snapshots } = await shop()
  const take = (date: string) => takeDailySnapshot(table, companyId, date, 'request')
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => take('2026-03-14')))
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await take('2026-03-14')).toBeNull()
  expect(await snapshots()).toMatchObject([{ type: 'automatic', status: 'ready', name: 'Daily 2026-03-14' }])
  engine.setTime(noon + dayMs)
  expect(await take('2026-03-15')).toMatchObject({ status: 'ready', expires_at: '2026-06-13T12:00:00.000Z' })
  expect(await snapshots()).toHaveLength(2)
})

test('a daily snapshot that is taken after its day says so: it has the items of then', async () => {
  const { companyId } = await shop()
  engine.setTime(noon + 2 * dayMs)
  expect(await takeDailySnapshot(table, companyId, '2026-03-14', 'request')).toMatchObject({
    name: 'Daily 2026-03-14, taken 2026-03-16',
    created_at: '2026-03-16T12:00:00.000Z',
  })
})

test('a daily snapshot that died halfway is taken by the next attempt', async () => {
  const { companyId, snapshots } = await shop()
  await expect(takeDailySnapshot(makeDyingTable(table, 12), companyId, '2026-03-14', 'request')).rejects.toThrow(
    'killed',
  )
  expect(await snapshots()).toMatchObject([{ status: 'creating' }])
  expect(await takeDailySnapshot(table, companyId, '2026-03-14', 'request')).toMatchObject({ status: 'ready' })
  expect(await snapshots()).toHaveLength(1)
})

test('a company that has left the plan has no daily snapshot taken', async () => {
  const { companyId, snapshots } = await shop()
  const row = await findCompany(table, companyId)
  if (row) await changePlan(table, row, 'professional')
  expect(await takeDailySnapshot(table, companyId, '2026-03-14', 'request')).toBeNull()
  expect(await snapshots()).toEqual([])
})
