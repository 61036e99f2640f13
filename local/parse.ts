import * as z from 'zod'

/** The value as the schema describes it. One that does not fit is an error, which says what `source` lacks. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown, source: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(`${source} is not as expected:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
