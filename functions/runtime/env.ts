import * as z from 'zod'

const functionName = z.string().min(1).optional()

/** What functions are told by the stack: the names of other functions only where they have those run. Parsed once, at the start. */
export const env = z
  .object({
    TABLE_NAME: z.string().min(1),
    COMPACTION_FUNCTION: functionName,
    RESTORE_FUNCTION: functionName,
    SNAPSHOT_FUNCTION: functionName,
  })
  .parse(process.env)
