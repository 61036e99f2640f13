import * as z from 'zod'
import type { FieldValues } from '../domain/fields'
import { code, quantity, queryText, text, timestamp } from './fields'

type Kind = keyof FieldValues
type Sized = { max: number }

/** What an answer has of a field, by its kind. */
export const answerSchemas = {
  text: () => z.string(),
  code: () => z.string(),
  quantity: () => z.int(),
  count: () => z.int(),
  time: () => timestamp,
  'text?': () => z.string().nullable(),
  'code?': () => z.string().nullable(),
  'quantity?': () => z.int().nullable(),
  'time?': () => timestamp.nullable(),
} satisfies { [Each in Kind]: () => z.ZodType<FieldValues[Each]> }

/** What a request may set a field to, by its kind. */
export const requestSchemas = {
  text: ({ max }: Sized) => text(max),
  code: ({ max }: Sized) => code(max),
  quantity: () => quantity,
  'text?': ({ max }: Sized) => text(max).nullable(),
  'code?': ({ max }: Sized) => code(max).nullable(),
  'quantity?': () => quantity.nullable(),
} satisfies { [Each in Kind]?: (field: Sized) => z.ZodType<FieldValues[Each]> }

/** The same of a new row: what may be unset is null where it is left out, and a quantity is 0. */
export const creationSchemas = {
  ...requestSchemas,
  quantity: () => quantity.default(0),
  'text?': (field: Sized) => requestSchemas['text?'](field).default(null),
  'code?': (field: Sized) => requestSchemas['code?'](field).default(null),
  'quantity?': () => requestSchemas['quantity?']().default(null),
}

/** What a list of the rows that have a value in a field may ask for. */
export const filterSchemas = {
  code: ({ max }: Sized) => queryText(max).optional(),
  'text?': ({ max }: Sized) => queryText(max).optional(),
  'code?': ({ max }: Sized) => queryText(max).optional(),
}
