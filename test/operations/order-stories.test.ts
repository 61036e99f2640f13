import { verifyCompany } from '../../admin/verification/verify-company'
import { makeRandom } from '../../bench/seed'
import { Refusal } from '../../functions/domain/errors'
import type { Item } from '../../functions/domain/items/item'
import type { Receipt } from '../../functions/domain/orders/order'
import type { Context } from '../../functions/operations/context'
import { cancelOrder, closeOrder, placeOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { receiveOrder } from '../../functions/operations/orders/receive-order'
import { reverseReceipt } from '../../functions/operations/orders/reverse-receipt'
import { type Decision, runChange } from '../../functions/operations/run-change'
import { createTransactions } from '../../functions/operations/stock/create-transactions'
import { toEvents } from '../../functions/store/log/events'
import { parseLogRow } from '../../functions/store/log/log-row'
import type { Table } from '../../functions/store/table/table'
import { makeDyingTable } from '../support/dying'
import { chooseSeed } from '../support/seed'
import { everything, makeContext, makeMovementRow, openShop, renderJson, type Shop } from '../support/shop'
import { chooseSize } from '../support/size'
import { useTable } from '../support/table'

const engine = useTable()

const verbs = ['receive', 'receive', 'receive', 'take back', 'take back', 'update', 'sell', 'place', 'cancel', 'close']

/** Random verbs on one order after the other, three at once; every third loses its answer, and is sent again. */
async function playOrders(shop: Shop, random: () => number, rounds: number) {
  const items = [await shop.stockItem('A', 4), await shop.stockItem('B', 4)]
  const model = { stock: [4, 4], receipts: [] as Receipt[], happened: [] as string[] }
  const choose = (count: number) => Math.floor(random() * count)
  const lines = items.map(({ id }) => ({ item_id: id, quantity_ordered: 6 }))
  const open = async () => {
    const draft = await shop.order(lines, 'draft')
    if (random() < 0.3) return draft
    model.happened.push('place')
    return shop.run((context) => placeOrder(context, draft.id))
  }
  let order = await open()
  for (let round = 0; round < rounds; round++) {
    if (['received', 'cancelled', 'closed'].includes(order.status) && random() < 0.5) {
      Object.assign(model, { receipts: [] })
      order = await open()
    }
    const { id, line_items } = order
    const act = async (verb: string, at: number) => {
      const [n, item] = [choose(2), items[choose(2)] as Item]
      const some = { line_item_id: line_items[n]?.id ?? '', quantity_accepted: 1 + choose(3), rejection_reason: null }
      const delivered = { ...everything, lines: [{ ...some, quantity_rejected: choose(2) }] }
      const receipt = model.receipts[choose(model.receipts.length)]?.id ?? 'rcp_none'
      const sale = makeMovementRow({ type: 'issue', quantity: 1, item_id: item.id })
      const decide: Record<string, (context: Context) => Promise<Decision<unknown>>> = {
        receive: (context) => receiveOrder(context, id, n === 0 ? everything : delivered),
        'take back': (context) => reverseReceipt(context, id, receipt),
        update: (context) => updateOrder(context, id, { notes: `Round ${round}`, supplier: { phone: `${at}` } }, null),
        sell: (context) => createTransactions(context, [sale]),
        place: (context) => placeOrder(context, id),
        cancel: (context) => cancelOrder(context, id, null),
        close: (context) => closeOrder(context, id),
      }
      const send = (table: Table) => {
        const context = makeContext(table, shop.who)
        const keyed = { ...context, idempotency: { key: `${id} ${round} ${at}`, fingerprint: verb, row: null } }
        return runChange(keyed, decide[verb] as (context: Context) => Promise<Decision<unknown>>, renderJson)
      }
      const dying = makeDyingTable(shop.table, 1 + choose(8), { arrives: random() < 0.7 })
      if (random() < 0.4) await send(dying).catch(() => {})
      const { answer } = await send(shop.table)
      return [verb, JSON.parse(answer.body), items.indexOf(item)] as const
    }
    const outcomes = await Promise.allSettled([0, 1, 2].map((at) => act(verbs[choose(verbs.length)] ?? '', at)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toBeInstanceOf(Refusal)
        continue
      }
      const [verb, { receipt }, sold] = outcome.value
      model.happened.push(verb)
      if (verb === 'sell') model.stock[sold] = (model.stock[sold] ?? 0) - 1
      if (verb !== 'receive' && verb !== 'take back') continue
      for (const { item_id, quantity_accepted } of receipt.lines) {
        const nth = items.findIndex((each) => each.id === item_id)
        model.stock[nth] = (model.stock[nth] ?? 0) + (verb === 'receive' ? 1 : -1) * quantity_accepted
      }
      if (verb === 'receive') model.receipts.push(receipt)
      else model.receipts = model.receipts.filter(({ id }) => id !== receipt.id)
    }
    order = await shop.getOrder(id)
    const found = await Promise.all(items.map((each) => shop.getItem(each.id)))
    expect(found.map(({ stock }) => stock.total)).toEqual(model.stock)
  }
  return model
}

test('a delivery taken back and an open order changed, beside every other verb, 3 at once: each has one effect', async () => {
  const shop = await openShop(engine.table)
  const { happened } = await playOrders(shop, makeRandom(chooseSeed()), chooseSize({ quick: 12, thorough: 100 }))
  const types = (await shop.log()).flatMap((row) => toEvents(parseLogRow(row))).map(({ type }) => type)
  const count = (all: string[], ...wanted: string[]) => all.filter((each) => wanted.includes(each)).length
  expect(count(types, 'order.placed')).toBe(count(happened, 'place'))
  expect(count(types, 'order.received')).toBe(count(happened, 'receive'))
  expect(count(types, 'order.updated')).toBe(count(happened, 'take back', 'update'))
  // The lines of orders, their receipts and the ledger agree.
  expect((await verifyCompany(shop.table, shop.companyId, { report: () => {}, scan: true })).findings).toEqual([])
})
