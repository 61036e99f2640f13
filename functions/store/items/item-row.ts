import * as z from 'zod'
import { Refusal } from '../../domain/errors'
import { mapFields } from '../../domain/fields'
import { computePurgeTime, type Item, type ItemChange, isInTrash, toItem, toItemValues } from '../../domain/items/item'
import { itemFields } from '../../domain/items/item-fields'
import { type CheckedRow, checkRow, findCheckedRows, readCheckedRows } from '../table/checked-row'
import { rowSchemas } from '../table/row-schemas'
import { keys, listPartitions, type Row, toTtl, ttlAttribute } from '../table/schema'
import { queryPartition, type ReadUsage, type Table } from '../table/table'
import { putNew, type Write } from '../table/transact'

/** A row that does not match is an error of the service. */
const ItemRow = z
  .object({ id: z.string(), ...mapFields(itemFields, 'kind', rowSchemas), restored: z.string().optional() })
  .transform(toItem)

export function parseItemRow(row: unknown): Item {
  return ItemRow.parse(row)
}

/** The pages of each partition, strongly consistent. Includes items in trash. */
export function readItemPartitions(table: Table, companyId: string, usage?: ReadUsage): AsyncGenerator<Item[]>[] {
  return listPartitions('ITEMS', companyId).map((partition) => readItemPages(table, partition, usage))
}

async function* readItemPages(table: Table, partition: string, usage?: ReadUsage): AsyncGenerator<Item[]> {
  for await (const page of queryPartition(table, partition, usage)) yield page.map(parseItemRow)
}

/** Also rows that cannot be read, or that are in the wrong partition. */
export function readCheckedItems(table: Table, companyId: string): AsyncGenerator<CheckedRow<Item>[]> {
  return readCheckedRows(table, listPartitions('ITEMS', companyId), (row) => checkItemRow(companyId, row))
}

/** By id. Those without a row are missing. */
export function findCheckedItems(
  table: Table,
  companyId: string,
  ids: string[],
): Promise<Map<string, CheckedRow<Item>>> {
  const rowKeys = ids.map((id) => keys.item(companyId, id))
  return findCheckedRows(table, rowKeys, (row) => checkItemRow(companyId, row))
}

export function checkItemRow(companyId: string, row: Row): CheckedRow<Item> {
  return checkRow(row, ItemRow, ({ id }) => keys.item(companyId, id))
}

/** Each item is written once, however many changes it had. Its SKU guard is written if the SKU changes. */
export function makeItemWrites(companyId: string, changes: ItemChange[]): Write[] {
  const whole = new Map<string, ItemChange>()
  for (const change of changes) {
    const before = whole.get(change.after.id)?.before ?? change.before
    whole.set(change.after.id, { ...change, before })
  }
  return [...whole.values()].flatMap((change) => [
    makeItemWrite(companyId, change),
    ...makeSkuWrites(companyId, change),
  ])
}

export function toItemRow(companyId: string, item: Item): Row {
  const purge = computePurgeTime(item)
  const expiry = purge === null ? {} : { [ttlAttribute]: toTtl(purge) }
  return { ...keys.item(companyId, item.id), ...toItemValues(item), ...expiry }
}

function makeItemWrite(companyId: string, { before, after }: ItemChange): Write {
  const Item = toItemRow(companyId, after)
  const condition = before ? makeSeenCondition(before) : { ConditionExpression: 'attribute_not_exists(pk)' }
  return { action: { Put: { Item, ...condition } } }
}

/** For a restore step that leaves the item unchanged: no new revision, and no log row. */
export function makeMarkWrite(companyId: string, item: Item, mark: string): Write {
  const { ExpressionAttributeValues, ...condition } = makeSeenCondition(item)
  return {
    action: {
      Update: {
        Key: keys.item(companyId, item.id),
        UpdateExpression: 'SET restored = :mark',
        ...condition,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':mark': mark },
      },
    },
  }
}

/** The mark is checked, too: it can change without a new revision, and must not be lost. */
function makeSeenCondition({ rev, restored }: Item) {
  const marked = restored === undefined ? 'attribute_not_exists(restored)' : 'restored = :restored'
  return {
    ConditionExpression: `rev = :seen AND ${marked}`,
    ExpressionAttributeValues: { ':seen': rev, ...(restored === undefined ? {} : { ':restored': restored }) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
}

/** A SKU is unique among live items because only one item can write its SKU guard. */
function makeSkuWrites(companyId: string, { before, after }: ItemChange): Write[] {
  const heldSku = before && !isInTrash(before) ? before.sku : null
  const wantedSku = isInTrash(after) ? null : after.sku
  if (heldSku === wantedSku) return []
  const writes: Write[] = []
  if (heldSku !== null) writes.push({ action: { Delete: { Key: keys.sku(companyId, heldSku) } } })
  if (wantedSku !== null) {
    const Item = { ...keys.sku(companyId, wantedSku), item_id: after.id }
    const refusal = new Refusal('sku_already_exists', `Another item has the SKU '${wantedSku}'.`, 'sku')
    writes.push({ action: putNew(Item), refusal })
  }
  return writes
}
