import type { SuggestedLineItem, SuggestedOrder } from '../../../client'
import { formatNumber } from '../parts/format'
import { makeLine } from './lines'
import { noOrder, type OrderFormValues } from './order-values'
import { texts } from './texts'

/** Names a suggestion: one of several for a supplier, by its first item. */
export function nameSuggestion({ supplier, currency, line_items }: SuggestedOrder): string {
  return ['reorder', supplier?.name ?? '', currency ?? '', line_items[0]?.item_id ?? ''].join(' ')
}

/** The order as it is suggested. */
export function fillSuggestion({ supplier, currency, line_items }: SuggestedOrder): OrderFormValues {
  const { name = '', email = null, phone = null } = supplier ?? {}
  return {
    ...noOrder,
    supplier: { name, email: email ?? '', phone: phone ?? '', reference: '' },
    currency: currency ?? '',
    line_items: line_items.map(({ item_id: id, quantity_ordered, unit_cost, ...item }) => ({
      ...makeLine({ id, ...item }),
      quantity_ordered: String(quantity_ordered),
      unit_cost: unit_cost ?? '',
    })),
    begins: 'draft',
    base: null,
  }
}

/** Why so many are suggested. */
export function explainLine({ quantity, reorder_point, quantity_on_order }: SuggestedLineItem): string {
  return texts.whySuggested(formatNumber(quantity), formatNumber(reorder_point), formatNumber(quantity_on_order))
}
