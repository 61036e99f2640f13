import { readOnlyOrderFields } from '../../functions/domain/orders/order'
import { describeReadOnly, forSchemas } from './for-schemas'

/** What the fields of purchase orders mean. */
export const orderDescriptions = {
  Order: 'Goods that are ordered from a supplier.',
  CreateOrder: 'A new purchase order.',
  UpdateOrder:
    'The fields of the draft that change; what is left out stays. `null` unsets a field, and a list is replaced. An order can be sent back as it was fetched.',
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
  notes: 'A remark. Up to 2 000 characters.',
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
