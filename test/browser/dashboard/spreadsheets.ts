import type { Page } from 'playwright-core'
import { settle } from './sign-in'

/** Chooses a file with these lines, of which the first names the columns. */
async function chooseFile(page: Page, lines: string[], name: string): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`)
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByText(`${name}, `).waitFor()
  await settle(page)
}

/** Shows what an import of these rows would do: each has a name, a SKU and a quantity. */
export async function previewImport(page: Page, rows: string[], name = 'items.csv'): Promise<void> {
  const another = page.getByRole('button', { name: 'Import another file' })
  if (await another.isVisible()) await another.click()
  await chooseFile(page, ['name,sku,quantity', ...rows], name)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'What would be done' }).waitFor()
}

export async function importRows(page: Page, rows: string[], name?: string): Promise<void> {
  await previewImport(page, rows, name)
  await page.getByRole('button', { name: /^Import \d+ rows$/ }).click()
  await page.getByRole('heading', { name: /is imported$/ }).waitFor()
}

/** Compares these counts with the stock: each has a SKU and a number. */
export async function readCounts(page: Page, rows: string[], name = 'counted.csv'): Promise<void> {
  await chooseFile(page, ['sku,counted', ...rows], name)
  await page.getByRole('button', { name: 'Compare with the stock' }).click()
  await page.getByRole('heading', { name: 'What would be booked' }).waitFor()
}
