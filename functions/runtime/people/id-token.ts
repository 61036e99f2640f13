import * as z from 'zod'
import { isAccessTokenType, type Provider } from './access-token'
import { openJwtVerifier } from './jwt'

/** Who has signed in, as the provider tells the client. `email`: null where the provider has not verified it. */
type Identity = { issuer: string; subject: string; email: string | null }

/** Null for what is no valid ID token of ours. Throws where the provider's keys are needed and cannot be read. */
export type VerifyIdToken = (token: string) => Promise<Identity | null>

const Claims = z.object({
  sub: z.string().min(1),
  azp: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.unknown().optional(),
})

/** OpenID Connect Core 1.0, section 3.1.3.7. Its nonce is for the client to check. */
export function openIdVerifier({ issuer, clientId }: Provider): VerifyIdToken {
  const verify = openJwtVerifier({
    issuer,
    audience: clientId,
    isWanted: (type, { token_use = 'id' }) => token_use === 'id' && !isAccessTokenType(type),
  })
  return async (token) => {
    const { data } = Claims.safeParse(await verify(token))
    if (!data || (data.azp !== undefined && data.azp !== clientId)) return null
    const { sub: subject, email, email_verified } = data
    return { issuer, subject, email: email_verified === true && email !== undefined ? email : null }
  }
}
