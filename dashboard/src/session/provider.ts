import * as oauth from 'oauth4webapi'
import { dashboardUrl } from './address'
import { texts } from './texts'

// What is said to the provider of sign-in, and what it answers: code and PKCE, renewal, and the end.

/** What the function that serves the page has written into it. */
const provider: { issuer: string; clientId: string; audience: string | null } = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=sign-in]')?.content ?? '{}',
)

/** Where this tab keeps who has signed in at it. */
export const userPlace = `oidc.user:${provider.issuer}:${provider.clientId}`

/** Its answers come from itself, just now: a clock of this machine that is wrong keeps nobody out. */
const client = { client_id: provider.clientId, [oauth.clockTolerance]: Number.MAX_SAFE_INTEGER }

/** A provider of this machine has no certificate. The policy of the page says whom it may ask. */
const options = { [oauth.allowInsecureRequests]: true }

/** A provider with an audience of its own gives a token for renewal when it is asked for `offline_access`. */
const scope = provider.audience === null ? 'openid email' : 'openid email offline_access'

/** Who has signed in: the tokens, when the first of them expires, in epoch seconds, and what the ID token says. */
export type User = {
  access_token: string
  refresh_token?: string
  id_token: string
  expires_at?: number
  profile: { sub: string; email?: string; auth_time?: number }
}

/** A sign-in that has begun, which the answer must belong to. `url`: the page to go on with. */
export type Begun = { state: string; verifier: string; url: string }

/** What the provider is asked for beside. */
export type Asked = { max_age?: string; prompt?: string; login_hint?: string }

let metadata: Promise<oauth.AuthorizationServer> | null = null

/** Asks once where its addresses are. */
function findProvider(): Promise<oauth.AuthorizationServer> {
  metadata ??= discover().catch((error) => {
    metadata = null
    throw error
  })
  return metadata
}

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer)
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
}

/** The address at which somebody signs in, and what is to be kept until they come back from there. */
export async function beginSignIn(asked: Asked): Promise<{ address: string; begun: Begun }> {
  const { authorization_endpoint = '' } = await findProvider()
  const begun = { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier(), url: location.href }
  const address = addQuery(authorization_endpoint, {
    client_id: provider.clientId,
    redirect_uri: dashboardUrl,
    response_type: 'code',
    scope,
    state: begun.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    ...(provider.audience !== null && { audience: provider.audience }),
    ...asked,
  })
  return { address, begun }
}

/** Takes what the provider has sent back with. Throws where it refuses, or answers what this tab has not begun. */
export async function endSignIn(given: URLSearchParams, begun: Begun | null): Promise<User> {
  const as = await findProvider()
  try {
    const answered = oauth.validateAuthResponse(as, client, given, begun?.state ?? oauth.expectNoState)
    const [ours, verifier] = [oauth.None(), begun?.verifier ?? '']
    const sent = oauth.authorizationCodeGrantRequest(as, client, ours, answered, dashboardUrl, verifier, options)
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, await sent, { requireIdToken: true })
    return readTokens(tokens)
  } catch (error) {
    const isRefusal = error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError
    throw isRefusal ? new Error(error.error_description ?? error.error) : error
  }
}

/** Null where the provider refuses. Throws where it is away. */
export async function renewUser(user: User): Promise<User | null> {
  const as = await findProvider()
  const sent = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), user.refresh_token ?? '', options)
  try {
    return readTokens(await oauth.processRefreshTokenResponse(as, client, sent), user)
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return null
    throw error
  }
}

/** `before`: whose tokens were renewed. What the provider does not send anew stays. */
function readTokens(tokens: oauth.TokenEndpointResponse, before?: User): User {
  const { access_token, expires_in, refresh_token = before?.refresh_token, id_token = before?.id_token ?? '' } = tokens
  const profile = (oauth.getValidatedIdTokenClaims(tokens) ?? before?.profile ?? { sub: '' }) as User['profile']
  if (before && isOther(profile, before.profile)) throw new Error(texts.renewedOther)
  return {
    access_token,
    id_token,
    profile,
    ...(refresh_token !== undefined && { refresh_token }),
    ...(expires_in !== undefined && { expires_at: Math.floor(Date.now() / 1_000) + expires_in }),
  }
}

/** A renewal is of the same person, and the same sign-in. */
function isOther(now: User['profile'], before: User['profile']): boolean {
  const { auth_time = now.auth_time } = before
  return now.sub !== before.sub || (now.auth_time !== undefined && now.auth_time !== auth_time)
}

/** Ends what a token for renewal is good for. */
export async function revoke({ refresh_token }: User): Promise<void> {
  if (refresh_token !== undefined)
    await oauth.revocationRequest(await findProvider(), client, oauth.None(), refresh_token, {
      ...options,
      additionalParameters: { token_type_hint: 'refresh_token' },
    })
}

/** Where the session at the provider ends, which leads back to the dashboard. Else the dashboard itself. */
export async function findSignOut(user: User | null): Promise<string> {
  const { end_session_endpoint = dashboardUrl } = await findProvider()
  // The names of Cognito beside those of the standard.
  const back = { client_id: provider.clientId, logout_uri: dashboardUrl, post_logout_redirect_uri: dashboardUrl }
  return addQuery(end_session_endpoint, { ...(user && { id_token_hint: user.id_token }), ...back })
}

function addQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
