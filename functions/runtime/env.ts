import * as z from 'zod'

const functionName = z.string().min(1).optional()

/** Set by the stack, parsed once at the start. A function has only the names of the functions that it starts. */
export const env = z
  .object({
    TABLE_NAME: z.string().min(1),
    COMPACTION_FUNCTION: functionName,
    RESTORE_FUNCTION: functionName,
    SNAPSHOT_FUNCTION: functionName,
  })
  .parse(process.env)
