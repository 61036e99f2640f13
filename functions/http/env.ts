import { z } from 'zod'

/** What functions are told by the stack: the second only those that ask for compactions. Parsed once, when the function starts. */
export const env = z
  .object({ TABLE_NAME: z.string().min(1), COMPACTION_FUNCTION: z.string().min(1).optional() })
  .parse(process.env)
