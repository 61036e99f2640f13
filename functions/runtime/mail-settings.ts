import { env } from './env'

/** False where the stack has no sender: then nobody can choose alerts. */
export const sendsMail = env.MAIL_FROM !== undefined
