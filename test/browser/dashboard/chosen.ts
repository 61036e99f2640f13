import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { InventoryClient } from '../../../client'
import { open } from './pages'
import type { Check } from './sign-in'
import { findField, makeItem, press } from './writes/write'

const names = ['CHOSEN-A', 'CHOSEN-B']

async function choose(page: Page): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Choose: Item ${name}` }).check()
}

const pressBar = (page: Page, name: string) =>
  page.getByRole('region', { name: '2 chosen' }).getByText(name, { exact: true }).click()

/** What the bar below the list does with all items that are chosen. */
export const changeChosen: Check = async (page, demo, client) => {
  const made = await Promise.all(names.map((name) => makeItem(client, name)))
  const read = () => Promise.all(made.map(({ id }) => client.getItem(id)))
  await open(page, demo, '/items?search=CHOSEN')
  await choose(page)
  await pressBar(page, 'Reorder point')
  await findField(page, 'Reorder point').fill('7')
  await press('Set')(page)
  await page.getByText('Changed: 2 items.').waitFor()
  const readPoints = async () => (await read()).map(({ reorder_point }) => reorder_point)
  assert.deepEqual(await readPoints(), [7, 7])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('As before: 2 items.').waitFor()
  assert.deepEqual(await readPoints(), [null, null])
  await undoTooLate(page, client, made[1]?.id ?? '')
  await open(page, demo, '/items?search=CHOSEN')
  await choose(page)
  await pressBar(page, 'Order')
  for (const name of names) await page.getByRole('main').getByText(name).first().waitFor()
  await open(page, demo, '/items?search=CHOSEN')
  await choose(page)
  await pressBar(page, 'Count')
  await page.getByText('0 of 2 items are counted.').waitFor()
  await page.getByRole('button', { name: 'Item CHOSEN-A (CHOSEN-A)' }).click()
  await findField(page, 'How many are there?').fill('100')
  await press('Keep')(page)
  await page.getByText('1 of 2 items are counted.').waitFor()
  await open(page, demo, '/items?search=CHOSEN')
  await choose(page)
  await pressBar(page, 'Move to trash')
  await page.getByText('2 items are in the trash, with 200 units.').waitFor()
  assert.equal((await client.listTrash({ search: 'CHOSEN' })).pagination.total, 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 items are back from the trash.').waitFor()
  assert.equal((await read()).length, 2)
  console.log('notices: what was chosen was changed and back, ordered, counted, and came back from the trash')
}

/** One of them is in the trash by then: it is told, and the other one is as before. */
async function undoTooLate(page: Page, client: InventoryClient, gone: string): Promise<void> {
  await choose(page)
  await pressBar(page, 'Reorder point')
  await findField(page, 'Reorder point').fill('8')
  await press('Set')(page)
  await page.getByText('Changed: 2 items.').waitFor()
  await client.deleteItem(gone)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page
    .getByRole('status')
    .getByText(/^Item CHOSEN-B: /)
    .waitFor()
  await client.restoreItem(gone)
  assert.deepEqual(
    (await client.listItems({ search: 'CHOSEN' })).data.map(({ reorder_point }) => reorder_point).sort(),
    [8, null],
  )
}
