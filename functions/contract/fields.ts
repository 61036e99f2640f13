import * as z from 'zod'
import { listWords } from '../domain/fold'
import { maxQuantity } from '../domain/stock/movement'

// A message is the predicate of a sentence whose subject is the field. contract/input-refusal.ts makes the sentence.

/** The most words of a search: each is looked for in all rows. */
const maxWords = 8
/** The most UTF-16 units of a character before NFC. A longer text is refused first: normalizing it can take long. */
const unitsPerCharacter = 8

/**
 * A trimmed, NFC-normalised string of 1 to `maxLength` code points without control characters. With `lines`, it may
 * have line breaks, which become `\n`.
 */
export function text(maxLength: number, { lines = false }: { lines?: boolean | undefined } = {}) {
  const tooLong = `must be at most ${maxLength} characters long`
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .meta({ minLength: 1, maxLength })
    .transform((value) => (lines ? value.replace(/\r\n?/g, '\n') : value).trim())
    .refine((value) => value.length <= maxLength * unitsPerCharacter, { error: tooLong, abort: true })
    .transform((value) => value.normalize('NFC'))
    .pipe(
      // All at once: `.refine` copies the schema each time, and each function builds its schemas when it starts.
      z.string().check(
        z.refine((value) => value !== '', 'must not be empty'),
        z.refine((value) => [...value].length <= maxLength, tooLong),
        z.refine((value) => !(lines ? /[^\P{Cc}\n]/u : /\p{Cc}/u).test(value), 'must not contain control characters'),
        z.refine((value) => !isInvisible.test(value), 'must have a visible character'),
        z.refine(isIntact, 'must be well-formed Unicode'),
      ),
    )
}

/** A text of spaces and of characters that nobody sees: zero-width, bidirectional controls, fillers, blank Braille. */
const isInvisible = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+$/u

/** A text that is compared as a whole, such as a SKU: two that look the same are the same. */
export function code(maxLength: number) {
  return text(maxLength).refine(
    (value) => !/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(value),
    'must not contain invisible characters',
  )
}

/** False where text was lost: half a surrogate pair, or U+FFFD, which replaces bytes that are not UTF-8. */
function isIntact(value: string): boolean {
  return value.isWellFormed() && !value.includes('\ufffd')
}

const naturalNumber = 'must be a positive integer'

/** A whole number from 0 to 2 147 483 647. The spec calls it a positive integer, but its default is 0. */
export const quantity = z
  .int({ error: naturalNumber })
  .min(0, { error: naturalNumber })
  .max(maxQuantity, { error: `must be at most ${maxQuantity}` })
  .transform((value) => value + 0) // turns -0 into 0

export const positive = z
  .int({ error: (issue) => (issue.input === undefined ? 'is required' : naturalNumber) })
  .min(1, { error: naturalNumber })
  .max(maxQuantity, { error: `must be at most ${maxQuantity}` })

/** An id in a path: a prefix and a ULID. With `numbered`, two digits follow: the number of a log row. */
export function id(prefix: string, { numbered = false } = {}) {
  return z.string().regex(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}${numbered ? '\\d{2}' : ''}$`))
}

/** An id outside a path. Its format is not checked: an id that cannot exist is treated as one that does not exist. */
export const anyId = text(100)

export const optionalId = anyId.nullable().default(null)

/** A text that may be left out, or unset with null. */
export function optionalText(maxLength: number, options?: Parameters<typeof text>[1]) {
  return text(maxLength, options).nullable().default(null)
}

/** A field that clients get and may send back, but not change: an operation compares it. */
export const readOnly = z.unknown().optional()

export function makeReadOnly<const Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, readOnly])) as Record<Name, typeof readOnly>
}

export const timestamp = z.iso.datetime({ precision: 3 })

const notATime = 'must be an ISO 8601 time such as 2026-03-14T12:00:00Z (in a query, + is %2B)'

/**
 * An ISO 8601 time with `Z` or an offset, extended or basic, with or without seconds. The output is in epoch
 * milliseconds.
 */
export const instant = z
  .string({ error: notATime })
  .meta({ format: 'date-time' })
  .transform((value) => toExtended(value))
  .pipe(z.iso.datetime({ offset: true, error: notATime }))
  .transform((value) => Date.parse(value))
  // Converted to UTC, a time can fall outside the years with four digits.
  .refine((at) => /^\d{4}-/.test(new Date(at).toISOString()), { error: notATime })

/** `20260314T1200+01` as `2026-03-14T12:00+01:00`, which zod and `Date.parse` take. Any other text stays what it is. */
function toExtended(value: string): string {
  const match =
    /^(\d{4})-?(\d{2})-?(\d{2})[Tt](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?(?:([Zz])|([+-]\d{2})(?::?(\d{2}))?)$/.exec(
      value,
    )
  if (!match) return value
  const [, year, month, day, hour, minute, second = '00', fraction, utc, hours, minutes = '00'] = match
  const milliseconds = fraction === undefined ? '' : `.${fraction.slice(0, 9)}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${milliseconds}${utc ? 'Z' : `${hours}:${minutes}`}`
}

export const date = z.iso.date({ error: 'must be a date such as 2026-03-14' })

export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const message = `must be one of ${words.join(', ')}`
  return z.enum(words, { error: (issue) => (issue.input === undefined ? 'is required' : message) })
}

/** `hint` says what to do with more than `max` rows. */
export function rows<Row extends z.ZodType>(row: Row, max: number, hint: string) {
  return z
    .array(row, { error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list') })
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} rows; ${hint}` })
}

