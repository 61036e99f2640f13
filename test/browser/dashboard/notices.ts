import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { InventoryClient } from '../../../client'
import type { Demo } from '../demo'
import { changeChosen } from './chosen'
import { holdRequests } from './delay'
import { open } from './pages'
import { type Check, playAsOwner } from './sign-in'
import { takeClock } from './typing'
import { makeOrder } from './writes/orders'
import { chooseMove, countMovements, findField, makeItem, press, seeClosed } from './writes/write'

/** What the service refuses, and the page of an item that has gone to the trash. */
const expected = /Failed to load resource|version_conflict|insufficient_stock|sku_already_exists|item_not_found|40[04] /

/** What scrolls into the picture by itself is gone when somebody goes on, and the page is not gone with it. */
export function checkNotices(browser: Browser, demo: Demo): Promise<string[]> {
  const undos = [changeChosen, sellAndUndo, undoFromHistory, undoTooLate, sellTooMany, trashAndUndo]
  const checks = [receiveInParts, takeTheirs, keepMine, takeTheirDraft, takeClock, ...undos]
  return playAsOwner(browser, demo, checks, expected)
}

/** Two parts of a delivery, one after the other, and then another page. */
const receiveInParts: Check = async (page, demo, client) => {
  const { id } = await makeOrder(client, 'NOTICE-1', 'ordered')
  await open(page, demo, `/orders/${id}/receive`)
  for (const units of [3, 2]) {
    await findField(page, 'Accepted: Item NOTICE-1', 'main').fill(String(units))
    await press('Receive 1 line', 'main')(page)
    await page.getByText(`Received: ${units} accepted, 0 rejected.`).waitFor()
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders', exact: true }).waitFor()
  assert.equal((await client.listReceipts(id).toArray()).length, 2)
  console.log('notices: a delivery was received in two parts, and another page was opened')
}

/** Somebody else changes the location of an item while its form is open. */
async function meetConflict(page: Page, demo: Demo, client: InventoryClient, sku: string): Promise<string> {
  const { id } = await makeItem(client, sku)
  await open(page, demo, `/items/${id}?edit=true`)
  await findField(page, 'Location').fill('Mine')
  await client.updateItem(id, { location: 'Theirs' })
  await press('Save')(page)
  return id
}

const takeTheirs: Check = async (page, demo, client) => {
  await meetConflict(page, demo, client, 'NOTICE-2')
  await press('Take theirs')(page)
  await page.getByRole('button', { name: 'Take theirs' }).waitFor({ state: 'hidden' })
  assert.equal(await findField(page, 'Location').inputValue(), 'Theirs')
  console.log('notices: what somebody else had saved was taken')
}

const keepMine: Check = async (page, demo, client) => {
  const id = await meetConflict(page, demo, client, 'NOTICE-3')
  await press('Keep mine')(page)
  await seeClosed(page)
  await page.getByRole('heading', { level: 1, name: 'Item NOTICE-3' }).waitFor()
  assert.equal((await client.getItem(id)).location, 'Mine')
  console.log('notices: what somebody had typed was kept')
}

const takeTheirDraft: Check = async (page, demo, client) => {
  const { id } = await makeOrder(client, 'NOTICE-4', 'draft')
  await open(page, demo, `/orders/${id}/edit`)
  await findField(page, 'Deliver to', 'main').fill('Mine')
  await client.updateOrder(id, { location: 'Theirs' })
  await press('Save', 'main')(page)
  await press('Take theirs', 'main')(page)
  await page.getByRole('button', { name: 'Take theirs' }).waitFor({ state: 'hidden' })
  assert.equal(await findField(page, 'Deliver to', 'main').inputValue(), 'Theirs')
  console.log('notices: the draft that somebody else had saved was taken')
}

const countReversals = (client: InventoryClient, sku: string) =>
  countMovements(client, sku, ({ type }) => type === 'reversal')

/** The list shows what is left before the service has answered. The notice stays while the pointer is on it. */
const sellAndUndo: Check = async (page, demo, client) => {
  await makeItem(client, 'NOTICE-5')
  await open(page, demo, '/items?search=NOTICE-5')
  await chooseMove(page, 'Sell', 'Item NOTICE-5')
  await findField(page, 'Units sold').fill('3')
  const { held, letGo } = await holdRequests(page, /\/transactions$/)
  await press('Sell')(page)
  await held
  await seeClosed(page)
  await page.getByRole('gridcell', { name: '97' }).waitFor()
  letGo()
  const notice = page.getByText('Item NOTICE-5: sold 3 · 97 left')
  await notice.hover()
  await page.clock.runFor(20_000)
  assert.ok(await notice.isVisible())
  await page.keyboard.press('Control+z')
  await page.getByText('Item NOTICE-5: taken back · 100 there').waitFor()
  await page.getByRole('gridcell', { name: '100' }).waitFor()
  await page.keyboard.press('Control+z') // offers no Undo itself
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  await page.getByText('taken back').waitFor({ state: 'hidden' })
  assert.equal(await countReversals(client, 'NOTICE-5'), 1)
  await page.unroute(/\/transactions$/)
  console.log('notices: a sale was shown at once, and taken back')
}

/** The history of an item leads to the form that takes a movement back, and offers it once. */
const undoFromHistory: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'NOTICE-10')
  await client.createTransactions({ type: 'issue', item_id: id, quantity: 3 })
  await open(page, demo, `/items/${id}/history`)
  await page.getByRole('link', { name: 'Undo', exact: true }).click()
  await page.getByText('The quantity goes from 97 to 100.').waitFor()
  await press('Undo')(page)
  await page.getByText('Item NOTICE-10: taken back · 100 there').waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('Undo of a movement, +3: 100 now').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Undo', exact: true }).count(), 0)
  console.log('notices: a movement was taken back from the history')
}

