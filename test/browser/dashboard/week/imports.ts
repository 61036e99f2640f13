import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { download } from '../../browser'
import { chooseMove } from '../writes/write'
import { findItem, formatNumber, goTo, nameItem, openItem, readCounts, type Week } from './pages'
import { listBadRows, mendSheet, type SheetRow, writeSheet } from './sheet'

/** Imports the shop's list: six rows are refused, mended in the file that the page writes, and imported after. */
export async function importStock({ page, model }: Week, rows: SheetRow[]): Promise<void> {
  const bad = listBadRows(rows)
  await goTo(page, 'Items')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await chooseFile(page, 'stock.csv', writeSheet(rows, bad))
  const good = rows.length - bad.length
  await preview(page, { 'to create': good, refused: bad.length })
  const badLines = bad.map(({ number }) => number + 1)
  await seeRefused(page, badLines)
  await runImport(page, 'stock.csv', { rows: good, counts: { created: good, refused: bad.length } })
  const refused = await download(page, () => page.getByRole('button', { name: 'Refused rows (CSV)' }).click())
  assert.equal(refused.name, 'stock-refused.csv')
  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, 'mended.csv', mendSheet(refused.text, bad))
  await preview(page, { 'to create': bad.length })
  await runImport(page, 'mended.csv', { rows: bad.length, counts: { created: bad.length } })
  await page.getByRole('button', { name: 'Import another file' }).click()
  for (const { sku, fields, quantity } of rows) model.create(sku, fields, quantity)
  console.log(`week: imported ${good} of ${rows.length} rows, mended ${bad.length}, and imported them`)
}

/** An import that changes items which are there. */
async function importChanges(page: Page, name: string, lines: string[], expected: Counts): Promise<void> {
  await goTo(page, 'Items')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await chooseFile(page, name, lines.join('\n'))
  await page.getByRole('checkbox', { name: /--update/ }).check()
  const { created = 0, updated = 0 } = expected
  await preview(page, { 'to create': created, 'to update': updated })
  await runImport(page, name, { rows: created + updated, counts: expected })
}

type Counts = Record<string, number>

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await asked).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

async function preview(page: Page, counts: Counts): Promise<void> {
  await page.getByRole('button', { name: 'Preview' }).click()
  const shown = page.getByRole('region', { name: 'What would be done' }).getByRole('status')
  assert.deepEqual(await readCounts(shown), counts)
}

/** Each bad row is listed by its line, with a cell that is marked and what is wrong with it. */
async function seeRefused(page: Page, lines: number[]): Promise<void> {
  await page.getByRole('checkbox', { name: 'Only refused rows' }).check()
  const rows = page.getByRole('row').filter({ hasText: 'refused:' })
  const shown = await rows.evaluateAll((all) => all.map((row) => row.children[0]?.textContent))
  assert.deepEqual(shown, lines.map(String))
  const problems = await rows.evaluateAll((all) => all.map((row) => row.lastElementChild?.textContent ?? ''))
  assert.ok(problems.every((problem) => problem.length > 10))
}

async function runImport(page: Page, name: string, { rows, counts }: { rows: number; counts: Counts }): Promise<void> {
  await page.getByRole('button', { name: `Import ${formatNumber(rows)} rows` }).click()
  const done = page.getByRole('region', { name: `${name} is imported` })
  await done.waitFor({ timeout: 120_000 })
  assert.deepEqual(await readCounts(done.getByRole('status')), counts)
}

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
  await chooseMove(page, 'Count', name)
  const drawer = page.getByRole('dialog', { name: 'Count' })
  await drawer.getByLabel('Units on the shelf').fill(String(quantity + 900))
  await drawer.getByRole('button', { name: 'Count' }).click()
  await page.getByText(new RegExp(`^${name}: counted [\\d,]+$`)).waitFor()
  model.move(sku, 'count', 900)
  console.log('week: booked a wrong count')
}

export async function trashWrong({ page, model }: Week, sku: string): Promise<void> {
  const name = nameItem(model, sku)
  await openItem(page, sku, name)
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByText(`${name} is in the trash`).waitFor()
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
