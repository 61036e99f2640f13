import { JwtVerifier } from 'aws-jwt-verify'
import { JwksValidationError, JwtBaseError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model'
import * as z from 'zod'

/** `isWanted`: whether a token is for this use. One for another use, or of another client, is signed as well. */
type Wanted = { issuer: string; audience: string | null; isWanted: (type: string, payload: JwtPayload) => boolean }

/** Null for what is no valid token. Throws where the provider's keys are needed and cannot be read. */
export type VerifyJwt = (token: string) => Promise<JwtPayload | null>

/** The keys are read at the first token, and again at a token that names an unknown one, at most every ten seconds. */
export function openJwtVerifier(wanted: Wanted): VerifyJwt {
  let opening: Promise<Verifier> | undefined
  const open = () => {
    opening ??= createVerifier(wanted)
    opening.catch(() => {
      opening = undefined // the next token tries again
    })
    return opening
  }
  return async (token) => {
    if (token.split('.').length !== 3) return null
    const verifier = await open()
    try {
      return await verifier.verify(token, { audience: wanted.audience })
    } catch (error) {
      if (error instanceof JwtBaseError && !(error instanceof JwksValidationError)) return null
      throw error
    }
  }
}

const Configuration = z.object({ issuer: z.string(), jwks_uri: z.string() })

type Verifier = Awaited<ReturnType<typeof createVerifier>>

async function createVerifier({ issuer, isWanted }: Wanted) {
  // OpenID Connect Discovery 1.0, section 4.
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const configuration = Configuration.parse(JSON.parse(Buffer.from(await read(url)).toString()))
  if (configuration.issuer !== issuer) throw new Error(`${url} is of another issuer: ${configuration.issuer}`)
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: read } })
  const customJwtCheck = ({ header, payload }: { header: JwtHeader; payload: JwtPayload }) => {
    if (!isWanted(String(header.typ), payload)) throw new WrongToken('it is for another use')
  }
  return JwtVerifier.create({ issuer, jwksUri: configuration.jwks_uri, customJwtCheck }, { jwksCache })
}

class WrongToken extends JwtBaseError {}

const readMs = 3_000

/** Its errors are no `JwtBaseError`: that the provider cannot be reached says nothing about a token. */
async function read(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(readMs) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.arrayBuffer()
}
