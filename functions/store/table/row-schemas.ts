import * as z from 'zod'
import type { FieldValues } from '../../domain/fields'

const text = z.string()
const integer = z.int()
const optionalText = text.nullable()

/** What a row has of a field, by its kind. Rows were checked when they came: a row that does not match is damaged. */
export const rowSchemas = {
  text: () => text,
  code: () => text,
  quantity: () => integer,
  count: () => integer,
  time: () => text,
  'text?': () => optionalText,
  'code?': () => optionalText,
  'quantity?': () => integer.nullable(),
  'time?': () => optionalText,
} satisfies { [Kind in keyof FieldValues]: () => z.ZodType<FieldValues[Kind]> }
