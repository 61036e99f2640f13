import { forSchemas } from './for-schemas'

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
