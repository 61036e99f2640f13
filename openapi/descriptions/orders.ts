import { readOnlyOrderFields } from '../../functions/domain/orders/order'
import { describeReadOnly, forSchemas } from './common'

/** What the fields of purchase orders mean. */
export const orderDescriptions = {
  Order: 'Goods that are ordered from a supplier.',
  CreateOrder: 'A new purchase order.',
  UpdateOrder:
    'The fields that change; what is left out stays. `null` unsets a field, and a list is replaced. An order can be sent back as it was fetched.',
  LineItem: 'One line of a purchase order: an item, and how much of it.',
  CreateLineItem: 'A new line. It names the item by `item_id` or by `sku`.',
  FetchedLineItem: 'A line that the draft has, as it was fetched.',
  OrderSummary: 'A purchase order in a list: without its line items.',
  CancelOrder: 'Why the order is cancelled.',
  OrderList: 'A page of purchase orders, without their line items.',

  id: 'The id of the purchase order: `po_` and 26 characters.',
  order_number: 'The number of the order, such as `PO-000042`. No two orders of a company share one.',
  status:
    'The state. A `draft` can be changed, and is `ordered` by `place`. What is received makes it `partially_received`, then `received`. It ends early as `cancelled`, where nothing was received, or as `closed`.',
  supplier: 'From whom the goods are ordered.',
  'supplier.name': 'The name of the supplier. Up to 200 characters.',
  'supplier.email': 'An email address of the supplier.',
  'supplier.phone': 'A telephone number of the supplier. Up to 50 characters.',
  'supplier.reference': 'The number that the supplier has given to the order. Up to 255 characters.',
  currency: 'The currency of all amounts: an ISO 4217 code such as `EUR`.',
  expected_at: 'The day on which the goods are expected, such as `2026-12-01`.',
  location: 'Where the goods are to be delivered. Up to 200 characters.',
  notes: 'A remark, also of several lines. Up to 2 000 characters.',
  subtotal: 'The sum of all lines that have a `unit_cost`: a decimal text in `currency`.',
  total_quantity_ordered: 'The sum of what is ordered in all lines.',
  total_quantity_received: 'The sum of what was received in all lines.',
  ordered_at: 'When it was ordered. Null while it is a draft.',
  received_at: 'When everything was received.',
  closed_at: 'When it was closed.',
  cancelled_at: 'When it was cancelled.',
  cancel_reason: 'Why it was cancelled. Up to 500 characters.',
  line_count: 'How many line items the order has. `GET /orders/{id}` has the lines.',
  line_items: 'What is ordered: from 1 to 200 lines.',
  'CreateOrder.status': '`draft` if the order can still change. Else it is ordered at once.',
  'UpdateOrder.line_items': 'All lines of the draft: they replace those that it has. Lines with their `id` are kept.',

  quantity_ordered: 'How much is ordered: at least 1.',
  quantity_received: 'How much was accepted, and is in stock.',
  quantity_rejected: 'How much was rejected. It stays outstanding.',
  quantity_cancelled: 'How much will not come, since the order was cancelled or closed.',
  quantity_outstanding: 'How much has yet to come.',
  unit_cost: 'The price of one: a decimal text such as `"2.50"`, with up to 6 decimals.',
  line_total: '`unit_cost` times `quantity_ordered`: a decimal text. Null without `unit_cost`.',
  ...forSchemas(['LineItem', 'CreateLineItem', 'FetchedLineItem'], {
    id: 'The id of the line item: `pol_` and 26 characters.',
    sku: 'The SKU of the item at the time of the order.',
    name: 'The name of the item at the time of the order.',
    notes: 'A remark. Up to 200 characters.',
  }),
  ...forSchemas(['CreateLineItem'], {
    item_id: 'The id of the item. Either this or `sku`.',
    sku: 'The SKU of the item, in place of `item_id`.',
  }),

  ...forSchemas(
    ['FetchedLineItem'],
    describeReadOnly([
      'name',
      'quantity_received',
      'quantity_rejected',
      'quantity_cancelled',
      'quantity_outstanding',
      'line_total',
    ]),
  ),
  ...forSchemas(['UpdateOrder'], describeReadOnly(readOnlyOrderFields)),
}

/** What the fields of receipts mean. */
export const receiptDescriptions = {
  ReceiveOrder: 'A delivery. Without `lines`, everything outstanding was accepted.',
  Receipt: 'What was received with one delivery.',
  ReceivedOrder: 'The order after the delivery, its receipt, and the transactions that put the goods in stock.',
  ReceiptList: 'A page of receipts.',

  id: 'The id of the receipt: `rcp_` and 26 characters.',
  order_id: 'The id of the purchase order.',
  lines: 'What was delivered, by line item.',
  'ReceiveOrder.lines':
    'What was delivered: from 1 to 45 lines. Lines of the same line item are added up. Null: everything outstanding.',
  'lines.line_item_id': 'The id of the line item.',
  'lines.quantity_accepted': 'How much was accepted: it is in stock.',
  'lines.quantity_rejected': 'How much was rejected: it stays outstanding.',
  'lines.rejection_reason': 'Why it was rejected. Up to 100 characters.',
  reference: 'Your own number for the delivery, such as that of the delivery note. Up to 255 characters.',
  note: 'A remark. Up to 1 000 characters.',
  allow_over_receipt: 'With `true`, more may be accepted than is outstanding.',
  received_by: 'The id of the user who received it.',
  reversed_at: 'When the delivery was taken back, or null.',
  reversed_by: 'The id of the user who took it back, or null.',
  order: 'The order as it is now.',
  receipt: 'The receipt of this delivery.',
  transactions:
    'One for each line item of which something was accepted; of a delivery that is taken back, one for each of its transactions.',
}

/** What the fields of suggested orders mean. */
export const suggestionDescriptions = {
  SuggestOrders: 'Which items to look at, if not all that are low.',
  SuggestedOrder: 'An order that is suggested, and not stored.',
  SuggestedLineItem: 'A line of a suggested order, with the reasons for its quantity.',
  SuggestedOrders: 'Suggested orders, by the name of the supplier. The last ones have no supplier.',

  'SuggestOrders.item_ids': 'Only these items, from 1 to 100, and of them those that are low.',
  'SuggestedOrder.supplier':
    'The supplier as the newest of these last orders has it. Null where no order has had the items: name one.',
  'supplier.name': 'The name of the supplier.',
  'supplier.email': 'An email address of the supplier.',
  'supplier.phone': 'A telephone number of the supplier.',
  'SuggestedOrder.currency': 'The currency of the last orders, as an ISO 4217 code, or null where they have none.',
  'SuggestedOrder.line_items': 'What to order: from 1 to 200 lines, by SKU.',
  'SuggestedOrders.data': 'The orders, each for one supplier and one currency.',
  left_out: 'How many low items were not looked at. Order what is suggested, and ask again.',
  ...forSchemas(['SuggestedLineItem'], {
    name: 'The name of the item.',
    quantity: 'How much there is in stock.',
    reorder_point: 'Below this quantity the item is low.',
    quantity_on_order: 'How much is outstanding in drafts and open orders.',
    quantity_ordered: 'How much to order: with the stock and what is on order, twice the reorder point.',
    unit_cost: 'The price of one in the last order of the item: a decimal text, or null.',
  }),
}
