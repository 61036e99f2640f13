import { z } from 'zod'

/** What every function is told by the stack. Parsed once, when the function starts. */
export const env = z.object({ TABLE_NAME: z.string().min(1) }).parse(process.env)
