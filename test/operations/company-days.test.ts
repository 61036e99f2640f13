import { verifyCompany } from '../../admin/verification/verify-company'
import { findToday, setTimeZone } from '../../dashboard/src/browser/time-zone'
import { finishDays } from '../../functions/catalogue/log/final-days'
import type { Caller } from '../../functions/domain/companies/caller'
import { formatDay } from '../../functions/domain/companies/time-zone'
import { dayMs } from '../../functions/domain/time'
import { changeCompany } from '../../functions/operations/companies/change-company'
import { listOrders } from '../../functions/operations/orders/list-orders'
import { createOrder } from '../../functions/operations/orders/order-changes'
import { listDailyStock } from '../../functions/operations/stock/list-daily-stock'
import { findCompany } from '../../functions/store/companies/companies'
import type { Table } from '../../functions/store/table/table'
import { supplier } from '../support/order'
import { makeContext, makeShop, openShop, renderJson } from '../support/shop'
import { useTable } from '../support/table'

const engine = useTable()
const hourMs = 3_600_000

/** The caller as its requests know it after a change of the company. */
async function meet(table: Table, caller: Caller): Promise<Caller> {
  return { ...caller, timeZone: (await findCompany(table, caller.companyId))?.time_zone ?? null }
}

const makeOrderFields = (item_id: string) => ({
  ...({ status: 'ordered', supplier, currency: null, location: null, notes: null } as const),
  line_items: [{ item_id, sku: null, quantity_ordered: 1, unit_cost: null, notes: null }],
})

// The clocks of each change within the four days, but for Kolkata's, and the zone changes on the third.
test.each([
  ['Pacific/Auckland', 'America/Los_Angeles', '2026-04-03'],
  ['America/Los_Angeles', 'Pacific/Auckland', '2026-10-30'],
  ['Asia/Kolkata', 'Europe/Berlin', '2026-03-27'],
  ['Europe/Berlin', 'Asia/Kolkata', '2026-10-23'],
  ['UTC', 'Pacific/Auckland', '2026-09-24'],
])(
  'in %s, then in %s: each movement counts on one day, and orders are overdue from the next one on',
  async (first, second, from) => {
    const start = Date.parse(from)
    engine.setTime(start - 31 * dayMs)
    const { companyId, who } = await openShop(engine.table)
    const change = async (time_zone: string) => {
      await changeCompany(makeContext(engine.table, await meet(engine.table, who)), { time_zone }, renderJson)
      return makeShop(engine.table, await meet(engine.table, who))
    }
    let shop = await change(first)
    const item = await shop.stockItem('S', 100)
    const expected_at = new Date(start + 36 * hourMs).toLocaleDateString('en-CA', { timeZone: first })
    await shop.run((context) => createOrder(context, { ...makeOrderFields(item.id), expected_at }))
    let [zone, day] = [first, '']
    const expected = new Map<string, number>()
    for (let hours = 0; hours < 100; hours += 3) {
      const now = start + hours * hourMs
      engine.setTime(now)
      if (hours === 51) [zone, shop] = [second, await change(second)]
      await shop.move({ type: 'issue', item_id: item.id, quantity: 1 })
      const local = new Date(now).toLocaleDateString('en-CA', { timeZone: zone })
      day = local > day ? local : day
      expected.set(day, (expected.get(day) ?? 0) + 1)
      if (hours % 12 === 0) await finishDays(engine.table, companyId)
      const { data, time_zone } = await listDailyStock(shop.context, { days: 20 })
      expect([
        time_zone,
        data.filter(({ type }) => type === 'issue').map(({ date, units_out }) => [date, units_out]),
      ]).toEqual([zone, [...expected]])
      const overdue = await listOrders(shop.context, { overdue: true, limit: 1, offset: 0, sort: 'created_at' })
      expect(overdue.total).toBe(day > expected_at ? 1 : 0)
      setTimeZone(zone, formatDay(now, shop.context.caller.timeZone)) // as the pages do with what the account says
      expect(findToday(now)).toBe(day)
    }
    const { findings } = await verifyCompany(engine.table, companyId, { scan: true, report: () => {} })
    expect(findings).toEqual([])
  },
)
