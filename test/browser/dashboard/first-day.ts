import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { createClient, UnauthorizedError } from '../../../client'
import { listForeign, openPage, readByCamera } from '../browser'
import { type Demo, findEmail } from '../demo'
import { open } from './pages'
import { expireToken, openAs, settle, signIn } from './sign-in'

/** What the camera of the browser sees: the SKU of an item of the demo. */
export const scannedSku = 'HBZ-02'
const itemName = 'Hex bolt, zinc plated, M5 × 25'
/** What a tab holds besides the places to which pages were scrolled. */
const listKept = `Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-scroll'))`

/** What a new owner does on the first day, step by step. Returns what was wrong beside: messages, foreign requests. */
export async function playFirstDay(browser: Browser, demo: Demo): Promise<string[]> {
  const { context, page, watched } = await openPage(browser)
  const noted = await noteFigures(page, demo)
  await page.goto(`${demo.baseUrl}/dashboard`, { waitUntil: 'networkidle' })
  await signIn(page, demo, findEmail(demo, 'professional', 'owner'))
  await page.waitForLoadState('networkidle')
  console.log(`first day: ${noted.bytes} bytes of files at the first load, ${noted.requests} requests of Home`)
  assert.ok(noted.bytes <= 250_000 && noted.requests <= 6)
  await seeWhatIsLow(page)
  await searchAndScan(page, demo)
  await countAndReverse(page)
  await useKey(page, demo)
  await inviteViewer(browser, page, demo)
  await receiveWebhook(page)
  await renewToken(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign out' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Your stock' }).waitFor()
  assert.deepEqual(await page.evaluate(listKept), [])
  await context.close()
  console.log(
    `first day: ${noted.interactions.length} interactions, the slowest painted after ${Math.max(...noted.interactions)} ms`,
  )
  return [...watched.messages, ...listForeign(watched, [new URL(demo.baseUrl).origin, demo.issuer])]
}

type Figures = { bytes: number; requests: number; interactions: number[] }

