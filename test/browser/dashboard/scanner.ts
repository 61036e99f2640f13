import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { InventoryClient } from '../../../client'
import type { Demo } from '../demo'
import { hasten } from './delay'
import { open } from './pages'
import { besideForms } from './scanner-beside'
import { type Check, playAsOwner } from './sign-in'
import { scan, scanKeys, takeClock, typeByHand } from './typing'
import { countMovements, findField, makeItem, press, seeClosed } from './writes/write'

/** Codes are codes wherever the focus is, and numbers are what was typed. */
export async function checkScanner(browser: Browser, demo: Demo): Promise<string[]> {
  const numbers = [openFromList, countBeside, sellThree, sellTwoByCode, refuseAmounts, askOnce]
  const codes = [scanTwo, receiveTwo, receiveByNames, readMeanings, giveCode, fillBarcode]
  const units = [sellOneByOne, countAtLocation]
  const problems = await playAsOwner(browser, demo, [takeClock, ...numbers, ...codes, ...units, ...besideForms])
  const refused = /status of 400|insufficient_stock|ERR_FAILED/
  return [...problems, ...(await playAsOwner(browser, demo, [takeClock, loseAnswer, refuseUnits], refused))]
}

const seeItem = (page: Page, sku: string) =>
  page.getByRole('heading', { level: 1, name: `Item ${sku}`, exact: true }).waitFor()

const isSale = ({ type }: { type: string }) => type === 'issue'

/** The keys of a code are no shortcuts: `tgt-2` would open the trash, `cgn-01` the form of a new item. */
const openFromList: Check = async (page, demo, client) => {
  for (const sku of ['tgt-2', 'cgn-01']) {
    await makeItem(client, sku)
    await open(page, demo, '/items')
    await page.getByRole('heading', { name: 'Items', exact: true }).click()
    await scan(page, sku, sku === 'tgt-2' ? 'Enter' : 'Tab')
    await seeItem(page, sku)
  }
  console.log('scanner: a code beside all fields opened its item')
}

/** A code is no quantity, whatever has the focus. */
const countBeside: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-COUNT')
  for (const kind of ['Count', 'Receive', 'Adjust']) {
    await open(page, demo, `/items/${id}?move=${kind.toLowerCase()}&of=${id}`)
    const field = page.getByRole('dialog').locator('input').first()
    await field.click()
    await typeByHand(page, '1', '2')
    await scan(page, '40170725')
    await page.getByText(/^40170725 was read/).waitFor()
    assert.equal(await field.inputValue(), '12')
  }
  assert.equal(await countMovements(client, 'SCAN-COUNT', ({ type }) => type !== 'initial'), 0)
  await press('Cancel')(page)
  console.log('scanner: a code while a form was open was no quantity')
}

/** A press beside the number, or on it, in the field that has the focus already, changes nothing. */
const sellThree: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-SELL')
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  await page.getByRole('dialog').getByText('After: 99').waitFor()
  await page.locator('input:focus').click()
  await typeByHand(page, '3', 'Enter')
  await page.getByText('Item SCAN-SELL: sold 3 · 97 left').waitFor()
  console.log('scanner: a number that was typed replaced the one before')
}

/** The same article again is one more of it. A code of two characters is a text, which is refused. */
const sellTwoByCode: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'F2')
  await open(page, demo, '/scan?then=sell')
  await page.getByLabel('Code', { exact: true }).fill('F2')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('After: 99').waitFor()
  await scan(page, 'F2')
  await page.getByText("'F2' is not a number").waitFor()
  await press('Cancel')(page)
  const twice = await client.createItem({ name: 'Item SCAN-TWICE', sku: 'SCAN-TWICE', quantity: 10 })
  await open(page, demo, '/scan?then=sell')
  await scan(page, 'SCAN-TWICE')
  await page.getByRole('dialog').getByText('After: 9').waitFor()
  await scan(page, 'SCAN-TWICE')
  await page.getByRole('dialog').getByText('After: 8').waitFor()
  await press('Sell')(page)
  await page.getByText('Item SCAN-TWICE: sold 2').first().waitFor()
  const counts = await Promise.all([id, twice.id].map(async (each) => (await client.getItem(each)).quantity))
  assert.deepEqual(counts, [100, 8])
  console.log('scanner: an article that was read twice was sold twice')
}

/** What can be read in two ways is refused, and never another number. */
const refuseAmounts: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-AMOUNT')
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  const field = findField(page, 'Units sold')
  for (const text of ['12,5', '2,5', '1.000', '1e3', '']) {
    await field.fill('')
    await page.keyboard.insertText(text)
    await press('Sell')(page)
    assert.equal(await field.getAttribute('aria-invalid'), 'true', text)
    assert.equal(await field.inputValue(), text)
  }
  assert.equal(await countMovements(client, 'SCAN-AMOUNT', isSale), 0)
  await press('Cancel')(page)
  console.log('scanner: no text became another number')
}

