import * as z from 'zod'

const OneOrMany = z.union([z.string(), z.array(z.string())])

/** A policy statement of a template or an authorizer, with its intrinsic functions resolved. */
export const Statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: OneOrMany,
  Resource: OneOrMany,
  Condition: z.record(z.string(), z.record(z.string(), OneOrMany)).optional(),
})
export type Statement = z.infer<typeof Statement>
