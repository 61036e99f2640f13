import { JwtVerifier } from 'aws-jwt-verify'
import { JwksValidationError, JwtBaseError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import * as z from 'zod'

/**
 * Who signs people in. `audience`: that of our API in access tokens of RFC 9068. Null for Amazon Cognito: its access
 * tokens have none, and say by `token_use` what they are (its developer guide, "Understanding the access token").
 */
export type Provider = { issuer: string; clientId: string; audience: string | null }

/** `expiresAt`: in epoch seconds. */
type AccessToken = { issuer: string; subject: string; expiresAt: number }

/** Null for what is no valid access token of ours. Throws where the provider's keys are needed and cannot be read. */
export type VerifyAccessToken = (token: string) => Promise<AccessToken | null>

/** The keys are read at the first token, and again at a token that names an unknown one, at most every ten seconds. */
export function openVerifier(provider: Provider): VerifyAccessToken {
  const { issuer, audience } = provider
  let opening: Promise<Verifier> | undefined
  const open = () => {
    opening ??= createVerifier(provider)
    opening.catch(() => {
      opening = undefined // the next token tries again
    })
    return opening
  }
  return async (token) => {
    if (!isJwt(token)) return null
    const verifier = await open()
    try {
      const { sub, exp } = Claims.parse(await verifier.verify(token, { audience }))
      return { issuer, subject: sub, expiresAt: exp }
    } catch (error) {
      const isOfToken = error instanceof JwtBaseError && !(error instanceof JwksValidationError)
      if (isOfToken || error instanceof z.ZodError) return null
      throw error
    }
  }
}

const Claims = z.object({ sub: z.string().min(1), exp: z.number() })
const Configuration = z.object({ issuer: z.string(), jwks_uri: z.string() })

type Verifier = Awaited<ReturnType<typeof createVerifier>>

async function createVerifier({ issuer, clientId, audience }: Provider) {
  // OpenID Connect Discovery 1.0, section 4.
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const configuration = Configuration.parse(JSON.parse(Buffer.from(await read(url)).toString()))
  if (configuration.issuer !== issuer) throw new Error(`${url} is of another issuer: ${configuration.issuer}`)
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: read } })
  return JwtVerifier.create(
    {
      issuer,
      jwksUri: configuration.jwks_uri,
      customJwtCheck: ({ header, payload }) => requireAccessToken(header.typ, payload, { clientId, audience }),
    },
    { jwksCache },
  )
}

class WrongToken extends JwtBaseError {}

/** A token for another use, or of another client, has a valid signature, too. */
function requireAccessToken(
  type: unknown,
  { client_id, token_use }: Record<string, unknown>,
  { clientId, audience }: Omit<Provider, 'issuer'>,
): void {
  const isAccessToken = audience === null ? token_use === 'access' : /^(application\/)?at\+jwt$/i.test(String(type))
  if (!isAccessToken) throw new WrongToken('it is no access token')
  if (client_id !== clientId) throw new WrongToken('it is of another client')
}

const readMs = 3_000

/** Its errors are no `JwtBaseError`: that the provider cannot be reached says nothing about a token. */
async function read(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(readMs) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.arrayBuffer()
}

function isJwt(token: string): boolean {
  return token.split('.').length === 3
}
