import { TextInput, type TextInputProps } from '@mantine/core'
import { NumberField } from '../parts/number-field'
import { checkItem, fieldKinds, fillValues, type ItemFields, readFields } from './item-values'

/** The fields that a list changes in place, of one item or of several: no two items differ by them. */
export const ownFields = ['reorder_point', 'location'] as const
export type OwnField = (typeof ownFields)[number]

const fill = (field: OwnField, value: string) => ({ ...fillValues({}), [field]: value })

/** As the API takes it: the field alone. */
export function readField(field: OwnField, value: string): Partial<ItemFields> {
  return { [field]: readFields(fill(field, value))[field] }
}

/** What is wrong with the value, as a form asks. */
export function checkField(field: OwnField) {
  return ({ value }: { value: string }) => ({ value: checkItem(fill(field, value))[field] })
}

export function FieldInput({ field, ...props }: TextInputProps & { field: OwnField }) {
  const Input = fieldKinds[field] === 'quantity?' ? NumberField : TextInput
  return <Input {...props} />
}
