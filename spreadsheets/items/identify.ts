import type { Item } from '../../client'
import { shortenName } from '../../functions/contract/input-refusal'
import { isConversionOf } from './conversions'
import { isShortened, listLooks, looksLike } from './looks'
import { nameBarcode, push, type Stock } from './stock'

/** What a row says of which item it is about. `place`: of its SKU, as messages call it. */
export type NamedRow = { place: string; id: string | null; sku: string; name: string | null; barcode: string | null }

/**
 * `item`: null for one that is new. `notes`: what the item keeps, whatever the row says. `isLookalike`: somebody may
 * say that it is meant so.
 */
export type Identity =
  | { item: Item | null; notes: string[] }
  | { field: 'id' | 'sku' | 'name' | 'barcode' | null; problem: string; isLookalike: boolean }

/**
 * Says which item each row is about. An id decides. Without one, the SKU does, where no other item and no other row
 * could be meant. `allowsLookalikes`: what only looks like another one is meant so.
 */
export function identifyRows(
  rows: NamedRow[],
  stock: Stock,
  { allowsLookalikes }: { allowsLookalikes: boolean },
): Identity[] {
  const sheet = new SheetCodes(rows, stock)
  return rows.map((row) => {
    const item = row.id === null ? undefined : stock.byId.get(row.id)
    if (item) return identifyById(row, item, stock)
    const problem = findOther(row, stock) ?? (allowsLookalikes ? null : findLookalike(row, stock, sheet))
    return problem ?? { item: stock.bySku.get(row.sku) ?? null, notes: [] }
  })
}

/** One name for the rows of one item: its id, or the SKU where no item is known. */
export function nameSubject(identity: Identity | undefined, { sku }: Pick<NamedRow, 'sku'>): string {
  return identity && 'item' in identity && identity.item ? identity.item.id : `sku ${sku}`
}

function nameItem({ name, sku }: Pick<Item, 'name' | 'sku'>): string {
  return `'${shortenName(name)}' (SKU ${shortenName(sku)})`
}

function identifyById(row: NamedRow, item: Item, stock: Stock): Identity {
  const other = stock.bySku.get(row.sku)
  if (other && other !== item)
    return refuse('sku', `The id is that of ${nameItem(item)}, and the SKU that of ${nameItem(other)}.`)
  const named = findNamedOther(row, item, stock)
  if (named) return refuse('name', `The id is that of ${nameItem(item)}, and the name that of ${nameItem(named)}.`)
  if (row.sku === item.sku) return { item, notes: [] }
  if (looksLike(row.sku, item.sku) || isConversionOf(row.sku, item.sku))
    return { item, notes: [`keeps its SKU '${item.sku}': the file has '${row.sku}'.`] }
  return refuse('sku', `The id is that of ${nameItem(item)}, and its SKU is another one: an import changes no SKU.`)
}

/** An item with the name of the row, where that of the row's item is another one. */
function findNamedOther({ name }: NamedRow, item: Item, stock: Stock): Item | undefined {
  const named = name === null || name === item.name ? [] : stock.findNamed(name)
  return named.find((each) => each !== item)
}

/** The SKU and the name of the row are those of two items. */
function findOther(row: NamedRow, stock: Stock): Identity | null {
  const item = stock.bySku.get(row.sku)
  const other = item && findNamedOther(row, item, stock)
  if (!item || !other) return null
  return refuse('name', `The SKU is that of ${nameItem(item)}, and the name that of ${nameItem(other)}.`)
}

const shortened = 'a number that a spreadsheet has shortened: format the column as text, and enter it again.'

/** Not what the file tells apart itself: where it has the SKUs of both, none has lost anything. */
function findLookalike(row: NamedRow, stock: Stock, sheet: SheetCodes): Identity | null {
  const { sku, name, barcode } = row
  const item = stock.bySku.get(sku)
  const tell = (what: string) => refuse('sku', `The SKU '${shortenName(sku)}' ${what}`, true)
  const inStock = stock.findLookalikes(sku).find((other) => other !== item && !sheet.has(other.sku))
  if (inStock && !(item && name === item.name))
    return tell(`is ${item ? `that of ${nameItem(item)}, and ` : ''}easily taken for that of ${nameItem(inStock)}.`)
  if (item) return null
  const alike = stock.findLookalikes(sku)[0]
  if (alike) return tell(`is easily taken for that of ${nameItem(alike)}.`)
  const inSheet = sheet.findAlike(sku)
  if (inSheet) return tell(`is easily taken for '${shortenName(inSheet.sku)}', ${inSheet.place}.`)
  if (isShortened(sku)) return tell(`is ${shortened}`)
  if (barcode !== null && isShortened(barcode))
    return refuse('barcode', `The barcode '${barcode}' is ${shortened}`, true)
  const trashed = stock.findTrashed(sku)
  if (trashed) return tell(`is that of ${nameItem(trashed)}, which is in trash: bring it back instead.`)
  const [owner] = barcode === null ? [] : stock.findBarcode(barcode)
  if (owner) return refuse('barcode', `The barcode '${barcode}' is that of ${nameItem(owner)}.`, true)
  const sharing = sheet.findBarcode(row)
  return sharing
    ? refuse('barcode', `The barcode '${barcode}' is that of '${sharing.sku}', too, ${sharing.place}.`, true)
    : null
}

function refuse(field: 'id' | 'sku' | 'name' | 'barcode', problem: string, isLookalike = false): Identity {
  return { field, problem, isLookalike }
}

/** The SKUs of rows that no id tells apart. */
class SheetCodes {
  private readonly skus = new Map<string, NamedRow>()
  private readonly byLook = new Map<string, NamedRow[]>()
  private readonly byBarcode = new Map<string, NamedRow[]>()

  constructor(rows: NamedRow[], stock: Stock) {
    for (const row of rows) {
      if (this.skus.has(row.sku) || (row.id !== null && stock.byId.has(row.id))) continue
      this.skus.set(row.sku, row)
      for (const look of listLooks(row.sku)) push(this.byLook, look, row)
      if (row.barcode !== null) push(this.byBarcode, nameBarcode(row.barcode), row)
    }
  }

  has(sku: string): boolean {
    return this.skus.has(sku)
  }

  /** Another SKU of the sheet that looks like this one. */
  findAlike(sku: string): NamedRow | undefined {
    return listLooks(sku)
      .flatMap((look) => this.byLook.get(look) ?? [])
      .find((row) => row.sku !== sku)
  }

  /** Another SKU of the sheet with the barcode. */
  findBarcode({ sku, barcode }: NamedRow): NamedRow | undefined {
    return barcode === null ? undefined : this.byBarcode.get(nameBarcode(barcode))?.find((row) => row.sku !== sku)
  }
}
