import type { Account } from '../../client'
import { isEmptyCompany, listSteps, toggleStep } from '../../dashboard/src/home/first-hour/steps'
import { makeExampleStock } from '../../examples/example'

const empty = { items: 0, low_stock: 0, units: 0, orders_open: 0, orders_overdue: 0, trash: 24 }
const none = { ticked: [], hidden: false }

function makeAccount(role: 'owner' | 'member', totals: Partial<Account['totals']>): Account {
  return { person: { role }, totals: { ...empty, ...totals } } as Account
}

const doneOf = (...given: Parameters<typeof listSteps>) =>
  listSteps(...given).flatMap(({ name, isDone }) => (isDone ? [name] : []))

test('items in the trash do not make a company full', () => {
  expect(isEmptyCompany(empty)).toBe(true)
  expect(isEmptyCompany({ ...empty, orders_open: 1 })).toBe(false)
})

test('a member is not asked to do what is for owners', () => {
  expect(listSteps(makeAccount('owner', {}), none, 0)).toHaveLength(4)
  expect(listSteps(makeAccount('member', {}), none, 0).map(({ name }) => name)).toEqual(['items', 'reorder'])
})

test('the totals tell what is done, but what the example brings does not count', () => {
  expect(doneOf(makeAccount('owner', { items: 3, low_stock: 1 }), none, 0)).toEqual(['items', 'reorder'])
  expect(doneOf(makeAccount('owner', { items: 26, low_stock: 4 }), none, 24)).toEqual([])
})

test('what the totals do not tell is ticked, and can be taken back', () => {
  const ticked = toggleStep(none, 'invite')
  expect(doneOf(makeAccount('owner', {}), ticked, 0)).toEqual(['invite'])
  expect(toggleStep(ticked, 'invite')).toEqual(none)
})

test('the example never sells more than there is, and fits into one request each', () => {
  const { items, movements, orders } = makeExampleStock('2026-11-25')
  const left = new Map(items.map(({ sku, quantity = 0 }) => [sku, quantity]))
  for (const { type, sku, quantity } of movements) {
    const after = (left.get(sku ?? '') ?? 0) + (type === 'issue' ? -quantity : quantity)
    expect(after).toBeGreaterThanOrEqual(0)
    left.set(sku ?? '', after)
  }
  expect(movements.length).toBeLessThanOrEqual(40)
  expect(orders.map(({ line_items }) => line_items.length)).toEqual([3, 2])
  expect(makeExampleStock('2026-11-25')).toEqual(makeExampleStock('2026-11-25'))
})
