import { BoundedMap } from '../../functions/domain/bounded-map'

test('of so many values, those that were used last stay', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect(map.get('a')).toBe(1)
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  map.set('a', 4)
  expect([map.get('b'), ...map.list()]).toStrictEqual([undefined, 3, 4])
})

test('values that grow are dropped until the others fit, but never the last one', () => {
  const map = new BoundedMap<string, { weight: number }>(100, ({ weight }) => weight)
  const values = ['a', 'b', 'c'].map((name) => ({ name, weight: 30 }))
  for (const value of values) map.set(value.name, value)
  for (const value of values) value.weight = 50
  expect(map.list()).toHaveLength(3)
  map.trim()
  expect(map.list()).toEqual(values.slice(1))
  map.set('d', { weight: 500 })
  expect(map.list()).toEqual([{ weight: 500 }])
})
