import type { Page } from 'playwright-core'
import { importChanges } from './imports'
import { findItem, nameItem, openItem, type Week } from './pages'

/** Imports a list of last year over the items of now: wrong names and places, and an item that is no more. */
export async function importOldList({ page, model }: Week, skus: string[], extra: string): Promise<void> {
  const changes = skus.map((sku, index) => ({ sku, name: `Old widget ${index + 1}`, location: `Cellar ${index % 5}` }))
  const fields = { name: 'Old only', location: 'Cellar', barcode: null, reorder_point: null }
  const lines = [...changes, { sku: extra, ...fields }].map(({ sku, name, location }) => `${sku},${name},${location}`)
  const expected = { created: 1, updated: skus.length }
  await importChanges(page, 'last-year.csv', ['sku,name,location', ...lines], expected)
  for (const { sku, name, location } of changes) model.change(sku, { name, location })
  model.create(extra, fields, 0)
  console.log(`week: imported a wrong list over ${skus.length} items`)
}

/** A count with a digit too many. */
export async function countWrong({ page, model }: Week, sku: string): Promise<void> {
  const name = nameItem(model, sku)
  const { quantity } = model.get(sku)
  await findItem(page, sku, name)
  await page.getByRole('button', { name: `Count: ${name}` }).click()
  const drawer = page.getByRole('dialog', { name: 'Count' })
  await drawer.getByLabel('Units on the shelf').fill(String(quantity + 900))
  await drawer.getByRole('button', { name: 'Count' }).click()
  await page.getByText(new RegExp(`^${name} has [\\d,]+ now\\.$`)).waitFor()
  model.move(sku, 'count', 900)
  console.log('week: booked a wrong count')
}

export async function trashWrong({ page, model }: Week, sku: string): Promise<void> {
  const name = nameItem(model, sku)
  await openItem(page, sku, name)
  await page.getByRole('button', { name: 'Move to trash' }).click()
  const question = page.getByRole('dialog', { name: 'Move this item to the trash?' })
  await question.getByRole('button', { name: 'Move to trash' }).click()
  await question.waitFor({ state: 'hidden' })
  model.trash(sku)
  console.log('week: moved a wrong item to the trash')
}

/** The item as the list shows it: its name, quantity and location. */
export async function seeItem({ page, model }: Week, sku: string): Promise<void> {
  const { fields, quantity } = model.get(sku)
  await findItem(page, sku, fields.name)
  await seeRow(page, [fields.name, sku, quantity.toLocaleString('en-US'), fields.location ?? ''])
}

async function seeRow(page: Page, cells: string[]): Promise<void> {
  let row = page.getByRole('row')
  for (const cell of cells) row = row.filter({ hasText: cell })
  await row.waitFor()
}
