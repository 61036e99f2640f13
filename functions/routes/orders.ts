import * as order from '../contract/order'
import { ValueCounts } from '../contract/page'
import * as receipt from '../contract/receipt'
import * as suggestion from '../contract/suggestion'
import { act, create, nameRoutes, read, remove, update, usual } from './route'

const orderPath = { params: order.OrderParams, missing: 'order_not_found' } as const

export const routes = nameRoutes({
  'list-orders': read('/orders', 'List purchase orders, without their line items', {
    query: order.ListOrders,
    meterBeforeRunning: true,
    reply: order.OrderList,
  }),
  'list-suppliers': read('/orders/suppliers', 'List the suppliers that there are', {
    meterBeforeRunning: true,
    reply: ValueCounts,
  }),
  'create-order': create('/orders', 'Create a purchase order: ordered at once, or a draft', {
    body: order.CreateOrder,
    nameField: order.nameLineItem,
    reply: order.Order,
    refuses: ['item_in_trash', 'limit_exceeded', 'item_not_found'],
  }),
  'suggest-orders': act('/orders/suggest', 'Suggest orders for the items that are low', {
    scope: usual.read,
    body: suggestion.SuggestOrders,
    bodyOptional: true,
    reply: suggestion.SuggestedOrders,
    refuses: ['limit_exceeded'],
  }),
  'get-order': read('/orders/{id}', 'Get a purchase order', { ...orderPath, reply: order.Order }),
  'update-order': update('/orders/{id}', 'Update the fields of an order that are given', {
    ...orderPath,
    body: order.UpdateOrder,
    nameField: order.nameLineItem,
    bodyOptional: true,
    takesIfMatch: true,
    reply: order.Order,
    refuses: ['invalid_state', 'item_in_trash', 'limit_exceeded', 'item_not_found'],
  }),
  'delete-order': remove('/orders/{id}', 'Delete a draft', {
    ...orderPath,
    takesIfMatch: true,
    refuses: ['invalid_state'],
  }),
  'place-order': act('/orders/{id}/place', 'Order what a draft holds', {
    ...orderPath,
    nameField: order.nameLineItem,
    reply: order.Order,
    refuses: ['invalid_state', 'item_in_trash', 'item_not_found'],
  }),
  'receive-order': act('/orders/{id}/receive', 'Receive a delivery: the lines named, or everything outstanding', {
    ...orderPath,
    body: receipt.ReceiveOrder,
    nameField: receipt.nameReceivedLine,
    bodyOptional: true,
    reply: receipt.ReceivedOrder,
    refuses: ['invalid_state', 'over_receipt', 'item_in_trash', 'limit_exceeded', 'item_not_found'],
  }),
  'cancel-order': act('/orders/{id}/cancel', 'Cancel an order of which nothing has been received', {
    ...orderPath,
    body: order.CancelOrder,
    bodyOptional: true,
    reply: order.Order,
    refuses: ['invalid_state'],
  }),
  'close-order': act('/orders/{id}/close', 'End an order of which a part has been received', {
    ...orderPath,
    reply: order.Order,
    refuses: ['invalid_state'],
  }),
  'reverse-receipt': act('/orders/{id}/receipts/{receipt_id}/reverse', 'Take a delivery back', {
    params: receipt.ReceiptParams,
    missing: 'receipt_not_found',
    reply: receipt.ReceivedOrder,
    refuses: ['insufficient_stock', 'invalid_state', 'item_in_trash', 'item_not_found', 'order_not_found'],
  }),
  'list-receipts': read('/orders/{id}/receipts', 'List the receipts of an order, newest first', {
    ...orderPath,
    query: receipt.ListReceipts,
    reply: receipt.ReceiptList,
  }),
})
