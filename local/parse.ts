import * as z from 'zod'

/** Throws an error that names `source` and what does not fit. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown, source: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(`${source} is not as expected:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
