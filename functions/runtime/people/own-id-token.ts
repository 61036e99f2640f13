import { env } from '../env'
import { openIdVerifier } from './id-token'

/** Of the provider of the stack. Without one, no token is valid. */
export const verifyIdToken = env.PEOPLE ? openIdVerifier(env.PEOPLE) : async () => null
