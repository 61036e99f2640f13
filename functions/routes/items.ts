import * as item from '../contract/item'
import { ValueCounts } from '../contract/page'
import { act, create, nameRoutes, read, remove, update } from './route'

const itemPath = { params: item.ItemParams, missing: 'item_not_found' } as const

export const routes = nameRoutes({
  'list-items': read('/items', 'List items', { query: item.ListItems, meterBeforeRunning: true, reply: item.ItemList }),
  'create-item': create('/items', 'Create an item', {
    body: item.CreateItem,
    reply: item.Item,
    refuses: ['sku_already_exists'],
  }),
  'create-items': act('/items/batch', 'Create or update up to 100 items, each on its own', {
    body: item.CreateItems,
    reply: item.CreatedItems,
    refuses: ['limit_exceeded'],
  }),
  'list-locations': read('/items/locations', 'List the locations that there are', {
    meterBeforeRunning: true,
    reply: ValueCounts,
  }),
  'get-item': read('/items/{id}', 'Get an item', { ...itemPath, reply: item.Item }),
  'update-item': update('/items/{id}', 'Update the fields that are given', {
    ...itemPath,
    body: item.UpdateItem,
    bodyOptional: true,
    takesIfMatch: true,
    reply: item.Item,
    refuses: ['sku_already_exists'],
  }),
  'delete-item': remove('/items/{id}', 'Move an item to trash', { ...itemPath, takesIfMatch: true }),
  'restore-item': act('/items/{id}/restore', 'Bring an item back from trash', {
    ...itemPath,
    body: item.RestoreItem,
    bodyOptional: true,
    reply: item.Item,
    refuses: ['sku_already_exists', 'not_in_trash'],
  }),
  'list-trash': read('/trash', 'List the items in trash', {
    query: item.ListTrash,
    meterBeforeRunning: true,
    reply: item.TrashList,
  }),
  'verify-item': read('/items/{id}/verify', 'Add up the ledger of an item, and compare', {
    ...itemPath,
    reply: item.Verification,
  }),
})
