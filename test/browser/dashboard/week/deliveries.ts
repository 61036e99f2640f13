import type { Page } from 'playwright-core'
import type { Received } from './model'
import { goTo, nameItem, type Week } from './pages'

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
    await page.keyboard.type(first.sku)
    await page.keyboard.press('Enter')
    const outstanding = first.ordered - first.received
    await page.getByText(`${nameItem(model, first.sku)}: ${count} of ${outstanding} accepted.`).waitFor()
  }
  await page.getByRole('button', { name: 'All that is outstanding' }).click()
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
