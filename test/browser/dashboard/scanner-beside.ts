import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { holdRequests } from './delay'
import { open } from './pages'
import { type Check, settle } from './sign-in'
import { scan, scanKeys, stopClock, type, typeByHand } from './typing'
import { countMovements, findField, makeItem, press, seeClosed } from './writes/write'

const sell = (page: Page) => findField(page, 'Units sold')

/** The second Enter of a scanner that ends with two sends nothing, and presses nothing. */
const endWithTwo: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-CRLF')
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  await sell(page).waitFor()
  await scanKeys(page, ...'SCAN-CRLF', 'Enter', 'Enter')
  await sell(page).and(page.locator('[value="2"]')).waitFor()
  // On a phone, too, the drawer is not above what is said.
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await open(page, demo, `/items/${id}`)
  await page.getByRole('button', { name: 'Move to trash' }).focus()
  await scanKeys(page, ...'SCAN-CRLF', 'Enter', 'Enter')
  await settle(page)
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal((await client.getItem(id)).quantity, 100)
  console.log('scanner: a code that ended with two Enters sent nothing')
}

/** The focus goes to another field while a code is on its way: both have what they had. */
const openInTheMiddle: Check = async (page, demo) => {
  await open(page, demo, '/items?create=true')
  await findField(page, 'Name').fill('Before')
  await findField(page, 'Opening stock').fill('12')
  await findField(page, 'Name').focus()
  await stopClock(page)
  await type(page, [...'40170'])
  await findField(page, 'Opening stock').focus()
  await type(page, [...'725', 'Enter'])
  await page.clock.resume()
  await page.getByText('The barcode is 40170725 now.').waitFor()
  assert.equal(await findField(page, 'Name').inputValue(), 'Before')
  assert.equal(await findField(page, 'Opening stock').inputValue(), '12')
  await press('Cancel')(page)
  console.log('scanner: a code during which the focus moved was no number')
}

/** Three boxes are three, with pauses and without. */
const scanThree: Check = async (page, demo, client) => {
  await makeItem(client, 'SCAN-THREE')
  for (const kind of ['receive', 'sell']) {
    await open(page, demo, `/scan?then=${kind}`)
    await scanKeys(
      page,
      ...Array(3)
        .fill([...'SCAN-THREE', 'Enter'])
        .flat(),
    )
    await page.getByRole('dialog').locator('[value="3"]').waitFor()
    await press('Cancel')(page)
  }
  console.log('scanner: three codes of one article without a pause were three')
}

/** What is looked up late opens nothing over the form in which somebody types. */
const countWhileLooking: Check = async (page, demo, client) => {
  for (const sku of ['SCAN-SLOW-A', 'SCAN-SLOW-B']) await makeItem(client, sku)
  await open(page, demo, '/stocktake?how=phone')
  const { held, letGo } = await holdRequests(page, /SCAN-SLOW-B/)
  await scanKeys(page, ...'SCAN-SLOW-A', 'Enter', ...'SCAN-SLOW-B', 'Enter')
  const answer = page.getByText(/SCAN-SLOW-B was read/).waitFor()
  await Promise.race([held, answer]) // the form may be there before the second code is looked up
  await typeByHand(page, '1')
  letGo()
  await answer
  await typeByHand(page, '7')
  assert.equal(await findField(page, 'How many are there?').inputValue(), '17')
  await page.unroute(/SCAN-SLOW-B/)
  await page.keyboard.press('Escape')
  console.log('scanner: a count was not given to the item that was looked up meanwhile')
}

/** A box that is read while the delivery is sent is one of the next. */
const scanWhileSending: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-SENDING')
  const line_items = [{ item_id: id, quantity_ordered: 10 }]
  const order = await client.createOrder({ supplier: { name: 'Pens' }, line_items })
  await open(page, demo, `/orders/${order.id}/receive`)
  await scan(page, 'SCAN-SENDING')
  await page.getByText('1 of 10 accepted').waitFor()
  const { held, letGo } = await holdRequests(page, /\/receive$/)
  await press('Receive 1 line', 'main')(page)
  await held
  await scan(page, 'SCAN-SENDING')
  letGo()
  await page.getByText('1 of 9 accepted').waitFor()
  await page.unroute(/\/receive$/)
  await open(page, demo, '/items')
  assert.equal((await client.getItem(id)).quantity, 101)
  console.log('scanner: a box that was read while a delivery was sent was not lost')
}

/** An Enter that is held answers no question, and the keys of shortcuts open nothing in place of a form. */
const holdKeys: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'SCAN-HELD')
  await open(page, demo, `/items/${id}?move=receive&of=${id}`)
  await findField(page, 'Units received').fill('1500')
  for (let n = 0; n < 4; n++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.getByText(/^Really 1,500\?/).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).focus()
  await typeByHand(page, 'n', 'g', 'o')
  await findField(page, 'Units received').fill('12 boxes')
  await press('Receive')(page)
  await page.getByText("'12 boxes' is not a").waitFor()
  await typeByHand(page, '3')
  assert.equal(await findField(page, 'Units received').inputValue(), '3')
  assert.equal(await countMovements(client, 'SCAN-HELD', ({ type }) => type === 'receive'), 0)
  await press('Cancel')(page)
  await seeClosed(page)
  console.log('scanner: a key that was held was pressed once')
}

/** Codes and keys beside a form: while it opens, while it is sent, and while it asks. */
export const besideForms = [endWithTwo, openInTheMiddle, scanThree, countWhileLooking, scanWhileSending, holdKeys]
