import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import Provider, { type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import { audience, clientId } from './client'
import { askSignOut, showError, showSignIn } from './page'

const hour = 3_600
const day = 24 * hour

/** As strict as a provider on the Internet, but that nobody has a password. */
export function createProvider(issuer: string, keys: JWK[]): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/dashboard'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false, // else, the address is told by another request
    ttl: { AccessToken: hour, IdToken: hour, Interaction: hour, Session: day, Grant: day, RefreshToken: day },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: askSignOut },
      resourceIndicators,
    },
    renderError: showError,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => describe(sub) }),
    clientBasedCORS: (_, origin) => isHere(new URL(origin)),
    issueRefreshToken: async () => true,
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    loadExistingGrant: grantAll,
    extraTokenClaims: (ctx, { extra }) => extra ?? describeSignIn(findGranted(ctx)?.authTime),
  })
  // At whatever port the service or a server of the dashboard's developers listens.
  provider.Client.prototype.redirectUriAllowed = isDashboardHere
  provider.Client.prototype.postLogoutRedirectUriAllowed = isDashboardHere
  provider.use(showSignIn(provider))
  provider.use(answerTokens(provider))
  return provider
}

function isDashboardHere(uri: string): boolean {
  const url = new URL(uri)
  return isHere(url) && url.pathname.endsWith('/dashboard')
}

function isHere({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname)
}

type Features = NonNullable<Configuration['features']>

/** Without a resource, access tokens would be opaque. */
const resourceIndicators: Features['resourceIndicators'] = {
  enabled: true,
  defaultResource: () => audience,
  useGrantedResource: () => true,
  getResourceServerInfo: () => ({ scope: 'offline_access', audience, accessTokenFormat: 'jwt' }),
}

/** Our own client needs nobody's consent. */
const grantAll: NonNullable<Configuration['loadExistingGrant']> = async ({ oidc }) => {
  const { client, session, provider } = oidc
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
  grant.addOIDCScope('openid offline_access email')
  grant.addResourceScope(audience, 'offline_access')
  await grant.save()
  return grant
}

/** Of the person: the subject is the address. */
function describe(sub: string) {
  return { sub, email: sub, email_verified: true }
}

const findGranted = ({ oidc: { entities } }: KoaContextWithOIDC) => entities.AuthorizationCode ?? entities.RefreshToken

/** Of an access token. Whoever signs in here counts as one with two factors. */
function describeSignIn(auth_time: number | undefined, amr = 'mfa') {
  return { auth_time, amr: amr.split(' ') }
}

/**
 * `POST /tokens`, with `email`, answers tokens without a browser: for curl and for tests. `auth_time` and `amr`, where
 * they are sent, are those of the access token. An empty `auth_time` is none.
 */
function answerTokens(provider: Provider): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    if (ctx.path !== '/tokens' || ctx.method !== 'POST') return next()
    const sent = new URLSearchParams(await text(ctx.req))
    const accountId = sent.get('email') ?? ''
    const authTime = Number(sent.get('auth_time') ?? Math.floor(Date.now() / 1_000)) || undefined
    const extra = describeSignIn(authTime, sent.get('amr') ?? undefined)
    const client = await provider.Client.find(clientId)
    if (!client) throw new Error('the provider has lost its client')
    const grantId = await new provider.Grant({ clientId, accountId }).save()
    const resourceServer = new provider.ResourceServer(audience, { scope: '', audience, accessTokenFormat: 'jwt' })
    const token = new provider.AccessToken({ client, accountId, grantId, gty: 'local', resourceServer, extra })
    const idToken = Object.assign(new provider.IdToken(describe(accountId), { client }), { scope: 'openid email' })
    ctx.body = { token: await token.save(), id_token: await idToken.issue({ use: 'idtoken' }) }
  }
}
