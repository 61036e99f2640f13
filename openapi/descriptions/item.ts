import { readOnlyItemFields } from '../../functions/domain/items/item'
import { describeReadOnly, forSchemas } from './common'

/** What the fields of items mean. */
export const itemDescriptions = {
  Item: 'Something that is kept in stock.',
  TrashedItem: 'An item that was deleted. It can be brought back until `purge_at`.',
  CreateItem: 'A new item.',
  UpdateItem:
    'The fields that change; what is left out stays. `null` unsets a field. An item can be sent back as it was fetched: its read-only fields must be as they are stored.',
  UpdateItemRow: 'A change of an item that exists. The fields are those of `UpdateItem`.',
  DeleteItemRow: 'Moves an item to trash.',
  UpsertItemRow:
    'Changes the live item that has the SKU: what is left out stays. Where there is none, it is a new item, and needs a name.',
  ItemRow: 'A new item; with `id`, a change of one, or its deletion; with `upsert`, whichever its SKU asks for.',
  CreateItems: 'Items to create, change or delete. Each row is committed on its own.',
  CreatedItems: 'What became of each row, in the order of the request.',
  RestoreItem: 'How the item comes back.',
  Verification: 'The quantity of an item beside the sum of its ledger.',
  ItemList: 'A page of items.',
  TrashList: 'A page of items in trash.',

  id: 'The id of the item: `itm_` and 26 characters. It never changes.',
  name: 'What people call the item. Up to 200 characters.',
  sku: 'The stock keeping unit, unique among live items, case-sensitive.',
  quantity: 'How much is in stock: a whole number from 0 to 2 147 483 647.',
  location: 'Where it is kept. Up to 200 characters.',
  barcode: 'The barcode, as a scanner reads it.',
  reorder_point: 'With fewer units, the item is low in stock. Null: it never is.',
  deleted_at: 'When the item was deleted.',
  deleted_by: 'The id of the user who deleted it.',
  purge_at: 'When it is gone for good: 30 days after it was deleted.',

  'CreateItem.quantity': 'How much is in stock at the start. It becomes the first transaction of the ledger.',
  ...forSchemas(['UpdateItem', 'UpdateItemRow'], describeReadOnly(readOnlyItemFields)),
  ...forSchemas(['UpdateItem', 'UpdateItemRow', 'UpsertItemRow'], {
    quantity:
      'The new quantity. Better use `POST /transactions`: that says why, and cannot overwrite what others have moved.',
  }),
  'UpsertItemRow.upsert': 'Says that the SKU may be of an item that exists, or of none.',
  'DeleteItemRow.deleted': 'Says that it is to be deleted.',
  ...forSchemas(['UpdateItemRow', 'DeleteItemRow'], {
    id: 'The id of the item.',
    revision:
      'The revision that you have seen: the number in the `ETag`. A later one is refused with `version_conflict`.',
  }),
  'RestoreItem.sku': 'Another SKU, where the old one has been given to another item.',

  'CreateItems.items': 'From 1 to 100 rows. Of rows that share a SKU, the first one wins.',
  'CreatedItems.data': 'One entry for each row.',
  'data.index': 'The number of the row, from 0.',
  'data.status': 'The status that the row would have as a request of its own.',
  'data.item': 'The item as it is now.',
  'data.error': 'Why the row had no effect.',

  ledger_total: 'The sum of all transactions of the item.',
  transactions: 'How many transactions the item has.',
  consistent: '`true` if both are the same, as they must be.',
}