/** What was received is gone meanwhile. A count that changes nothing has nothing to take back. */
const undoTooLate: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'NOTICE-6')
  await open(page, demo, `/items/${id}?move=receive&of=${id}`)
  await findField(page, 'Units received').fill('3')
  await press('Receive')(page)
  await page.getByText('Item NOTICE-6: received 3 · 103 there').waitFor()
  await client.createTransactions({ type: 'issue', item_id: id, quantity: 103 })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('status').getByText('Not enough stock: 0 available, 3 wanted.').waitFor()
  assert.equal(await countReversals(client, 'NOTICE-6'), 0)
  await open(page, demo, `/items/${id}?move=count&of=${id}`)
  await findField(page, 'Units on the shelf').fill('0')
  await press('Count')(page)
  await page.getByText('Item NOTICE-6: counted 0').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo', exact: true }).count(), 0)
  console.log('notices: an Undo that came too late was refused in words')
}

/** A form that is refused opens again, with what was typed, and why. */
const sellTooMany: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'NOTICE-7')
  await open(page, demo, `/items/${id}?move=sell&of=${id}`)
  await findField(page, 'Units sold').fill('101')
  await findField(page, 'Note').fill('All of them')
  await press('Sell')(page)
  await page.getByRole('dialog').getByText('Not enough stock: 100 available, 101 wanted.').waitFor()
  assert.equal(await findField(page, 'Note').inputValue(), 'All of them')
  await findField(page, 'Units sold').fill('100')
  await press('Sell')(page)
  await page.getByText('Item NOTICE-7: sold 100 · 0 left').waitFor()
  await seeClosed(page)
  console.log('notices: a sale that was refused opened again, and was changed')
}

/** Where another item has the SKU by then, the refusal leads to the form that asks for a new one. */
const trashAndUndo: Check = async (page, demo, client) => {
  const { id } = await makeItem(client, 'NOTICE-8')
  await open(page, demo, `/items/${id}?trash=true`) // as the address of the question was
  for (const isTaken of [false, true]) {
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('Item NOTICE-8 is in the trash, with 100 units.').waitFor()
    await page.getByText('This item is in the trash').waitFor()
    if (isTaken) await makeItem(client, 'NOTICE-8')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    if (!isTaken) await page.getByText('Item NOTICE-8 is back from the trash.').waitFor()
  }
  await page.getByRole('status').getByRole('button', { name: 'New SKU' }).click()
  await findField(page, 'New SKU').fill('NOTICE-9')
  await press('Restore')(page)
  await page.getByRole('button', { name: 'Open the item' }).click()
  await page.getByRole('heading', { level: 1, name: 'Item NOTICE-8' }).waitFor()
  assert.equal((await client.getItem(id)).sku, 'NOTICE-9')
  console.log('notices: an item went to the trash and came back, also under another SKU')
}