const askOnce: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-LARGE')
  await open(page, demo, `/items/${id}?move=receive&of=${id}`)
  await findField(page, 'Units received').click()
  await typeByHand(page, ...'1001', 'Enter')
  await page.getByText(/^Really 1,001\?/).waitFor()
  assert.equal(await countMovements(client, 'SCAN-LARGE', ({ type }) => type === 'receive'), 0)
  await press('Receive')(page)
  await page.getByText('Item SCAN-LARGE: received 1,001 · 1,101 there').waitFor()
  console.log('scanner: a large number was asked about once')
}

/** Two codes without a pause: each is answered. */
const scanTwo: Check = async (page, demo, client) => {
  for (const barcode of ['4006381333931', '4006381333948'])
    await client.createItem({ name: `Item ${barcode}`, sku: `SKU-${barcode}`, barcode, quantity: 5 })
  await open(page, demo, '/scan')
  const sought: string[] = []
  page.on('request', (request) => sought.push(request.url()))
  await scanKeys(page, ...'4006381333931', 'Enter', ...'4006381333948', 'Tab')
  await seeItem(page, '4006381333948')
  assert.ok(sought.some((url) => url.includes('barcode=4006381333931')))
  console.log('scanner: two codes without a pause were both looked up')
}

const receiveTwo: Check = async (page, demo, client) => {
  const items = (await client.listItems({ search: '40063813339' })).data
  const line_items = items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 }))
  const order = await client.createOrder({ supplier: { name: 'Pens' }, line_items })
  await open(page, demo, `/orders/${order.id}/receive`)
  await scanKeys(page, ...items.flatMap(({ barcode }) => [...(barcode ?? ''), 'Enter']))
  for (const { name } of items) {
    const field = page.getByLabel(new RegExp(`^Accepted.*${name}`))
    await field.and(page.locator('[value="1"]')).waitFor()
  }
  await open(page, demo, '/items') // what was typed stays as a draft
  console.log('scanner: two boxes without a pause were one of each')
}

/** Another item has the SKU now that the item of the line had when it was ordered: its code is not that of the line. */
const receiveByNames: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-TAKEN')
  const line_items = [{ item_id: id, quantity_ordered: 5 }]
  const order = await client.createOrder({ supplier: { name: 'Pens' }, line_items })
  await client.updateItem(id, { sku: 'SCAN-MOVED' })
  await client.createItem({ name: 'Another', sku: 'SCAN-TAKEN' })
  await open(page, demo, `/orders/${order.id}/receive`)
  await scan(page, 'SCAN-TAKEN')
  await page.getByText('Another is not in this order.').waitFor()
  await scan(page, 'SCAN-MOVED')
  await page.getByText('Item SCAN-TAKEN: 1 of 5 accepted.').waitFor()
  console.log('scanner: a SKU that another item has taken over was that item')
}

/** What scanners really send: prefixes, fields of GS1, and labels of this dashboard. */
const readMeanings: Check = async (page, demo, client) => {
  const [item] = (await client.listItems({ barcode: '4006381333931' })).data
  const label = `${demo.baseUrl}/dashboard/items/${item?.id}`
  for (const code of [']E04006381333931', '(01)04006381333931', '04006381333931', '4006381333931\\n', label]) {
    await open(page, demo, '/items')
    await scan(page, code)
    await seeItem(page, '4006381333931')
  }
  await open(page, demo, '/items')
  await scanKeys(page, ...']C1010400638133393110AB', 'Control+]', ...'17271231', 'Enter')
  await seeItem(page, '4006381333931')
  await open(page, demo, '/items')
  await scan(page, '4711-unknown')
  await page.getByText('No item has the code 4711-unknown.').first().waitFor()
  console.log('scanner: what scanners send was understood, or said')
}

/** A code that nobody has becomes the barcode of an item that is there, and the scan goes on with it. */
const giveCode: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-GIVEN')
  await open(page, demo, '/scan?then=sell')
  await scan(page, '4012345678901')
  await page.getByRole('textbox', { name: 'Or the item that it is on' }).fill('SCAN-GIV')
  await press('Item SCAN-GIVEN (SCAN-GIVEN)', 'main')(page)
  await page.getByRole('dialog').getByText('After: 99').waitFor()
  await press('Cancel')(page)
  assert.equal((await client.getItem(id)).barcode, '4012345678901')
  await press('Undo: Item SCAN-GIVEN: its barcode is 4012345678901 now.', 'main')(page)
  await page.getByText('Item SCAN-GIVEN: its barcode is unset again.').first().waitFor()
  assert.equal((await client.getItem(id)).barcode, null)
  console.log('scanner: a code that was new was given to an item that was there')
}

