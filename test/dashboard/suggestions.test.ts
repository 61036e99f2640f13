import { explainLine, fillSuggestion, nameSuggestion } from '../../dashboard/src/orders/suggestion'

const line = { item_id: 'itm_1', sku: 'R', name: 'Rope', quantity_ordered: 1400, unit_cost: null }
const reasons = { quantity: 200, reorder_point: 1000, quantity_on_order: 400 }
const suggested = {
  supplier: { name: 'Works', email: null, phone: '1' },
  currency: 'EUR',
  line_items: [{ ...line, ...reasons }],
}

test('a suggestion becomes the draft of an order', () => {
  expect(fillSuggestion(suggested)).toMatchObject({
    supplier: { name: 'Works', email: '', phone: '1', reference: '' },
    currency: 'EUR',
    begins: 'draft',
    line_items: [{ ...line, id: null, quantity_ordered: '1400', unit_cost: '', notes: '' }],
  })
  expect(fillSuggestion({ ...suggested, supplier: null, currency: null }).supplier.name).toBe('')
  expect(explainLine({ ...line, ...reasons })).toBe('200 in stock, 400 on order, reorder point 1,000')
})

test('two suggestions have two names, so that what is typed for one is not found for the other', () => {
  const other = { ...suggested, currency: 'USD' }
  const second = { ...suggested, line_items: suggested.line_items.map((each) => ({ ...each, item_id: 'itm_2' })) }
  const names = [suggested, other, second, { ...suggested, supplier: null }].map(nameSuggestion)
  expect(new Set(names).size).toBe(4)
})
