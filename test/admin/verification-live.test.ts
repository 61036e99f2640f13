import { verifyCompany } from '../../admin/verification/verify-company'
import type { Row } from '../../functions/store/schema'
import { interceptSends } from '../support/dying'
import { chooseActions, LiveCompany } from '../support/live-company'
import { LiveDeliveries } from '../support/live-deliveries'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()

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
