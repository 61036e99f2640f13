import * as z from 'zod'
import { mapFields, type PackedFields } from '../../functions/domain/fields'
import { Packer, packings } from '../../functions/store/log/packing'
import { rowSchemas } from '../../functions/store/table/row-schemas'

const first = {
  name: { kind: 'text', request: 'set', place: 0, column: 'text' },
  count: { kind: 'count', request: 'set', place: 2, column: 'count' },
  sku: { kind: 'code', request: 'set', place: 1, column: 'text' },
} as const satisfies PackedFields
const second = { ...first, brand: { kind: 'text?', request: 'set', place: 3, column: 'text?', since: 2 } } as const

const older = new Packer<{ name: string; sku: string; count: number }>(mapFields(first, 'kind', packings), first)
const newer = new Packer<{ name: string; sku: string; count: number; brand: string | null }>(
  mapFields(second, 'kind', packings),
  second,
)
const values = { name: 'Bolt', sku: 'B-1', count: 7 }

test('fields stand in their places, and version 1 begins with the bracket', () => {
  expect(older.pack(values)).toBe('["Bolt","B-1",7]')
})

test('a later version begins with its number; each release reads the rows of the other', () => {
  const packed = newer.pack({ ...values, brand: 'Acme' })
  expect(packed).toBe('2["Bolt","B-1",7,"Acme"]')
  expect(newer.unpack(packed)).toEqual({ ...values, brand: 'Acme' })
  expect(newer.unpack(older.pack(values))).toEqual({ ...values, brand: null })
  expect(older.unpack(packed)).toEqual(values)
})

test.each([
  ['without a version that is a number', 'x["Bolt","B-1",7]', 'a form that is not known: x['],
  ['without fields', '{}', 'a form that is not known: {}'],
  ['with fewer fields', '["Bolt","B-1"]', 'in place of a number'],
  ['with another kind of value', '["Bolt","B-1","7"]', 'in place of a number'],
])('a row %s is no row of this release', (_, after, message) => {
  expect(() => older.unpack(after)).toThrow(TypeError)
  expect(() => older.unpack(after)).toThrow(message)
})

test('a row of an earlier version has null in what came later; another lack is damage', () => {
  const schema = z.object(mapFields(second, 'kind', rowSchemas))
  expect(schema.parse(values)).toEqual({ ...values, brand: null })
  const { since: _, ...brand } = second.brand
  const damaged = z.object(mapFields({ ...second, brand }, 'kind', rowSchemas)).safeParse(values)
  expect(damaged.error?.issues).toMatchObject([{ path: ['brand'] }])
})
