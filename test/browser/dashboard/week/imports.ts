import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { formatNumber, goTo, readCounts, type Week } from './pages'
import { listBadRows, mendSheet, type SheetRow, writeSheet } from './sheet'

/** Imports the shop's list: five rows are refused, mended in the file that the page writes, and imported after. */
export async function importStock({ page, model }: Week, rows: SheetRow[]): Promise<void> {
  const bad = listBadRows(rows)
  await goTo(page, 'Items')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await chooseFile(page, 'stock.csv', writeSheet(rows, bad))
  const good = rows.length - bad.length
  await preview(page, { 'to create': good, refused: bad.length })
  await seeRefused(
    page,
    bad.map(({ number }) => number + 1),
  )
  await runImport(page, 'stock.csv', { rows: good, counts: { created: good, refused: bad.length } })
  const refused = await download(page, 'Refused rows (CSV)')
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
export async function importChanges(page: Page, name: string, lines: string[], expected: Counts): Promise<void> {
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
  assert.deepEqual(
    await readCounts(page.getByRole('region', { name: 'What would be done' }).getByRole('status')),
    counts,
  )
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

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await begun
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}
