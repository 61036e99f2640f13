import type { Item } from '../../domain/items/item'
import type { Order } from '../../domain/orders/order'
import { parseItemRow } from '../items/item-row'
import { parseOrderRow } from '../orders/order-row'
import { findRows } from '../table/batch-read'
import { formatKey, keys, type Row, type RowKey } from '../table/schema'
import { findRow, type Table } from '../table/table'

/**
 * Reads rows of a company by their keys, strongly. That of a change `remembers` them, and reads each once in a try.
 * After a wait, it forgets them. A change that need not wait any more goes on with what it knows, and with what the
 * cancelled transaction has returned: the conditions of its commit find out if that is still right.
 */
export class Reader {
  private readonly rows = new Map<string, Row>()

  constructor(
    private readonly table: Table,
    private readonly companyId: string,
    private readonly remembers = false,
  ) {}

  /** Live or in trash. Null if it has no row. */
  async item(id: string): Promise<Item | null> {
    const row = await this.row(keys.item(this.companyId, id))
    return row ? parseItemRow(row) : null
  }

  /** By id. Live or in trash. Those without a row are missing. */
  async items(ids: Iterable<string>): Promise<Map<string, Item>> {
    const rows = await this.findAll([...ids].map((id) => keys.item(this.companyId, id)))
    return new Map(rows.flatMap((row) => (row ? [[String(row.id), parseItemRow(row)]] : [])))
  }

  /** The ids of live items by SKU, from the SKU guards. */
  async idsOfSkus(skus: Iterable<string>): Promise<Map<string, string>> {
    const names = [...skus]
    const guards = await this.findAll(names.map((sku) => keys.sku(this.companyId, sku)))
    return new Map(names.flatMap((sku, index) => (guards[index] ? [[sku, String(guards[index].item_id)]] : [])))
  }

  /** Null if it has no row. */
  async order(id: string): Promise<Order | null> {
    const row = await this.row(keys.order(this.companyId, id))
    return row ? parseOrderRow(row) : null
  }

  /** Those that have a row. */
  async orders(ids: string[]): Promise<Order[]> {
    const rows = await this.findAll(ids.map((id) => keys.order(this.companyId, id)))
    return rows.flatMap((row) => (row ? [parseOrderRow(row)] : []))
  }

  /** How many orders the company has made: also the number of the last one. */
  async orderCount(): Promise<number> {
    const row = await this.row(keys.company(this.companyId))
    return Number(row?.order_count ?? 0)
  }

  /** `changed` are rows as they are now. Null: it is not known which rows have changed, so all are forgotten. */
  renew(changed: Row[] | null): void {
    if (changed === null) this.rows.clear()
    else this.remember(changed)
  }

  private async row(key: RowKey): Promise<Row | undefined> {
    const row = this.rows.get(formatKey(key)) ?? (await findRow(this.table, key))
    if (row) this.remember([row])
    return row
  }

  /** In the order of the keys, which may repeat. */
  private async findAll(rowKeys: RowKey[]): Promise<(Row | undefined)[]> {
    const missing = rowKeys.filter((key) => !this.rows.has(formatKey(key)))
    const read = (await findRows(this.table, missing)).filter((row) => row !== undefined)
    this.remember(read)
    const rows = new Map([...read.map((row) => [formatKey(row), row] as const), ...this.rows])
    return rowKeys.map((key) => rows.get(formatKey(key)))
  }

  private remember(rows: Row[]): void {
    if (this.remembers) for (const row of rows) this.rows.set(formatKey(row), row)
  }
}
