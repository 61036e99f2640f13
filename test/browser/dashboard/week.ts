import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import * as z from 'zod'
import { createClient, type InventoryClient } from '../../../client'
import { type Look, listForeign } from '../browser'
import type { Demo } from '../demo'
import { scannedSku } from './first-day'
import { openAs } from './sign-in'
import { takeClock } from './typing'
import { compareAll } from './week/compare'
import { countWrong, importOldList, importStock, seeItem, trashWrong } from './week/imports'
import { Model } from './week/model'
import { closeOrder, orderOnce, receivePart, receiveRest, reorder, reorderNew } from './week/orders'
import { goTo, type Week } from './week/pages'
import { lowCount, makeRows, nameSku, shelfSize } from './week/sheet'
import { countShelf, sellByCamera, sellByScanning } from './week/shelf'
import { openSnapshot, readDifference, restoreSnapshot, takeSnapshot, undoRestore } from './week/snapshots'

const phone: Look = { width: 390, height: 844, scheme: 'light' }

/**
 * The page of an item that goes to the trash asks for it once more, and then says where it is. An import that is faster
 * than the company's log is told to wait (decision 53), and does.
 */
const expected = /item_not_found|status of 404 .*\/items\/itm_\w+$|429.*\/items\/batch( .*"resource_busy"|$)/

/** SKUs from the first of these numbers to the last. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => nameSku(first + at))

/** A week of a shop that begins with an empty company. At the end, what the service has is compared with a model. */
export async function playWeek(browser: Browser, demo: Demo): Promise<string[]> {
  const { owner, client } = await openCompany(demo)
  const model = new Model()
  const desk = await openAs(browser, demo, owner, { expected, joins: 'Week' })
  await takeClock(desk.page)
  const week = { page: desk.page, model }
  await importStock(week, makeRows(scannedSku))
  await orderAndReceive(week)
  const sales = [10, 11, 12, 10].map((number, at) => ({ sku: nameSku(number), units: at + 1 }))
  await sellByScanning(week, sales)
  await sellByCamera(week, nameSku(42))
  const pocket = await openAs(browser, demo, owner, { look: phone, expected })
  await countShelf({ page: pocket.page, model }, findShelf(model, 12))
  await pocket.context.close()
  await breakAndRestore(week)
  await compareAll(client, model)
  await desk.context.close()
  const requests = [desk, pocket].map(({ watched }) => watched.requests.filter((url) => !url.includes('/dashboard')))
  console.log(`week: ${requests.map(({ length }) => length).join(' requests from the desk, ')} from the phone`)
  const origins = [new URL(demo.baseUrl).origin, demo.issuer]
  return [desk, pocket].flatMap(({ watched }) => [...watched.messages, ...listForeign(watched, origins)])
}

/** What is low comes from two suppliers who are known, and from a new one. */
async function orderAndReceive(week: Week): Promise<void> {
  const { page } = week
  const [tools, paints, others] = [range(1, 3), range(4, 6), range(7, lowCount)]
  await orderOnce(week, 'Nordic Tools', tools)
  await orderOnce(week, 'Harbour Paints', paints)
  await goTo(page, 'Home')
  await page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'Reorder' }).click()
  const changed = { sku: nameSku(4), ordered: 60 }
  const ofTools = await reorder(week, { supplier: 'Nordic Tools', skus: tools })
  const ofPaints = await reorder(week, { supplier: 'Harbour Paints', skus: paints, changed })
  const ofOthers = await reorderNew(week, { supplier: 'New Wholesale', skus: others })
  console.log(`week: reordered what is low: ${ofTools}, ${ofPaints}, ${ofOthers}`)
  await receivePart(week, ofTools, [
    { sku: nameSku(1), accepted: 30, rejected: 4 },
    { sku: nameSku(2), accepted: 37, rejected: 0 },
    { sku: nameSku(3), accepted: 0, rejected: 6 },
  ])
  await receiveRest(week, ofTools)
  await receivePart(week, ofPaints, [{ sku: nameSku(5), accepted: 20, rejected: 14 }])
  await closeOrder(week, ofPaints)
}

/** The items of a shelf: two of them are not as many as they should be, and one is found in two places. */
function findShelf(model: Model, shelf: number) {
  const first = (shelf - 1) * shelfSize + 1
  return range(first, first + shelfSize - 1).map((sku, at) => {
    const { quantity } = model.get(sku)
    if (at === 2) return { sku, counted: [quantity - 4] }
    if (at === 5) return { sku, counted: [quantity - 20, 22] }
    return { sku, counted: at === 7 ? [10, quantity - 10] : [quantity] }
  })
}

async function breakAndRestore(week: Week): Promise<void> {
  const { page, model } = week
  const name = 'Before the new list'
  const [changed, counted, trashed, extra] = [range(1001, 1050), nameSku(10), nameSku(1200), 'OLD-1']
  const good = await takeSnapshot(week, name)
  await importOldList(week, changed, extra)
  await countWrong(week, counted)
  await trashWrong(week, trashed)
  const bad = model.cut()
  await openSnapshot(page, name)
  const different = await readDifference(page, { created: 1, updated: changed.length + 1, trashed: 1 })
  assert.deepEqual(different, [...changed, counted, trashed, extra].sort())
  console.log(`week: looked at what is different: ${different.length} items`)
  await restoreSnapshot(week, name, good)
  const looked = [...changed.slice(0, 2), counted]
  for (const sku of [...looked, trashed]) await seeItem(week, sku)
  await undoRestore(week, name, bad)
  for (const sku of [...looked, extra]) await seeItem(week, sku)
  await restoreSnapshot(week, name, good)
  for (const sku of [...looked, trashed]) await seeItem(week, sku)
}

const run = promisify(execFile)

const Created = z.object({ id: z.string() })
const Key = z.object({ key: z.string() })

/** An empty company, whose owner is invited, and a client that reads all that it has. */
type Company = { owner: string; client: InventoryClient }

async function openCompany({ baseUrl, info }: Pick<Demo, 'baseUrl' | 'info'>): Promise<Company> {
  const owner = `owner-${Date.now()}@week.example`
  const plan = ['--name', 'Week', '--plan', 'enterprise']
  const { id } = Created.parse(await callInventory(info, ['companies', 'create', ...plan, '--owner', owner]))
  const { key } = Key.parse(await callInventory(info, ['keys', 'create', '--company', id, '--scopes', 'read']))
  return { owner, client: createClient({ baseUrl, apiKey: key }) }
}

async function callInventory(info: string, words: string[]): Promise<unknown> {
  const { stdout } = await run('npx', ['inventory', ...words, '--json', '--info', info])
  return JSON.parse(stdout)
}
