import type { Locator, Page } from 'playwright-core'
import type { Model } from './model'

/** The page of the dashboard that the week is played on, and what the company should have. */
export type Week = { page: Page; model: Model }

export const nameItem = (model: Model, sku: string) => model.get(sku).fields.name

/** Opens a page by the menu. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Opens the page of an item by a search for its SKU. */
export async function openItem(page: Page, sku: string, name: string): Promise<void> {
  await findItem(page, sku, name)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** The list with this item alone. */
export async function findItem(page: Page, sku: string, name: string): Promise<void> {
  await goTo(page, 'Items')
  await page.getByRole('searchbox', { name: 'Search' }).fill(sku)
  await page.waitForURL(new RegExp(`search=${sku}`))
  await page.getByRole('link', { name, exact: true }).waitFor()
}

/** Numbers with what they count, as they stand beside each other: `{ created: 5 }`. */
export async function readCounts(place: Locator): Promise<Record<string, number>> {
  const lines = (await place.innerText()).split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.flatMap((line, index) => (index % 2 === 0 ? [[lines[index + 1], toNumber(line)]] : []))
  return Object.fromEntries(pairs)
}

const toNumber = (text: string) => Number(text.replace(/,/g, ''))
export const formatNumber = (value: number) => value.toLocaleString('en-US')
