import { z } from 'zod'
import { maxQuantity } from '../domain/item'

// A message is the predicate of a sentence whose subject is the field: see problem.ts.

/** No character takes more UTF-16 units before NFC than this: a longer text is refused unnormalized, since that can take long. */
const unitsPerCharacter = 8

/** A trimmed, NFC-normalised string of 1 to `maxLength` code points without control characters. */
export function text(maxLength: number) {
  const tooLong = `must be at most ${maxLength} characters long`
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .meta({ minLength: 1, maxLength })
    .transform((value) => value.trim())
    .refine((value) => value.length <= maxLength * unitsPerCharacter, { error: tooLong, abort: true })
    .transform((value) => value.normalize('NFC'))
    .pipe(
      z
        .string()
        .refine((value) => value !== '', 'must not be empty')
        .refine((value) => [...value].length <= maxLength, tooLong)
        .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters')
        .refine(isIntact, 'must be well-formed Unicode'),
    )
}

/** False where something was lost on the way: half a surrogate pair, or U+FFFD, which stands for bytes that were no UTF-8. */
function isIntact(value: string): boolean {
  return value.isWellFormed() && !value.includes('\ufffd')
}

const naturalNumber = 'must be a positive integer'

/** A whole number from 0 to 2 147 483 647. The spec calls it a positive integer, its default being 0. */
export const quantity = z
  .int({ error: naturalNumber })
  .min(0, { error: naturalNumber })
  .max(maxQuantity, { error: `must be at most ${maxQuantity}` })
  .transform((value) => value + 0) // -0 is not a quantity

/** An opaque id: a prefix and a ULID. */
export function id(prefix: string) {
  return z.string().regex(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`))
}

export const timestamp = z.iso.datetime({ precision: 3 })

/** A whole number in a query string. */
export function queryInteger(min: number, max: number) {
  const message = `must be an integer from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,10}$/, { error: message })
    .transform(Number)
    .pipe(z.number().min(min, { error: message }).max(max, { error: message }))
}

export const queryBoolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
