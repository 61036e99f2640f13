import type { Page } from 'playwright-core'
import type { InventoryClient, Transaction } from '../../../../client'
import type { RouteId } from '../../../../functions/routes'

/** A write of a page: how it is typed and sent, and how often it has been done since. `text` names what it is about. */
export type Write = {
  operation: RouteId
  /** Makes what is changed, and returns the address of the form. */
  prepare: (client: InventoryClient, text: string) => Promise<string>
  fill?: (page: Page, text: string) => Promise<void>
  /** What still stands in the form, after a failure or a reload: the text. */
  typed?: (page: Page, text: string) => Promise<string>
  submit: (page: Page, text: string) => Promise<void>
  /** Waits until the page shows that it is done. Left out where a dialog closes that has a button Cancel. */
  see?: (page: Page, text: string) => Promise<void>
  /** Of work that is asked for again for minutes, so that nobody sees it fail: goes on with it after a reload. */
  goOn?: (page: Page, text: string) => Promise<void>
  isOneWay?: true
  count: (client: InventoryClient, text: string) => Promise<number>
}
/** By their names. */
export type Writes = Record<string, Write>

/** Once it is done, a page that is read anew does not offer it: a reversal, or what is in the trash. */
export const oneWay = (write: Write): Write => ({ ...write, isOneWay: true })

export const makeItem = (client: InventoryClient, text: string) =>
  client.createItem({ name: `Item ${text}`, sku: text, quantity: 100 })

/** That of the item that was made for the text. It may be in trash. */
export async function findItem(client: InventoryClient, text: string) {
  const { data } = await client.listItems({ sku: text })
  return data[0] ?? (await client.listTrash({ sku: text })).data[0] ?? { id: 'itm_none' }
}

export async function countMovements(
  client: InventoryClient,
  text: string,
  isIt: (row: Transaction) => boolean,
): Promise<number> {
  const { id } = await findItem(client, text)
  return (await client.listTransactions({ item_id: id }).toArray()).filter(isIt).length
}

/** Where a form is: before the page, or the page itself. */
type Place = 'dialog' | 'main'

export const findField = (page: Page, label: string, place: Place = 'dialog') => page.getByRole(place).getByLabel(label)

/** Types the text into this field of the form. */
export const typeInto = (label: string, place: Place = 'dialog'): Required<Pick<Write, 'fill' | 'typed'>> => ({
  fill: (page, text) => findField(page, label, place).fill(text),
  typed: (page) => findField(page, label, place).inputValue(),
})
export const press =
  (name: string, place: Place = 'dialog') =>
  (page: Page) =>
    page.getByRole(place).getByRole('button', { name, exact: true }).click()

/** Opens the form of this movement from the item's row. */
export async function chooseMove(page: Page, move: string, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name: typeof name === 'string' ? `More: ${name}` : name })
    .first()
    .click()
  await page.getByRole('menuitem', { name: move }).click()
}

/** The form is gone, whatever its buttons are called. */
export const seeClosed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'hidden' })
