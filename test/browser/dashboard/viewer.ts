import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { createClient } from '../../../client'
import type { Demo } from '../demo'
import { open } from './pages'
import { openAs, settle } from './sign-in'

type Viewer = { email: string; itemName: string }

/** Nobody is offered what the API would refuse: goes where somebody goes, and to addresses that others have sent. */
export async function lookAsViewer(browser: Browser, demo: Demo, { email, itemName }: Viewer): Promise<void> {
  const { context, page } = await openAs(browser, demo, email)
  await page.getByRole('link', { name: 'Items' }).click()
  await page.getByRole('link', { name: itemName }).waitFor()
  await expectNone(page, /^(New|Import|Sell|Receive|Count|Adjust)/)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: itemName }).click()
  await page.getByRole('heading', { name: itemName }).waitFor()
  await expectNone(page, /^(Sell|Receive|Count|Adjust|Edit|Move|Reverse)/)
  await page.goto(`${page.url()}?edit=true`)
  await page.getByRole('heading', { name: itemName }).waitFor()
  await expectNone(page, /^Save/)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expectNone(page, /^Restore/)
  await page.getByRole('link', { name: 'Settings' }).click()
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
