import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { InventoryClient } from '../../../client'
import type { Demo } from '../demo'
import { open } from './pages'
import { type Check, playAsOwner } from './sign-in'
import { makeOrder } from './writes/orders'
import { findField, makeItem, press, seeClosed } from './writes/write'

/** What scrolls into the picture by itself is gone when somebody goes on, and the page is not gone with it. */
export function checkNotices(browser: Browser, demo: Demo): Promise<string[]> {
  const checks = [receiveInParts, takeTheirs, keepMine, takeTheirDraft]
  return playAsOwner(browser, demo, checks, /Failed to load resource|version_conflict/)
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
