import { type CreatedItems, getAnswer } from '../../client'
import { change, readTwice, requireEqual, step } from './steps'

export const items = [
  change('create-item', 'an item', async (session, options) => {
    const fields = { quantity: 10, location: 'Shelf 1', reorder_point: 20 }
    const bolt = await session.client.createItem({ name: 'Bolt', sku: session.name('BOLT'), ...fields }, options)
    session.set({ bolt: session.keepItem(bolt), quantity: bolt.quantity, etag: getAnswer(bolt).etag ?? '' })
  }),
  step('create-items', 'two items, without an idempotency key', async (session) => {
    const rows = ['NUT', 'WASHER'].map((part) => ({ name: part, sku: session.name(part), quantity: 5 }))
    const batch = await session.call<CreatedItems>({ method: 'POST', path: '/items/batch', body: { items: rows } })
    const [nut, washer] = toItems(batch)
    if (nut && washer) session.set({ nut: session.keepItem(nut), washer: session.keepItem(washer) })
    requireEqual('the number of items', toItems(batch).length, 2)
  }),
  change('create-items', 'a new item and another SKU of the washer', async (session, options) => {
    const renamed = { id: session.get('washer').id, sku: session.name('WASHER-2') }
    const rows = [{ name: 'Screw', sku: session.name('SCREW') }, renamed]
    const { data } = await session.client.createItems({ items: rows }, options)
    for (const item of toItems({ data })) session.keepItem(item)
    session.set({ washer: toItems({ data })[1] ?? session.get('washer') })
    requireEqual('the statuses', data.map(({ status }) => status).join(), '201,200')
  }),
  step('create-items', 'a batch that is refused, and another under the same key', async (session) => {
    const options = { idempotencyKey: `smoke-refused-${session.run}` }
    const taken = { name: 'Rivet', sku: session.get('bolt').sku }
    const refused = await session.client.createItems({ items: [taken] }, options)
    requireEqual('the status of the row', refused.data[0]?.status, 400)
    // The key is free again only if the first batch could delete its record.
    const { data } = await session.client.createItems(
      { items: [{ name: 'Rivet', sku: session.name('RIVET') }] },
      options,
    )
    for (const item of toItems({ data })) session.keepItem(item)
    requireEqual('the status of the row', data[0]?.status, 201)
  }),
  step('get-item', 'the bolt, with its ETag', async (session) => {
    const bolt = await session.client.getItem(session.get('bolt').id)
    requireEqual('the ETag', getAnswer(bolt).etag, session.get('etag'))
  }),
  change('update-item', 'another SKU of the bolt, with If-Match', async (session, options) => {
    const { id } = session.get('bolt')
    const fields = { sku: session.name('BOLT-2'), quantity: 30 }
    const bolt = await session.client.updateItem(id, fields, { ...options, ifMatch: session.get('etag') })
    requireEqual('the SKU', bolt.sku, fields.sku)
    session.set({ bolt, quantity: bolt.quantity })
  }),
  change('delete-item', 'the nut', async (session, options) => {
    await session.client.deleteItem(session.get('nut').id, options)
    session.set({ trashed: true })
  }),
  readTwice('list-trash', 'the nut', async (session) => {
    const { data } = await session.client.listTrash({ sku: session.get('nut').sku })
    const isThere = data.some(({ id }) => id === session.get('nut').id)
    requireEqual('that the nut is in it', isThere, session.has('trashed'))
  }),
  change('restore-item', 'the nut, under another SKU', async (session, options) => {
    session.get('trashed')
    const fields = { sku: session.name('NUT-2') }
    session.set({ nut: await session.client.restoreItem(session.get('nut').id, fields, options) })
  }),
  step('list-items', 'one SKU', async (session) => {
    const { data } = await session.client.listItems({ sku: session.get('bolt').sku })
    requireEqual('the ids', data.map(({ id }) => id).join(), session.get('bolt').id)
  }),
  step('list-locations', 'with counts', async (session) => {
    const { data } = await session.client.listLocations()
    requireEqual(
      'the counts',
      data.every(({ count }) => count > 0),
      true,
    )
  }),
]

const toItems = ({ data }: CreatedItems) => data.flatMap((row) => ('item' in row ? row.item : []))

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
