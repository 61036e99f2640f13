import type { Page } from 'playwright-core'
import { previewImport, readCounts } from '../spreadsheets'
import { countMovements, makeItem, press, type Write } from './write'

/** What is not booked yet, if anything is not. */
async function bookRest(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'What would be booked' }).waitFor()
  const book = page.getByRole('button', { name: /^(Book the counts|Go on)$/ })
  if (await book.isVisible()) await book.click()
}

const stocktake: Pick<Write, 'operation' | 'submit' | 'see' | 'count'> = {
  operation: 'create-transactions',
  submit: press('Book the counts', 'main'),
  see: (page) => page.getByText(/^(What was booked|done before)$/).waitFor(),
  count: (client, text) => countMovements(client, text, ({ type }) => type === 'count'),
}

const fillSheet = (page: Page, text: string) => readCounts(page, [`${text},90`], `${text}.csv`)

async function countByCode(page: Page, text: string): Promise<void> {
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(text)
  await code.press('Enter')
  await page.getByLabel('How many are there?').fill('90')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
}

export const spreadsheetWrites: Write[] = [
  {
    name: 'import items',
    operation: 'create-items',
    prepare: async () => '/items/import',
    fill: (page, text) => previewImport(page, [`Item ${text},${text},5`], `${text}.csv`),
    submit: press('Import 1 rows', 'main'),
    goOn: press('Go on', 'main'),
    see: (page, text) => page.getByRole('heading', { name: `${text}.csv is imported` }).waitFor(),
    count: (client, text) => countMovements(client, text, ({ quantity_change }) => quantity_change === 5),
  },
  {
    ...stocktake,
    name: 'book a counted sheet',
    prepare: async (client, text) => {
      await makeItem(client, text)
      return '/stocktake?how=file'
    },
    fill: fillSheet,
    goOn: async (page, text) => {
      await fillSheet(page, text)
      await bookRest(page)
    },
  },
  {
    ...stocktake,
    name: 'book what was scanned',
    prepare: async (client, text) => {
      await makeItem(client, text)
      return '/stocktake?how=phone'
    },
    fill: countByCode,
    goOn: async (page) => {
      await page.getByRole('button', { name: 'Go on' }).click()
      await bookRest(page)
    },
    see: (page) => page.getByRole('button', { name: 'Finish' }).click(),
  },
]
