import type { CreateItem, Item } from '../../../client'
import { listNames, mapFields, pickFields } from '../../../functions/domain/fields'
import { itemFields } from '../../../functions/domain/items/item-fields'
import { type Faults, findFault, requireNumber, toNumber } from '../parts/numbers'

/** What people write about an item. A quantity is moved, and not written. */
const { quantity, ...fields } = pickFields(itemFields, 'request', 'set')

/** What the form of an item holds. Empty is unset. */
export type ItemValues = { [Name in keyof typeof fields]: string }
export type ItemFields = Pick<Item, keyof ItemValues>

export const fieldNames = listNames(fields, 'request', 'set')
export const fieldKinds: { [Name in keyof ItemValues]: string } = mapFields(fields, 'request', {
  set: ({ kind }) => kind,
})
/** How people call them. */
export const labels: { [Name in keyof ItemValues | 'quantity']: string } = mapFields(
  { ...fields, quantity },
  'request',
  { set: ({ label }) => label },
)

export function fillValues(item: { [Name in keyof ItemFields]?: ItemFields[Name] | string }): ItemValues {
  return mapFields(fields, 'request', { set: (_, name) => String(item[name] ?? '') })
}

/** As the API takes it. */
export function readFields(values: ItemValues): ItemFields {
  const text = (_: object, name: keyof ItemValues) => values[name].trim()
  const optional = (_: object, name: keyof ItemValues) => values[name].trim() || null
  return mapFields(fields, 'kind', {
    text,
    code: text,
    'text?': optional,
    'code?': optional,
    'quantity?': (_, name) => toNumber(values[name]),
  })
}

export function makeItem(values: ItemValues & { quantity: string }): CreateItem {
  return { ...readFields(values), ...(values.quantity.trim() !== '' && { quantity: requireNumber(values.quantity) }) }
}

/** What is wrong with the numbers, by the names of their fields. */
export function checkItem(values: ItemValues & { quantity?: string }): Faults {
  const numbers = listNames(fields, 'kind', 'quantity?').map((name) => [name, findFault(values[name])])
  return { ...Object.fromEntries(numbers), quantity: findFault(values.quantity ?? '') }
}
