import { createItem, type Item, type ItemFields } from '../../functions/domain/items/item'
import type { Difference } from '../../functions/domain/snapshots/difference'
import { planSteps } from '../../functions/domain/snapshots/restore-steps'
import { bolt } from '../support/bolt'

/** An item as the snapshot wants it, and as it is at present. Null where there is none. */
type Pair = { wanted: Partial<ItemFields> | null; present: Partial<ItemFields> | null }

/** Each step as `item phase.rank`, in their order, with a `*` for the last of its item. */
function plan(...pairs: Pair[]): string[] {
  const makeItem = (index: number, fields: Pair['wanted']): Item | undefined =>
    fields === null ? undefined : createItem(`itm_${index}`, { ...bolt, sku: `S-${index}`, ...fields }, 0).after
  const all = pairs.map((_, index) => ({ change: 'updated', wanted: index, present: index }) as Difference)
  const steps = planSteps({
    all,
    getItems: (difference) => {
      const index = all.indexOf(difference)
      const { wanted, present } = pairs[index] ?? { wanted: null, present: null }
      return { wanted: makeItem(index, wanted), present: makeItem(index, present) }
    },
  })
  return steps.map(
    ({ difference, phase, rank, last }) => `${all.indexOf(difference)} ${phase}.${rank}${last ? '*' : ''}`,
  )
}

const renamed = (from: string, to: string): Pair => ({ wanted: { sku: to }, present: { sku: from } })

test.each<[string, Pair, string[]]>([
  ['goes to trash first', { wanted: null, present: {} }, ['0 1.0*']],
  ['gets its fields in the second phase', { wanted: { name: 'Nut' }, present: {} }, ['0 2.0*']],
  ['gets its SKU in the third', renamed('A', 'B'), ['0 3.0*']],
  ['comes back in the third', { wanted: {}, present: null }, ['0 3.0*']],
  [
    'of which both differ takes two steps',
    { wanted: { sku: 'B', quantity: 5, location: 'C' }, present: { sku: 'A' } },
    ['0 2.0', '0 3.0*'],
  ],
])('an item that %s: %j', (_, pair, steps) => {
  expect(plan(pair)).toEqual(steps)
})

test('steps are in the order of their phases, whatever the order of the differences', () => {
  const pairs: Pair[] = [
    renamed('A', 'B'),
    { wanted: { name: 'Nut' }, present: {} },
    { wanted: null, present: {} },
    { wanted: { name: 'Nut' }, present: {} },
  ]
  expect(plan(...pairs)).toEqual(['2 1.0*', '1 2.0*', '3 2.0*', '0 3.0*'])
})

test('an item takes a SKU after its holder has given it up, wherever they are', () => {
  expect(plan(renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'D'))).toEqual(['2 3.0*', '1 3.1*', '0 3.2*'])
  expect(plan(renamed('C', 'D'), renamed('B', 'C'), renamed('A', 'B'))).toEqual(['0 3.0*', '1 3.1*', '2 3.2*'])
  expect(plan(renamed('B', 'C'), renamed('A', 'B'), renamed('C', 'D'))).toEqual(['2 3.0*', '0 3.1*', '1 3.2*'])
})

test('an item that comes back waits for the holder of its SKU, and nobody waits for it', () => {
  expect(plan({ wanted: { sku: 'A' }, present: null }, renamed('A', 'B'))).toEqual(['1 3.0*', '0 3.1*'])
  const back = (sku: string): Pair => ({ wanted: { sku }, present: null })
  expect(plan(back('A'), renamed('X', 'A'), back('B'))).toEqual(['0 3.0*', '1 3.0*', '2 3.0*'])
})

test('items that change their SKUs in a circle are each tried once', () => {
  expect(plan(renamed('A', 'B'), renamed('B', 'A')).toSorted()).toEqual(['0 3.2*', '1 3.1*'])
  const circle = plan(renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'A'), renamed('X', 'A'))
  expect(circle).toEqual(['2 3.1*', '1 3.2*', '0 3.3*', '3 3.4*'])
})