/** Bytes on the wire of the dashboard's files, requests of the API, and the time from each interaction to its paint. */
async function noteFigures(page: Page, { baseUrl }: Demo): Promise<Figures> {
  const figures: Figures = { bytes: 0, requests: 0, interactions: [] }
  const files = new Set<string>() // the page is loaded again after signing in: then they come from the cache
  page.on('response', (response) => {
    const url = response.url()
    if (!url.startsWith(`${baseUrl}/`)) return
    if (!url.startsWith(`${baseUrl}/dashboard`)) figures.requests += 1
    else if (!files.has(url)) figures.bytes += Number(response.headers()['content-length'] ?? 0)
    files.add(url)
  })
  await page.exposeFunction('noteInteraction', (ms: number) => void figures.interactions.push(ms))
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) noteInteraction(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`)
  return figures
}

async function seeWhatIsLow(page: Page): Promise<void> {
  const low = page.getByRole('region', { name: 'What is low' })
  await low.getByText('0 of 20').waitFor()
  console.log('first day: signed in, and saw what is low')
}

/** The quantity that the row of the item shows. */
async function readQuantity(page: Page): Promise<number> {
  const row = page.getByRole('row').filter({ hasText: scannedSku })
  return Number((await row.getByRole('gridcell').nth(3).innerText()).replace(/\D/g, ''))
}

async function searchAndScan(page: Page, { baseUrl }: Demo): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Find' }).pressSequentially(scannedSku)
  await page.getByRole('option', { name: itemName }).waitFor()
  await page.keyboard.press('ArrowUp') // the last leads to the list
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=HBZ-02/)
  await page.getByRole('link', { name: itemName }).waitFor()
  const before = await readQuantity(page)
  await page.goto(`${baseUrl}/dashboard/scan?then=sell`)
  await readByCamera(page, scannedSku)
  const drawer = page.getByRole('dialog', { name: 'Sell' })
  await drawer.getByLabel('Units sold').fill('3')
  await drawer.getByText(`After: ${before - 3}`).waitFor()
  await drawer.getByRole('button', { name: 'Sell' }).click()
  await page
    .getByText(`${itemName}: sold 3 · ${before - 3} left`)
    .first()
    .waitFor()
  console.log('first day: typed a SKU, scanned it, sold three')
}

async function countAndReverse(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Items' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(scannedSku)
  await page.waitForURL(/search=HBZ-02/)
  await settle(page)
  const before = await readQuantity(page)
  await countByKeyboard(page)
  const drawer = page.getByRole('dialog', { name: 'Count' })
  await drawer.getByLabel('Units on the shelf').fill(String(before + 6))
  await drawer.getByLabel('Units on the shelf').press('Enter')
  await page.getByText(`${itemName}: counted ${before + 6}`).waitFor()
  await page.getByRole('link', { name: itemName }).click()
  const counts = page.getByRole('button', { name: /^Undo: Counted/ })
  await counts.first().click()
  const question = page.getByRole('dialog', { name: 'Undo this movement?' })
  await question.getByRole('button', { name: 'Undo' }).click()
  await question.waitFor({ state: 'hidden' })
  const quantity = page.getByRole('region', { name: 'Quantity', exact: true })
  await quantity.getByText(String(before), { exact: true }).waitFor() // what is verified before is not shown any more
  await page.getByRole('button', { name: 'Verify the quantity' }).click()
  await page.getByText('The records add up').waitFor()
  await page.getByText(`The quantity is ${before}.`).waitFor()
  console.log('first day: counted six more, reversed it, verified')
}

/** Into the grid by one Tab, along the row to its last cell, into that, and to its menu. */
async function countByKeyboard(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Order by' }).focus()
  for (const key of ['Tab', 'End', 'Enter', 'ArrowRight', 'ArrowRight', 'Escape', 'F2', 'End'])
    await page.keyboard.press(key)
  const focused = page.locator(':focus')
  assert.equal(await focused.getAttribute('aria-label'), `Sell one: ${itemName}`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Sell' }).waitFor()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
}

async function useKey(page: Page, { baseUrl }: Demo): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name').fill('Till 2')
  await form.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'The key Till 2' })
  const apiKey = await shown.getByText(/^sk_\w+$/).innerText()
  await shown.getByRole('button', { name: /kept/i }).click()
  const client = createClient({ baseUrl, apiKey, retry: { maxAttempts: 1 } })
  assert.equal((await client.listItems({ limit: 1 })).data.length, 1)
  await page.getByRole('button', { name: 'Revoke: Till 2' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke the key Till 2?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The key Till 2 is revoked.').waitFor()
  await assert.rejects(async () => await client.listItems({ limit: 1 }), UnauthorizedError)
  const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')
  assert.equal(kept.includes(apiKey), false)
  console.log('first day: made a key, used it, revoked it')
}

async function inviteViewer(browser: Browser, page: Page, demo: Demo): Promise<void> {
  const email = 'viewer@first-day.example'
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const form = page.getByRole('dialog', { name: 'Invite somebody' })
  await form.getByLabel('E-mail address').fill(email)
  await form.getByLabel('Name').fill('Vera')
  await form.getByRole('radio', { name: /Viewer/ }).check()
  await form.getByRole('button', { name: 'Invite' }).click()
  await page.getByText(`${email} is invited for seven days.`).waitFor()
  await lookAsViewer(browser, demo, { email, itemName })
  console.log('first day: invited a viewer, who sees no action')
}

async function receiveWebhook(page: Page): Promise<void> {
  let received = 0
  const receiver = createServer((_, answer) => {
    received += 1
    answer.end('thanks')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('button', { name: /kept/i }).click()
    await page.getByRole('link', { name: /^http:\/\/127\.0\.0\.1/ }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('cell', { name: 'Delivered' }).waitFor()
    assert.equal(received, 1)
  } finally {
    receiver.close()
  }
  console.log('first day: added a webhook, and saw its delivery')
}

/** A token that has expired is renewed, and nobody notices. */
async function renewToken(page: Page): Promise<void> {
  await page.evaluate(expireToken)
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/token') && answer.status() === 200)
  await page.reload()
  await renewed
  await page.getByRole('heading', { name: 'Webhook', exact: true }).waitFor()
  console.log('first day: a token that had expired was renewed')
}

type Viewer = { email: string; itemName: string }

/** Nobody is offered what the API would refuse: goes where somebody goes, and to addresses that others have sent. */
async function lookAsViewer(browser: Browser, demo: Demo, { email, itemName }: Viewer): Promise<void> {
  const { context, page } = await openAs(browser, demo, email, { joins: 'Harbour Supplies' })
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Items' }).click()
  await page.getByRole('link', { name: itemName }).waitFor()
  await expectNone(page, /^(New|Import|Sell|Receive|Count|Adjust)/)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: itemName }).click()
  await page.getByRole('heading', { name: itemName }).waitFor()
  await expectNone(page, /^(Sell|Receive|Count|Adjust|Edit|Move|Undo)/)
  await page.goto(`${page.url()}?edit=true`)
  await page.getByRole('heading', { name: itemName }).waitFor()
  await expectNone(page, /^Save/)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expectNone(page, /^Restore/)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Usage' }).waitFor()
  await expectNone(page, /^(API keys|People|Webhooks)/)
  for (const [address, actions] of await listAddresses(demo)) {
    await open(page, demo, address)
    await expectNone(page, actions)
    assert.equal(await page.getByRole('dialog').count(), 0, `a viewer sees a form at ${address}`)
  }
  await context.close()
}

async function expectNone(page: Page, name: RegExp): Promise<void> {
  await settle(page)
  for (const role of ['button', 'link'] as const)
    for (const found of await page.getByRole(role, { name }).all())
      assert.fail(`a viewer sees ${await found.innerText()} at ${page.url()}`)
}

/** Pages with what writers do there, and their forms. */
async function listAddresses({ baseUrl, companies }: Demo): Promise<[address: string, actions: RegExp][]> {
  const apiKey = companies.find(({ plan }) => plan === 'professional')?.key ?? ''
  const client = createClient({ baseUrl, apiKey })
  const [item] = (await client.listItems({ limit: 1 })).data
  const order = { supplier: { name: 'Bright & Sons' }, line_items: [{ item_id: item?.id ?? '', quantity_ordered: 5 }] }
  const draft = `/orders/${(await client.createOrder({ ...order, status: 'draft' })).id}`
  const open = `/orders/${(await client.createOrder(order)).id}`
  const snapshot = `/snapshots/${(await client.createSnapshot({ name: 'Before the viewer' })).id}`
  const ofOrder = /^(Place|Edit|Delete|Cancel|Close|Receive|Save)/
  return [
    ['/orders', /^(New|Reorder)/],
    ['/orders/new', /^(Save|Place|Cancel)/],
    ['/orders/reorder', /^(Save|Place)/],
    [`${draft}?ask=place`, ofOrder],
    [`${draft}?ask=remove`, ofOrder],
    [`${draft}/edit`, ofOrder],
    [`${open}?ask=cancel`, ofOrder],
    [`${open}/receive`, ofOrder],
    ['/snapshots?take=true', /^(Take|Undo)/],
    [`${snapshot}?open=restore`, /^(Restore|Delete)/],
    [`${snapshot}?open=remove`, /^(Restore|Delete)/],
    ['/items/import', /^(Choose|Preview|Import)/],
    ['/stocktake?how=file', /^(Choose|Compare|Book)/],
    ['/stocktake?how=phone', /^(Start|Find|Review|Book)/],
  ]
}
