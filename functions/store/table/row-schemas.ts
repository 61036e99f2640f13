import * as z from 'zod'
import type { FieldValues } from '../../domain/fields'
import { amountPattern } from '../../domain/orders/money'

const text = () => z.string()
const optionalText = () => z.string().nullable()
const integer = () => z.int()

/** What a row has of a field, by its kind. Rows were checked when they came: a row that does not match is damaged. */
export const rowSchemas = {
  text,
  code: text,
  time: text,
  quantity: integer,
  positive: integer,
  count: integer,
  'text?': optionalText,
  'code?': optionalText,
  'time?': optionalText,
  'date?': optionalText,
  'currency?': optionalText,
  'email?': optionalText,
  'amount?': () => z.string().regex(amountPattern).nullable(),
  'quantity?': () => z.int().nullable(),
} satisfies { [Kind in keyof FieldValues]: () => z.ZodType<FieldValues[Kind]> }