const fillBarcode: Check = async (page: Page, demo: Demo, client: InventoryClient) => {
  await open(page, demo, '/items?create=true')
  await findField(page, 'Name').fill('Item SCAN-NEW')
  await findField(page, 'SKU').fill('SCAN-NEW')
  await scan(page, '5901234123457')
  await page.getByText('The barcode is 5901234123457 now.').waitFor()
  assert.equal(await findField(page, 'SKU').inputValue(), 'SCAN-NEW')
  assert.equal((await client.listItems({ sku: 'SCAN-NEW' })).data.length, 0)
  await press('Create')(page)
  await seeClosed(page)
  assert.equal((await client.listItems({ barcode: '5901234123457' })).data.length, 1)
  console.log('scanner: a code in the form of a new item was its barcode')
}

/** Three codes without a pause are three sales, without a form. One of them is undone. */
const sellOneByOne: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-ONE')
  await open(page, demo, '/scan?then=sell')
  await page.getByRole('switch', { name: 'Each scan is one' }).click()
  await scanKeys(
    page,
    ...Array(3)
      .fill('SCAN-ONE')
      .flatMap((code) => [...code, 'Enter']),
    ...'SCAN-NONE',
    'Enter',
  )
  await page.getByText('No item has the code SCAN-NONE.').first().waitFor()
  for (const left of [99, 98, 97]) await page.getByText(`Item SCAN-ONE: sold 1 · ${left} left`).first().waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await press('Undo: Item SCAN-ONE: sold 1 · 98 left', 'main')(page)
  await page.getByText('Item SCAN-ONE: taken back · 98 there').first().waitFor()
  assert.equal(await countMovements(client, 'SCAN-ONE', isSale), 3)
  assert.equal((await client.getItem(id)).quantity, 98)
  // An address that names a code looks it up, and books nothing.
  await open(page, demo, '/scan?then=sell&one=true&code=SCAN-ONE')
  await page.getByRole('dialog', { name: 'Sell' }).getByText('(SCAN-ONE)').waitFor()
  await press('Cancel')(page)
  assert.equal((await client.getItem(id)).quantity, 98)
  console.log('scanner: each scan was one, and one was undone')
}

/** The answer of a sale is lost: it is sent again under its key. */
const loseAnswer: Check = async (page, demo, client) => {
  await makeItem(client, 'SCAN-LOST')
  await open(page, demo, '/scan?then=sell&one=true')
  await page.route(/\/transactions$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await scan(page, 'SCAN-LOST')
  const again = page.getByRole('main').getByRole('button', { name: /^Try again: / })
  await hasten(page, again)
  await page.unroute(/\/transactions$/)
  await again.click()
  await page.getByText('Item SCAN-LOST: sold 1 · 99 left').first().waitFor()
  assert.equal(await countMovements(client, 'SCAN-LOST', isSale), 1)
  console.log('scanner: a scan whose answer was lost was booked once')
}

/** What the API refuses is told, and changes nothing. */
const refuseUnits: Check = async (page, demo, client) => {
  const { id } = await client.createItem({ name: 'Item SCAN-EMPTY', sku: 'SCAN-EMPTY', quantity: 0 })
  await open(page, demo, '/scan?then=sell&one=true')
  await scan(page, 'SCAN-EMPTY')
  await page.getByText('Not enough stock: 0 available, 1 wanted.').first().waitFor()
  await page.getByRole('radio', { name: 'Receive' }).check()
  await page.getByRole('switch', { name: 'Each scan is one' }).click()
  await scan(page, 'SCAN-EMPTY')
  await page.getByText('Item SCAN-EMPTY: received 1 · 1 there').first().waitFor()
  await client.createTransactions({ type: 'issue', item_id: id, quantity: 1 })
  await press('Undo: Item SCAN-EMPTY: received 1 · 1 there', 'main')(page)
  await page.getByText('Not enough stock: 0 available, 1 wanted.').nth(1).waitFor()
  assert.equal((await client.getItem(id)).quantity, 0)
  console.log('scanner: a unit that is not there was neither sold nor taken back')
}

/** What of a shelf is counted, and what is left of it. */
const countAtLocation: Check = async (page, demo, client) => {
  for (const sku of ['SHELF-A', 'SHELF-B'])
    await client.createItem({ name: `Item ${sku}`, sku, quantity: 5, location: 'Scanned shelf' })
  await open(page, demo, '/stocktake?how=phone')
  await page.getByLabel('Location').selectOption('Scanned shelf')
  await page.getByText('0 of 2 items are counted.').waitFor()
  await page.getByText('Show the 2 that are left').click()
  await page.getByRole('button', { name: 'Item SHELF-B (SHELF-B)' }).click()
  await findField(page, 'How many are there?').fill('5')
  await press('Keep')(page)
  await page.getByText('1 of 2 items are counted.').waitFor()
  console.log('scanner: the items of a location that were counted were told')
}
