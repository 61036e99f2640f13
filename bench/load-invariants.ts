import { BatchGetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { readItemCatalogue } from '../functions/catalogue/items/item-catalogue'
import { liveItems } from '../functions/catalogue/items/item-layout'
import { isInTrash } from '../functions/domain/items/item'
import { parseItemRow } from '../functions/store/items/item-row'
import { readLog } from '../functions/store/log/log-reader'
import type { Row } from '../functions/store/table/schema'
import { keys, listPartitions } from '../functions/store/table/schema'
import { collectPages, queryPartitions, type Table } from '../functions/store/table/table'
import type { Ledger } from './load-operations'

/** Checks what must hold after any load. Returns what was checked, in words. Throws where something does not hold. */
export async function checkInvariants(table: Table, ledger: Ledger): Promise<string[]> {
  const { companyId } = ledger
  const items = (await queryPartitions(table, listPartitions('ITEMS', companyId))).map(parseItemRow)
  const log = await collectPages(
    readLog(
      table,
      { companyId },
      { columns: ['item_id', 'sequence', 'quantity_change', 'reference'], oldestFirst: true },
    ),
  )
  const totals = new Map<string, { sum: number; count: number }>()
  for (const { item_id, sequence, quantity_change } of log) {
    if (sequence === undefined) continue
    const { sum, count } = totals.get(String(item_id)) ?? { sum: 0, count: 0 }
    totals.set(String(item_id), { sum: sum + Number(quantity_change), count: count + 1 })
  }
  const off = items.filter(({ id, stock, sequence }) => {
    const { sum, count } = totals.get(id) ?? { sum: 0, count: 0 }
    return sum !== stock.total || count !== sequence
  })
  require(off.length === 0, `${off.length} ledgers do not come to the quantity`)
  requireOnce(
    items.map(({ sku }) => sku),
    ledger.created,
    'item',
  )
  requireOnce(
    log.flatMap(({ reference }) => (reference === undefined ? [] : [String(reference)])),
    ledger.moved,
    'movement',
  )
  const live = items.filter((item) => !isInTrash(item))
  const guards = await readGuards(
    table,
    companyId,
    live.map(({ sku }) => sku),
  )
  require(live.every(({ id, sku }) => guards.get(sku) === id), 'a live item has no guard of its own')
  require((await countGuards(table, companyId)) === live.length, 'there are guards without an item')
  const catalogue = (await readItemCatalogue({ ...table }, companyId)).select(liveItems)
  const same = live.every(({ id, rev }) => catalogue.getRevision(catalogue.find(id) ?? -1) === rev)
  require(same && catalogue.count === live.length, 'the catalogue is not what the rows say')
  return [
    `${items.length} ledgers add up to the quantity of their items; every acknowledged write is there, and none twice`,
    `${guards.size} guards for ${live.length} live items; the catalogue is what the rows say`,
  ]
}

/** Requires that every acknowledged write exists, and that no write exists twice, acknowledged or not. */
function requireOnce(there: string[], acknowledged: Set<string>, what: string): void {
  const found = new Set(there)
  require(found.size === there.length, `an ${what} is there twice`)
  const lost = [...acknowledged].filter((name) => !found.has(name))
  require(lost.length === 0, `${lost.length} of the ${what}s that were acknowledged are lost`)
}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

async function readGuards(table: Table, companyId: string, skus: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let from = 0; from < skus.length; from += 100) {
    const Keys = skus.slice(from, from + 100).map((sku) => keys.sku(companyId, sku))
    const { Responses } = await table.db.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys, ConsistentRead: true } } }),
    )
    for (const { pk, item_id } of Responses?.[table.name] ?? [])
      found.set(String(pk).slice(`SKU#${companyId}#`.length), String(item_id))
  }
  return found
}

async function countGuards(table: Table, companyId: string): Promise<number> {
  let count = 0
  let from: Row | undefined
  do {
    const command = new ScanCommand({
      TableName: table.name,
      FilterExpression: 'begins_with(pk, :guards)',
      ExpressionAttributeValues: { ':guards': keys.sku(companyId, '').pk },
      Select: 'COUNT',
      ExclusiveStartKey: from,
    })
    const { Count = 0, LastEvaluatedKey } = await table.db.send(command)
    count += Count
    from = LastEvaluatedKey
  } while (from)
  return count
}
