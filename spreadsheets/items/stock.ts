import { type InventoryClient, type Item, NotFoundError, type TrashList } from '../../client'
import { foldCode, listLooks, stripZeros } from './looks'

/** Is told how many of how many are done. */
export type Report = (done: number, total: number) => void

type TrashedItem = TrashList['data'][number]
/** What a file names. */
export type Wanted = { skus: Set<string>; ids?: Set<string>; barcodes?: Set<string> }

/** The items that a file may mean, by all that it may call them. */
export class Stock {
  readonly bySku = new Map<string, Item>()
  readonly byId = new Map<string, Item>()
  private readonly byName = new Map<string, Item[]>()
  private readonly byLook = new Map<string, Item[]>()
  private readonly byBarcode = new Map<string, Item[]>()
  private readonly trash = new Map<string, TrashedItem>()

  add(item: Item): void {
    if (this.byId.has(item.id)) return
    this.byId.set(item.id, item)
    this.bySku.set(item.sku, item)
    push(this.byName, item.name, item)
    for (const look of new Set(listLooks(item.sku))) push(this.byLook, look, item)
    if (item.barcode !== null) push(this.byBarcode, nameBarcode(item.barcode), item)
  }

  addAll(items: Item[]): void {
    for (const item of items) this.add(item)
  }

  addTrash(item: TrashedItem): void {
    for (const look of listLooks(item.sku)) this.trash.set(look, item)
  }

  findNamed(name: string): Item[] {
    return this.byName.get(name) ?? []
  }

  /** Those whose SKU looks like this one, or is it. */
  findLookalikes(sku: string): Item[] {
    return [...new Set(listLooks(sku).flatMap((look) => this.byLook.get(look) ?? []))]
  }

  findBarcode(barcode: string): Item[] {
    return this.byBarcode.get(nameBarcode(barcode)) ?? []
  }

  findTrashed(sku: string): TrashedItem | null {
    return listLooks(sku).flatMap((look) => this.trash.get(look) ?? [])[0] ?? null
  }
}

export function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

/** All spellings of a number are one: 12, 13 and 14 digits of a trade item, and what has lost its zeros. */
export function nameBarcode(barcode: string): string {
  return stripZeros(barcode) ?? barcode
}

/** The items that have these SKUs, and perhaps others. */
export async function readBySku(client: InventoryClient, skus: Set<string>, report: Report = () => {}): Promise<Stock> {
  const stock = new Stock()
  await fill(stock, client, { skus, report, lookUps: [findSku] })
  return stock
}

/** All that a file may mean: also what only looks like its SKUs, and what is in trash. */
export async function readStock(client: InventoryClient, wanted: Wanted, report: Report = () => {}): Promise<Stock> {
  const { skus, ids = new Set(), barcodes = new Set() } = wanted
  const stock = new Stock()
  if (await fill(stock, client, { skus, report, lookUps: [findSku, findAlike, findInTrash] })) {
    for await (const item of client.listTrash()) stock.addTrash(item)
    return stock
  }
  for (const barcode of barcodes) stock.addAll((await client.listItems({ barcode })).data)
  for (const id of ids) if (!stock.byId.has(id)) await findById(client, stock, id)
  return stock
}

/** Rows that a page adds at most: it begins with the last row of the page before. */
const rowsPerPage = 99

/** One request. */
type LookUp = (client: InventoryClient, stock: Stock, sku: string) => Promise<void>
type Filling = { skus: Set<string>; report: Report; lookUps: LookUp[] }

/** Reads all items, and returns true, or looks up each SKU: whichever takes fewer requests. */
async function fill(stock: Stock, client: InventoryClient, { skus, report, lookUps }: Filling): Promise<boolean> {
  const { total } = (await client.listItems({ limit: 1 })).pagination
  let done = 0
  if (total / rowsPerPage <= lookUps.length * skus.size) {
    for await (const { data, pagination } of client.listItems().pages()) {
      stock.addAll(data)
      done += data.length
      report(done, pagination.total)
    }
    return true
  }
  for (const sku of skus) {
    for (const lookUp of lookUps) await lookUp(client, stock, sku)
    report(++done, skus.size)
  }
  return false
}

const findSku: LookUp = async (client, stock, sku) => stock.addAll((await client.listItems({ sku, limit: 1 })).data)

/** What those that look like the SKU have in common with it: a search has at most eight words. */
const toSearch = (sku: string) => stripZeros(sku) ?? (foldCode(sku) || sku).match(/^\S+( \S+){0,7}/)?.[0] ?? sku

const findAlike: LookUp = async (client, stock, sku) =>
  stock.addAll((await client.listItems({ search: toSearch(sku), sort: 'sku', limit: 100 })).data)

const findInTrash: LookUp = async (client, stock, sku) => {
  for (const item of (await client.listTrash({ search: toSearch(sku), limit: 100 })).data) stock.addTrash(item)
}

async function findById(client: InventoryClient, stock: Stock, id: string): Promise<void> {
  try {
    stock.add(await client.getItem(id))
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
  }
}
