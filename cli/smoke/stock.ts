import { change, requireEqual, step } from './steps'

export const stock = [
  change('create-transactions', 'a movement of an item', async (session, options) => {
    const sale = { type: 'issue', item_id: session.get('bolt').id, quantity: 3, reason: 'sale' } as const
    const { id, quantity_change, quantity_after } = await session.client.createTransactions(sale, options)
    requireEqual('the change', quantity_change, -3)
    session.set({ saleId: id, quantity: quantity_after })
  }),
  change('create-transactions', 'two movements by SKU', async (session, options) => {
    const adjustment = { type: 'adjust', sku: session.get('bolt').sku, quantity: -1 } as const
    const count = { type: 'count', sku: session.get('washer').sku, quantity: 7 } as const
    const { data } = await session.client.createTransactions({ transactions: [adjustment, count] }, options)
    requireEqual('the changes', data.map(({ quantity_change }) => quantity_change).join(), '-1,2')
    session.set({ quantity: data[0]?.quantity_after })
  }),
  step('get-transaction', 'the movement', async (session) => {
    requireEqual('the change', (await session.client.getTransaction(session.get('saleId'))).quantity_change, -3)
  }),
  change('reverse-transaction', 'the movement', async (session, options) => {
    const reversal = await session.client.reverseTransaction(session.get('saleId'), {}, options)
    requireEqual('the change', reversal.quantity_change, 3)
    session.set({ quantity: reversal.quantity_after })
  }),
  step('list-transactions', 'all', async (session) => {
    const { data } = await session.client.listTransactions({ limit: 5 })
    requireEqual('that there are some', data.length > 0, true)
  }),
  step('list-transactions', 'of a type', async (session) => {
    const { data } = await session.client.listTransactions({ type: 'initial', limit: 1 })
    requireEqual('the type', data[0]?.type, 'initial')
  }),
  step('list-transactions', 'of an item, by the index', async (session) => {
    const { data } = await session.client.listTransactions({ item_id: session.get('bolt').id })
    requireEqual('the quantity after the newest', data[0]?.quantity_after, session.get('quantity'))
    requireEqual('the first type', data.at(-1)?.type, 'initial')
  }),
  step('list-daily-stock', 'of yesterday and today', async (session) => {
    const { data } = await session.client.listDailyStock({ days: 2 })
    const reversals = data.filter(({ type }) => type === 'reversal')
    requireEqual('that units came back', (reversals.at(-1)?.units_in ?? 0) >= 3, true)
  }),
  step('verify-item', 'the bolt', async (session) => {
    const { consistent, quantity } = await session.client.verifyItem(session.get('bolt').id)
    requireEqual('consistent, and the quantity', [consistent, quantity], [true, session.get('quantity')])
  }),
]
