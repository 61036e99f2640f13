import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { scan } from '../typing'
import type { Received } from './model'
import { goTo, nameItem, type Week } from './pages'

/** The number of the order whose page is open. */
async function readNumber(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1, name: /^PO-/ })
  return heading.innerText()
}

/** An order of one unit of each, which comes at once: from then on, the supplier of the items is known. */
export async function orderOnce({ page, model }: Week, supplier: string, skus: string[]): Promise<void> {
  await goTo(page, 'Orders')
  await page.getByRole('link', { name: 'New order' }).first().click()
  await page.getByRole('region', { name: 'Supplier' }).getByLabel('Name').fill(supplier)
  await page.getByLabel('Currency').fill('EUR')
  for (const sku of skus) {
    const name = nameItem(model, sku)
    await page.getByLabel('Add an item').fill(sku)
    await page.getByLabel('Add an item').press('Enter')
    await page.getByText(`${name}: 1 in the order.`).waitFor()
    await page.getByLabel(`Unit cost: ${name}`).fill('2.50')
  }
  await page.getByRole('radio', { name: /place it at once/ }).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  const number = await readNumber(page)
  const ordered = skus.map((sku) => ({ sku, ordered: 1 }))
  model.order(number, ordered)
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.getByRole('button', { name: 'Fill in all that is outstanding' }).click()
  await page.getByRole('button', { name: `Receive ${skus.length} lines` }).click()
  await page.getByText('The order is complete.').waitFor()
  const accepted = skus.map((sku) => ({ sku, accepted: 1, rejected: 0 }))
  model.receive(number, accepted)
  console.log(`week: ordered ${skus.length} items from ${supplier} (${number}), and received all`)
}

/** `changed`: a line whose quantity somebody does not take as it is suggested. */
type Suggested = { supplier: string; skus: string[]; changed?: { sku: string; ordered: number } }

/** Makes an order of a suggestion, which is placed at once. Returns its number. */
export async function reorder({ page, model }: Week, { supplier, skus, changed }: Suggested): Promise<string> {
  const card = page.getByRole('region', { name: supplier, exact: true })
  const lines = await seeSuggested({ page, model }, card, skus)
  if (changed) await card.getByLabel(`Quantity: ${nameItem(model, changed.sku)}`).fill(String(changed.ordered))
  await card.getByRole('radio', { name: /place it at once/ }).check()
  await card.getByRole('button', { name: 'Place order' }).click()
  const number = await card.getByRole('link', { name: /^PO-/ }).innerText()
  await card.getByText('Ordered', { exact: true }).waitFor()
  const ordered = lines.map((line) => (line.sku === changed?.sku ? changed : line))
  model.order(number, ordered)
  return number
}

/** Items that nobody has delivered yet: a draft from a new supplier, which is placed on its page. */
export async function reorderNew(week: Week, { supplier, skus }: Suggested): Promise<string> {
  const { page, model } = week
  const card = page.getByRole('region', { name: 'No supplier yet' })
  const lines = await seeSuggested(week, card, skus)
  await card.getByLabel('Supplier', { exact: true }).fill(supplier)
  await card.getByRole('button', { name: 'Save draft' }).click()
  await card.getByRole('link', { name: /^PO-/ }).click()
  const number = await readNumber(page)
  model.order(number, lines, 'draft')
  await page.getByRole('button', { name: 'Place', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Place ${number}?` })
  await question.getByRole('button', { name: 'Place' }).click()
  await page.getByText(`${number} is ordered.`).waitFor()
  model.setStatus(number, 'ordered')
  return number
}

/** Up to twice the reorder point is suggested. */
async function seeSuggested({ model }: Week, card: Locator, skus: string[]) {
  await card.waitFor()
  const lines = skus.map((sku) => {
    const { quantity, fields } = model.get(sku)
    return { sku, ordered: 2 * (fields.reorder_point ?? 0) - quantity }
  })
  for (const { sku, ordered } of lines)
    assert.equal(await card.getByLabel(`Quantity: ${nameItem(model, sku)}`).inputValue(), String(ordered))
  assert.equal(await card.getByLabel(/^Quantity: /).count(), skus.length)
  return lines
}

/** A delivery with the numbers typed. Some of it may be rejected, and stays outstanding. */
export async function receivePart(week: Week, number: string, lines: Received[]): Promise<void> {
  const { page, model } = week
  await openDelivery(page, number)
  for (const { sku, accepted, rejected } of lines) {
    const name = nameItem(model, sku)
    await page.getByLabel(`Accepted: ${name}`).fill(String(accepted))
    await page.getByLabel(`Rejected: ${name}`).fill(String(rejected))
    if (rejected > 0) await page.getByLabel(`Reason: ${name}`).fill('Broken in the box')
  }
  await page.getByLabel('Reference').fill(`Note of ${number}`)
  await page.getByRole('button', { name: new RegExp(`^Receive ${lines.length} lines?$`) }).click()
  await seeReceived(week, number, lines)
  const units = model.getOrder(number).lines.map(({ ordered, received }) => ordered - received)
  const open = units.filter((count) => count > 0)
  const sum = open.reduce((total, count) => total + count, 0)
  await page.getByText(`Still outstanding: ${sum} units in ${open.length} lines.`).waitFor()
  console.log(`week: received a part of ${number}, and rejected some`)
}

/** The rest: two boxes are scanned, then all is accepted. */
export async function receiveRest(week: Week, number: string): Promise<void> {
  const { page, model } = week
  await openDelivery(page, number)
  const open = model.getOrder(number).lines.filter(({ ordered, received }) => ordered > received)
  const [first] = open
  if (!first) throw new Error(`nothing of ${number} is open`)
  await page.getByLabel('Code', { exact: true }).focus()
  for (const count of [1, 2]) {
    await scan(page, first.sku)
    const outstanding = first.ordered - first.received
    await page.getByText(`${nameItem(model, first.sku)}: ${count} of ${outstanding} accepted.`).waitFor()
  }
  await page.getByRole('button', { name: 'Fill in all that is outstanding' }).click()
  await page.getByRole('button', { name: /^Receive (1 line|\d+ lines)$/ }).click()
  const lines = open.map(({ sku, ordered, received }) => ({ sku, accepted: ordered - received, rejected: 0 }))
  await seeReceived(week, number, lines)
  await page.getByText('The order is complete.').waitFor()
  console.log(`week: received the rest of ${number}`)
}

/** What did not come will not come. */
export async function closeOrder({ page, model }: Week, number: string): Promise<void> {
  await openOrder(page, number)
  await page.getByRole('button', { name: 'Close order' }).click()
  const question = page.getByRole('dialog', { name: `Close ${number}?` })
  await question.getByRole('button', { name: 'Close order' }).click()
  await page.getByText(`${number} is closed.`).waitFor()
  model.setStatus(number, 'closed')
  console.log(`week: closed ${number}`)
}

async function seeReceived({ page, model }: Week, number: string, lines: Received[]): Promise<void> {
  const sum = (name: 'accepted' | 'rejected') => lines.reduce((total, line) => total + line[name], 0)
  await page.getByText(`Received: ${sum('accepted')} accepted, ${sum('rejected')} rejected.`).waitFor()
  model.receive(number, lines)
}

async function openOrder(page: Page, number: string): Promise<void> {
  await goTo(page, 'Orders')
  await page.getByRole('link', { name: number, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: number, exact: true }).waitFor()
}

async function openDelivery(page: Page, number: string): Promise<void> {
  await openOrder(page, number)
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `Receive ${number}` }).waitFor()
}
