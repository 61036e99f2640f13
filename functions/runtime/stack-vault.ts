import { env } from './env'
import { openVault } from './vault'

/** Of the functions that show a secret. */
export const vault = openVault(env.WEBHOOK_KEY ?? '')
