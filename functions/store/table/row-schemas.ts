import * as z from 'zod'
import type { Field, FieldValues } from '../../domain/fields'
import { amountPattern } from '../../domain/orders/money'

const text = () => z.string()
const integer = () => z.int()

/** A row of an earlier version does not have what came later: there it is null. */
function makeOptional<Schema extends z.ZodType>(schema: Schema) {
  return ({ since = 1 }: Field<string> & { since?: number }): z.ZodType<z.infer<Schema> | null> =>
    since > 1 ? schema.nullable().default(null) : schema.nullable()
}
const optionalText = makeOptional(z.string())

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
  'amount?': makeOptional(z.string().regex(amountPattern)),
  'quantity?': makeOptional(z.int()),
} satisfies { [Kind in keyof FieldValues]: (field: Field<string>) => z.ZodType<FieldValues[Kind]> }
