import * as z from 'zod'
import { openJwtVerifier } from './jwt'

/**
 * Who signs people in. `audience`: that of our API in access tokens of RFC 9068. Null for Amazon Cognito: its access
 * tokens have none, and say by `token_use` what they are (its developer guide, "Understanding the access token").
 */
export type Provider = { issuer: string; clientId: string; audience: string | null }

/** `expiresAt`: in epoch seconds. */
type AccessToken = { issuer: string; subject: string; expiresAt: number }

/** Null for what is no valid access token of ours. Throws where the provider's keys are needed and cannot be read. */
export type VerifyAccessToken = (token: string) => Promise<AccessToken | null>

const Claims = z.object({ sub: z.string().min(1), exp: z.number() })

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
    return data ? { issuer, subject: data.sub, expiresAt: data.exp } : null
  }
}
