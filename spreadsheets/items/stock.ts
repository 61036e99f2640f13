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

/** Rows that a page adds at most: it begins with the last row of the page before. */
const rowsPerPage = 99
/** Lookups of a SKU: the item, those whose SKU contains it, and trash. */
const lookups = 3

/** Reads all items, or looks up each SKU: whichever takes fewer requests. */
export async function readStock(client: InventoryClient, wanted: Wanted, report: Report = () => {}): Promise<Stock> {
  const { ids = new Set(), barcodes = new Set() } = wanted
  const stock = new Stock()
  const { total } = (await client.listItems({ limit: 1 })).pagination
  if (total / rowsPerPage <= lookups * wanted.skus.size) await readAll(client, stock, report)
  else {
    let done = 0
    for (const sku of wanted.skus) {
      await lookUp(client, stock, sku)
      report(++done, wanted.skus.size)
    }
    for (const barcode of barcodes) stock.addAll((await client.listItems({ barcode })).data)
    for (const id of ids) if (!stock.byId.has(id)) await findById(client, stock, id)
  }
  return stock
}

async function readAll(client: InventoryClient, stock: Stock, report: Report): Promise<void> {
  let done = 0
  for await (const { data, pagination } of client.listItems().pages()) {
    stock.addAll(data)
    done += data.length
    report(done, pagination.total)
  }
  for await (const item of client.listTrash()) stock.addTrash(item)
}

async function lookUp(client: InventoryClient, stock: Stock, sku: string): Promise<void> {
  const text = stripZeros(sku) ?? (foldCode(sku) || sku)
  stock.addAll((await client.listItems({ sku, limit: 1 })).data)
  stock.addAll((await client.listItems({ search: text, sort: 'sku', limit: 100 })).data)
  for (const item of (await client.listTrash({ search: text, limit: 100 })).data) stock.addTrash(item)
}

async function findById(client: InventoryClient, stock: Stock, id: string): Promise<void> {
  try {
    stock.add(await client.getItem(id))
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
  }
}