/** A list that may be left out. Clients of some languages send null for what a program does not set. */
export function optionalList<List extends z.ZodType>(list: List) {
  return list
    .nullable()
    .optional()
    .transform((value) => value ?? undefined)
}

/** A list that is `usual` where it is left out or null. */
export function usualList<Row>(list: z.ZodType<Row[]>, usual: NoInfer<Row>[]) {
  return list
    .nullable()
    .transform((value) => value ?? usual)
    .default(usual)
}

/** A text that selects rows. */
export function queryText(maxLength: number) {
  return text(maxLength).meta(describeInUrl(maxLength))
}

/** The pattern tells clients what `text` refuses. */
function describeInUrl(maxLength: number) {
  const pattern = '^[^\\x00-\\x1F\\x7F-\\x9F]*$'
  return { inUrl: { type: 'string', minLength: 1, maxLength, pattern } }
}

/** The words that a list is searched for. */
export const querySearch = text(200)
  .refine((search) => listWords(search).length <= maxWords, { error: `must have at most ${maxWords} words` })
  .meta(describeInUrl(200))

/** `inUrl` is what the parameter is to clients: in a URL, it is a text. */
export function queryInteger(min: number, max: number) {
  const message = `must be an integer from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,10}$/, { error: message })
    .meta({ inUrl: { type: 'integer', minimum: min, maximum: max } })
    .transform(Number)
    .pipe(z.number().min(min, { error: message }).max(max, { error: message }))
}

/** Ids, separated by commas. Like any id outside a path, one that cannot exist selects nothing. */
export function queryIds(max: number) {
  return z
    .string()
    .regex(new RegExp(`^[^,\\s]+(,[^,\\s]+){0,${max - 1}}$`), {
      error: `must have 1 to ${max} ids, separated by commas`,
    })
    .transform((value) => [...new Set(value.split(','))])
}

/** Words, separated by commas. */
export function queryList<Word extends string>(words: readonly Word[]) {
  const message = `must be one or more of ${words.join(', ')}, separated by commas`
  const word = `(${words.map((each) => each.replace(/[.*]/g, '\\$&')).join('|')})`
  return z
    .string()
    .regex(new RegExp(`^${word}(,${word})*$`), { error: message })
    .transform((value) => value.split(',') as Word[])
}

export const queryBoolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .meta({ inUrl: { type: 'boolean' } })
  .transform((value) => value === 'true')

/** Uses `many` for what `isMany`, otherwise `one`. So an error describes the form that the client used. */
export function oneOrMany<One extends z.ZodType, Many extends z.ZodType>(
  isMany: (value: object) => boolean,
  one: One,
  many: Many,
) {
  return z.preprocess(
    (value, context) => {
      const meant = typeof value === 'object' && value !== null && isMany(value) ? many : one
      for (const { path, message, ...issue } of meant.safeParse(value).error?.issues ?? [])
        context.issues.push({ ...issue, path: [...path], message, input: value } as z.core.$ZodRawIssue)
      return value
    },
    z.union([one, many]),
  )
}
