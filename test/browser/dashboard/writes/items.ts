import type { Page } from 'playwright-core'
import { previewImport, readCounts } from '../spreadsheets'
import * as write from './write'

/** A movement whose note is the text. `units`: their field, and what is typed there. */
function makeMove(move: string, type: string, units?: [label: string, value: string]): write.Write {
  return {
    operation: 'create-transactions',
    prepare: async (client, text) => {
      const { id } = await write.makeItem(client, text)
      return `/items${move === 'count' ? `?search=${text}&` : `/${id}?`}move=${move}&of=${id}`
    },
    fill: async (page, text) => {
      if (units) await write.findField(page, units[0]).fill(units[1])
      await write.findField(page, 'Note').fill(text)
    },
    typed: (page) => write.findField(page, 'Note').inputValue(),
    submit: write.press(move.replace(/^./, (first) => first.toUpperCase())),
    count: (client, text) => write.countMovements(client, text, (row) => row.type === type && row.note === text),
  }
}

/** What is not booked yet, if anything is not. */
async function bookRest(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'What would be booked' }).waitFor()
  const book = page.getByRole('button', { name: /^(Book the counts|Go on)$/ })
  if (await book.isVisible()) await book.click()
}

/** A count of an item, by a file or on a phone. */
const makeStocktake = (how: 'file' | 'phone', own: Partial<write.Write>): write.Write => ({
  operation: 'create-transactions',
  prepare: async (client, text) => {
    await write.makeItem(client, text)
    return `/stocktake?how=${how}`
  },
  submit: write.press('Book the counts', 'main'),
  see: (page) => page.getByText(/^(What was booked|done before)$/).waitFor(),
  count: (client, text) => write.countMovements(client, text, ({ type }) => type === 'count'),
  ...own,
})

const fillSheet = (page: Page, text: string) => readCounts(page, [`${text},90`], `${text}.csv`)

async function countByCode(page: Page, text: string): Promise<void> {
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(text)
  await code.press('Enter')
  await page.getByLabel('How many are there?').fill('90')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
}

export const itemWrites: write.Writes = {
  sell: makeMove('sell', 'issue'),
  receive: makeMove('receive', 'receive', ['Units received', '4']),
  count: makeMove('count', 'count', ['Units on the shelf', '90']),
  adjust: makeMove('adjust', 'adjust', ['Units more (3) or fewer (-3)', '-3']),
  'create an item': {
    operation: 'create-item',
    prepare: async () => '/items?create=true',
    fill: async (page, text) => {
      await write.findField(page, 'Name').fill(text)
      await write.findField(page, 'SKU').fill(text)
    },
    typed: (page) => write.findField(page, 'Name').inputValue(),
    submit: write.press('Create'),
    count: async (client, text) => (await client.listItems({ sku: text })).pagination.total,
  },
  'edit an item': {
    operation: 'update-item',
    prepare: async (client, text) => `/items/${(await write.makeItem(client, text)).id}?edit=true`,
    ...write.typeInto('Name'),
    submit: write.press('Save'),
    count: async (client, text) =>
      (await client.listAudit({ item_id: (await write.findItem(client, text)).id }).toArray()).filter(({ changes }) =>
        changes.some(({ field, to }) => field === 'name' && to === text),
      ).length,
  },
  reverse: write.oneWay({
    operation: 'reverse-transaction',
    prepare: async (client, text) => {
      const { id } = await write.makeItem(client, text)
      const sale = await client.createTransactions({ type: 'issue', item_id: id, quantity: 5 })
      return `/items/${id}?reverse=${sale.id}`
    },
    ...write.typeInto('Note'),
    submit: write.press('Undo'),
    count: (client, text) => write.countMovements(client, text, ({ type }) => type === 'reversal'),
  }),
  'move to the trash': write.oneWay({
    operation: 'create-items',
    prepare: async (client, text) => `/items/${(await write.makeItem(client, text)).id}`,
    submit: write.press('Move to trash', 'main'),
    goOn: (page) => page.getByRole('status').getByRole('button', { name: 'Try again' }).click(),
    see: (page, text) => page.getByText(`Item ${text} is in the trash`).waitFor(),
    count: async (client, text) => (await client.listTrash({ sku: text })).pagination.total,
  }),
  'restore from the trash': write.oneWay({
    operation: 'restore-item',
    prepare: async (client, text) => {
      await client.deleteItem((await write.makeItem(client, text)).id)
      return `/trash?search=${text}`
    },
    submit: (page) => page.getByRole('button', { name: /^Restore: / }).click(),
    count: async (client, text) => (await client.listItems({ sku: text })).pagination.total,
  }),
  'import items': {
    operation: 'create-items',
    prepare: async () => '/items/import',
    fill: (page, text) => previewImport(page, [`Item ${text},${text},5`], `${text}.csv`),
    submit: write.press('Import 1 rows', 'main'),
    goOn: write.press('Go on', 'main'),
    see: (page, text) => page.getByRole('heading', { name: `${text}.csv is imported` }).waitFor(),
    count: (client, text) => write.countMovements(client, text, ({ quantity_change }) => quantity_change === 5),
  },
  'book a counted sheet': makeStocktake('file', {
    fill: fillSheet,
    goOn: async (page, text) => {
      await fillSheet(page, text)
      await bookRest(page)
    },
  }),
  'book what was scanned': makeStocktake('phone', {
    fill: countByCode,
    goOn: async (page) => {
      await page.getByRole('button', { name: 'Go on' }).click()
      await bookRest(page)
    },
    see: (page) => page.getByRole('button', { name: 'Finish' }).click(),
  }),
}
