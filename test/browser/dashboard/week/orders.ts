import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
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
  model.order(
    number,
    skus.map((sku) => ({ sku, ordered: 1 })),
  )
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.getByRole('button', { name: 'All that is outstanding' }).click()
  await page.getByRole('button', { name: `Receive ${skus.length} lines` }).click()
  await page.getByText('The order is complete.').waitFor()
  model.receive(
    number,
    skus.map((sku) => ({ sku, accepted: 1, rejected: 0 })),
  )
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
  model.order(
    number,
    lines.map((line) => (line.sku === changed?.sku ? changed : line)),
  )
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
