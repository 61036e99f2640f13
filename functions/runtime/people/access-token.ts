import * as z from 'zod'
import { hasSecondFactor } from '../../domain/companies/sign-in'
import { openJwtVerifier } from './jwt'

/**
 * Who signs people in. `audience`: that of our API in access tokens of RFC 9068. Null for Amazon Cognito: its access
 * tokens have none, and say by `token_use` what they are (its developer guide, "Understanding the access token").
 */
export type Provider = { issuer: string; clientId: string; audience: string | null }

/** Times are in epoch seconds. `authTime`: when the person has signed in; null where the provider does not say it. */
type AccessToken = {
  issuer: string
  subject: string
  expiresAt: number
  authTime: number | null
  hasSecondFactor: boolean
}

/** Null for what is no valid access token of ours. Throws where the provider's keys are needed and cannot be read. */
export type VerifyAccessToken = (token: string) => Promise<AccessToken | null>

/** The last two are those of OpenID Connect Core, section 2. In another form, they say nothing. */
const Claims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  auth_time: z.int().nonnegative().nullable().catch(null),
  amr: z.array(z.string()).catch([]),
})

/** Of RFC 9068, by the type in its header. */
export function isAccessTokenType(type: string): boolean {
  return /^(application\/)?at\+jwt$/i.test(type)
}

export function openVerifier({ issuer, clientId, audience }: Provider): VerifyAccessToken {
  const verify = openJwtVerifier({
    issuer,
    audience,
    isWanted: (type, { token_use, client_id }) =>
      client_id === clientId && (audience === null ? token_use === 'access' : isAccessTokenType(type)),
  })
  return async (token) => {
    const { data } = Claims.safeParse(await verify(token))
    if (!data) return null
    const { sub: subject, exp: expiresAt, auth_time, amr } = data
    // Nobody signs in after the token's end: that would be milliseconds.
    const authTime = auth_time !== null && auth_time <= expiresAt ? auth_time : null
    return { issuer, subject, expiresAt, authTime, hasSecondFactor: hasSecondFactor(amr) }
  }
}
