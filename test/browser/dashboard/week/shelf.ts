import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readByCamera } from '../../browser'
import { scannedSku } from '../first-day'
import { findWide } from '../looks'
import { scan } from '../typing'
import { goTo, nameItem, readCounts, type Week } from './pages'

/** Sells by a scanner that types like a keyboard: between two codes, nothing is clicked. */
export async function sellByScanning({ page, model }: Week, sales: { sku: string; units: number }[]): Promise<void> {
  await goTo(page, 'Scan')
  await page.getByRole('radio', { name: 'Sell' }).check()
  const code = page.getByLabel('Code', { exact: true })
  await code.focus()
  for (const { sku, units } of sales) {
    await code.and(page.locator(':focus')).waitFor() // it comes back to it by itself
    await scan(page, sku)
    const drawer = page.getByRole('dialog', { name: 'Sell' })
    await drawer.getByText(`(${sku})`).waitFor()
    await drawer.getByLabel('Units sold').fill(String(units))
    await page.keyboard.press('Enter')
    model.move(sku, 'issue', -units)
    await page
      .getByText(`${nameItem(model, sku)}: sold ${units} · ${model.get(sku).quantity} left`)
      .first()
      .waitFor()
    await drawer.waitFor({ state: 'hidden' })
  }
  console.log(`week: sold ${sales.length} items by a scanner that types`)
}

/** Sells one of the item whose barcode is before the camera. */
export async function sellByCamera({ page, model }: Week, sku: string): Promise<void> {
  await readByCamera(page, scannedSku)
  const drawer = page.getByRole('dialog', { name: 'Sell' })
  await drawer.getByText(`(${sku})`).waitFor()
  await drawer.getByRole('button', { name: 'Sell' }).click()
  model.move(sku, 'issue', -1)
  await page
    .getByText(`${nameItem(model, sku)}: sold 1 · ${model.get(sku).quantity} left`)
    .first()
    .waitFor()
  for (const stop of await page.getByRole('button', { name: 'Stop', exact: true }).all()) await stop.click()
  console.log('week: sold one by the camera')
}

/** `counted`: what is found, in as many goes as somebody finds some of it. */
export type Shelf = { sku: string; counted: number[] }[]

/** Counts a shelf on a phone, code by code, and books it. */
export async function countShelf({ page, model }: Week, shelf: Shelf): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await goTo(page, 'Stocktake')
  await page.getByText('Count by scanning').click()
  for (const { sku, counted } of shelf)
    for (const found of counted) await countOne(page, nameItem(model, sku), { sku, found })
  assert.deepEqual(await page.evaluate(findWide), [])
  await page.getByRole('button', { name: 'Review' }).click()
  const changes = shelf.map(({ sku, counted }) => ({ sku, change: sum(counted) - model.get(sku).quantity }))
  const different = changes.filter(({ change }) => change !== 0).length
  const review = page.getByRole('region', { name: 'What would be booked' })
  const equal = shelf.length - different
  assert.deepEqual(await readCounts(review.getByRole('status')), { 'to correct': different, 'to confirm': equal })
  assert.deepEqual(await page.evaluate(findWide), [])
  await review.getByRole('button', { name: 'Book the counts' }).click()
  const booked = page.getByRole('region', { name: 'What was booked' })
  assert.deepEqual(await readCounts(booked.getByRole('status')), { corrected: different, confirmed: equal })
  await booked.getByRole('button', { name: 'Finish' }).click()
  await page.getByText('Nothing is counted yet').waitFor()
  for (const { sku, change } of changes) model.move(sku, 'count', change)
  console.log(`week: counted a shelf of ${shelf.length} items on a phone, ${different} were wrong`)
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

async function countOne(page: Page, name: string, { sku, found }: { sku: string; found: number }): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(sku)
  await page.getByLabel('Code', { exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: `Count: ${name}` })
  await form.getByLabel('How many are there?').fill(String(found))
  await form.getByRole('button', { name: 'Keep' }).click()
  await form.waitFor({ state: 'hidden' })
}
