import * as z from 'zod'
import type { FieldValues } from '../domain/fields'
import { amountPattern } from '../domain/orders/money'
import { code, date, positive, quantity, queryText, text, timestamp } from './fields'

type Kind = keyof FieldValues
type Sized = { max: number; lines?: true }

const optional = () => z.string().nullable()

/** What an answer has of a field, by its kind. */
export const answerSchemas = {
  text: () => z.string(),
  code: () => z.string(),
  quantity: () => z.int(),
  positive: () => z.int(),
  count: () => z.int(),
  time: () => timestamp,
  'text?': optional,
  'code?': optional,
  'date?': optional,
  'currency?': optional,
  'email?': optional,
  'amount?': optional,
  'quantity?': () => z.int().nullable(),
  'time?': () => timestamp.nullable(),
} satisfies { [Each in Kind]: () => z.ZodType<FieldValues[Each]> }

const emailPattern = /^[^\s@]+@[^\s@]+$/
const emailAddress = text(254)
  .refine((value) => emailPattern.test(value), 'must be an email address')
  .meta({ pattern: emailPattern.source })

const currency = z
  .string({ error: 'must be an ISO 4217 code such as EUR' })
  .refine((code) => listCurrencies().has(code), 'must be an ISO 4217 code such as EUR')
  .meta({ pattern: '^[A-Z]{3}$' })

let known: Set<string> | undefined
function listCurrencies(): Set<string> {
  known ??= new Set(Intl.supportedValuesOf('currency'))
  return known
}

const amount = z
  .string({ error: 'must be a decimal string such as "2.50"' })
  .regex(amountPattern, { error: 'must be a decimal string such as "2.50", with at most 12 digits and 6 decimals' })

/** What a request may set a field to, by its kind. */
export const requestSchemas = {
  text: ({ max }: Sized) => text(max),
  code: ({ max }: Sized) => code(max),
  quantity: () => quantity,
  positive: () => positive,
  'text?': ({ max, lines }: Sized) => text(max, { lines }).nullable(),
  'date?': () => date.nullable(),
  'currency?': () => currency.nullable(),
  'email?': () => emailAddress.nullable(),
  'amount?': () => amount.nullable(),
  'code?': ({ max }: Sized) => code(max).nullable(),
  'quantity?': () => quantity.nullable(),
} satisfies { [Each in Kind]?: (field: Sized) => z.ZodType<FieldValues[Each]> }

/** The same of a new row: what may be unset is null where it is left out, and a quantity is 0. */
export const creationSchemas = {
  ...requestSchemas,
  quantity: () => quantity.default(0),
  'text?': (field: Sized) => requestSchemas['text?'](field).default(null),
  'date?': () => requestSchemas['date?']().default(null),
  'currency?': () => requestSchemas['currency?']().default(null),
  'email?': () => requestSchemas['email?']().default(null),
  'amount?': () => requestSchemas['amount?']().default(null),
  'code?': (field: Sized) => requestSchemas['code?'](field).default(null),
  'quantity?': () => requestSchemas['quantity?']().default(null),
}

/** What a list of the rows that have a value in a field may ask for. */
export const filterSchemas = {
  code: ({ max }: Sized) => queryText(max).optional(),
  'text?': ({ max }: Sized) => queryText(max).optional(),
  'code?': ({ max }: Sized) => queryText(max).optional(),
}
