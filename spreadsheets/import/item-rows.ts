import { makeInputRefusal, shortenName } from '../../functions/contract/input-refusal'
import { CreateItem } from '../../functions/contract/item'
import { listNames, mapFields, pickFields } from '../../functions/domain/fields'
import { itemFields } from '../../functions/domain/items/item-fields'
import { quoteCell } from '../sheet/cells'
import { type Mapping, pickCells, toNumber } from '../sheet/mapping'
import { CellError, listGaps } from '../sheet/read-field'
import type { Sheet, SheetRow } from '../sheet/sheet'
import { findNoGoods, nameVariants } from './shop-rows'

/** Names of columns in files of shops, tills and wholesalers: English, German, French, Spanish. */
const usualNames: { [Name in keyof typeof itemFields]?: readonly string[] } = {
  name: [
    ...['product', 'product_name', 'item_name', 'title', 'artikel', 'artikelname', 'bezeichnung', 'artikelbezeichnung'],
    ...['nom', 'designation', 'désignation', 'libellé', 'nombre', 'descripción'],
  ],
  sku: [
    ...['code', 'item_code', 'product_code', 'part_number', 'variant_sku', 'artikelnummer', 'artikel_nr', 'artikelnr'],
    ...['art_nr', 'plu', 'référence', 'reference', 'réf', 'code_article', 'referencia', 'código', 'codigo'],
  ],
  quantity: [
    ...['qty', 'stock', 'on_hand', 'on_hand_(current)', 'in_stock', 'stock_on_hand', 'inventory'],
    ...['variant_inventory_qty', 'menge', 'bestand', 'lagerbestand', 'lagerbestand_gesamt', 'anzahl'],
    ...['quantité', 'quantite', 'qté', 'stock_réel', 'cantidad', 'existencias'],
  ],
  location: ['bin', 'shelf', 'regal', 'lagerort', 'lagerplatz', 'emplacement', 'ubicación', 'ubicacion'],
  barcode: [
    ...['ean', 'ean13', 'ean_code', 'gtin', 'upc', 'variant_barcode', 'gtin,_upc,_ean,_or_isbn', 'strichcode'],
    ...['ean_barcode', 'code_barres', 'code_barre', 'código_de_barras', 'codigo_de_barras'],
  ],
  reorder_point: [
    ...['reorder_level', 'minimum', 'min_stock', 'low_stock_amount', 'mindestbestand', 'meldebestand'],
    ...['mindestlagerbestand', 'stock_minimum', 'stock_mini', 'seuil', 'stock_mínimo'],
  ],
}

/** What an import reads, each with the columns where it is found: the id of an item, and its fields. */
export const itemColumns = {
  id: ['id', 'item_id'],
  ...mapFields(pickFields(itemFields, 'request', 'set'), 'request', {
    set: (_, name): readonly string[] => [name, ...(usualNames[name] ?? [])],
  }),
}

const likeQuantity = /quant|qty|qté|stock|bestand|menge|anzahl|existencia|cantidad|on[ _-]?hand|inventory/i
const alone = /^(?:available|verfügbar|disponible|units|unités|unidades|pieces|pcs|stück)$/i
const likeOther =
  /min|max|reorder|melde|mindest|safety|price|preis|value|wert|status|location|keep|code|number|track|alert|low|(?<!avail)able$/i

/** The columns that look like a quantity where none is read: without it, each new item would have none. */
export function findUnreadQuantity(header: string[], mapping: Mapping<ItemField>): string | null {
  if (mapping.has('quantity')) return null
  const read = new Set(mapping.values())
  const isLike = (name: string) => alone.test(name) || (likeQuantity.test(name) && !likeOther.test(name))
  const isMeant = (name: string, index: number) => !read.has(index) && isLike(name)
  const names = header.filter(isMeant).slice(0, 10).map(shortenName)
  return names.length === 0 ? null : `'${names.join("' or '")}'`
}

export type ItemField = keyof typeof itemColumns
const numbers: ReadonlySet<string> = new Set([
  ...listNames(itemFields, 'kind', 'quantity'),
  ...listNames(itemFields, 'kind', 'quantity?'),
])
/** Fields of columns that are not read, or whose cell is empty, have their default. */
export type NewItem = ReturnType<typeof CreateItem.parse>

/** What is wrong with a row. `field` is null where it is the row as a whole. */
export type Problem = { field: string | null; message: string }
/** `id`: of the item, where the row has one. `doubt`: why the row is probably no item, or null. */
export type ItemRow = { row: SheetRow } & (
  | { id: string | null; item: NewItem; doubt: string | null }
  | { problem: Problem }
)

/** Checks each row by the rules of the service. Of rows with the same SKU, the first one counts. */
export function readItems(sheet: Sheet, mapping: Mapping<ItemField>): ItemRow[] {
  const findDoubt = findNoGoods(sheet, mapping)
  return nameVariants(sheet, mapping.get('name')).map((row) => {
    try {
      return { row, doubt: findDoubt(row), ...checkItem(pickCells(row, sheet, mapping)) }
    } catch (error) {
      const field = error instanceof CellError ? error.field : null
      const gaps = listGaps(row, mapping, sheet.sheets.length === 0)
      return {
        row: { ...row, gaps },
        problem: { field, message: error instanceof Error ? error.message : String(error) },
      }
    }
  })
}

function checkItem({ id, ...cells }: Partial<Record<ItemField, string>>) {
  const values = Object.entries(cells).map(([field, cell]) => [field, numbers.has(field) ? toNumber(cell) : cell])
  const parsed = CreateItem.safeParse(Object.fromEntries(values))
  if (parsed.success) return { id: id ?? null, item: parsed.data }
  const { field = null, message } = makeInputRefusal(parsed.error)
  const cell = cells[field as keyof typeof cells]
  const hint = numbers.has(field ?? '') && /\d[.,'’\s]\d{3}$/.test(cell ?? '') ? ' Write the digits alone.' : ''
  return { problem: { field, message: `${message}${quoteCell(cell)}${hint}` } }
}
