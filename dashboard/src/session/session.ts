import * as oidc from 'oidc-client-ts'
import { makeObserved } from '../browser/observed'
import { isUnkept, tabStorage } from '../browser/storage'
import { dashboardUrl } from './address'
import { texts } from './texts'

type Provider = { issuer: string; clientId: string; audience: string | null }

/** What the function that serves the page has written into it. */
const provider: Provider = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=sign-in]')?.content ?? '{}')

/** A provider with an audience of its own gives a token for renewal when it is asked for `offline_access`. */
const scope = provider.audience === null ? 'openid email' : 'openid email offline_access'

/** Sign-in by code and PKCE. Tokens are in the storage of this tab alone, and are renewed before they expire. */
const manager = new oidc.UserManager({
  authority: provider.issuer,
  client_id: provider.clientId,
  redirect_uri: dashboardUrl,
  post_logout_redirect_uri: dashboardUrl,
  scope,
  ...(provider.audience !== null && { extraQueryParams: { audience: provider.audience } }),
  userStore: new oidc.WebStorageStateStore({ store: tabStorage }),
  stateStore: new oidc.WebStorageStateStore({ store: tabStorage }),
  automaticSilentRenew: false,
  monitorSession: false,
})
manager.events.addAccessTokenExpiring(() => void renewToken().catch(() => {})) // who needs it asks again

/** True when the service takes no token of this tab any more. */
export const isSignedOut = makeObserved(false)

/** True when the service wants a second factor of this owner. */
export const isFactorMissing = makeObserved(false)

/**
 * Goes to the provider. Afterwards, the page that is open now is open again, with what was typed. Throws where the
 * browser keeps nothing: the page would not know the provider's answer.
 */
export async function signIn(asked: oidc.ExtraSigninRequestArgs = {}): Promise<void> {
  tabStorage.setItem('probe', '')
  tabStorage.removeItem('probe')
  if (isUnkept.get()) throw new Error(texts.keepsNothing)
  return manager.signinRedirect({ ...asked, state: location.href })
}

/**
 * The same where the last sign-in is too old. `prompt` is for a provider that does not know `max_age`, and would answer
 * with the session that it remembers.
 */
export async function signInAgain(): Promise<void> {
  const email = (await manager.getUser())?.profile.email
  return signIn({ max_age: 600, prompt: 'login', ...(email !== undefined && { login_hint: email }) })
}

/** Takes what the provider has sent back with, if it has. Returns whether somebody is signed in. */
export async function openSession(): Promise<boolean> {
  const given = new URLSearchParams(location.search)
  if (given.has('state') && (given.has('code') || given.has('error'))) {
    history.replaceState(null, '', dashboardUrl)
    const before = await manager.getUser()
    const user = await manager.signinCallback(`${dashboardUrl}?${given}`)
    if (user) await goOn(user, before)
  }
  return (await readToken()) !== null
}

/** Opens the page of before. Whoever is somebody else begins anew, and finds nothing that was typed. */
async function goOn(user: oidc.User, before: oidc.User | null): Promise<void> {
  const { state, profile } = user
  if (before && before.profile.sub !== profile.sub) {
    tabStorage.clear()
    await manager.storeUser(user)
  } else if (typeof state === 'string' && state.startsWith(dashboardUrl)) history.replaceState(null, '', state)
}

/** From then on the page is about to go, and nothing is asked any more. */
let isLeaving = false

/** The access token, renewed where it has expired. Null where nobody is signed in. */
export async function readToken(): Promise<string | null> {
  if (isLeaving) return new Promise(() => {})
  const user = await manager.getUser()
  return user && !user.expired ? user.access_token : renewToken()
}

let renewal: Promise<string | null> | null = null

/** One renewal at a time: a token for it works once. Null where the provider gives none. Throws where it is away. */
export function renewToken(): Promise<string | null> {
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

async function renew(): Promise<string | null> {
  if (!(await manager.getUser())?.refresh_token) return null
  try {
    return (await manager.signinSilent())?.access_token ?? null
  } catch (error) {
    if (error instanceof oidc.ErrorResponse) return null
    throw error
  }
}

/** Who has signed in, as the provider says: the address, and the ID token that proves it. */
export async function readIdentity(): Promise<{ idToken: string; email: string }> {
  const user = await manager.getUser()
  return { idToken: user?.id_token ?? '', email: user?.profile.email ?? '' }
}

/** Whoever joins or leaves a company: nothing that was typed, or still runs, for the one before goes on. */
export function beginAnew(): void {
  isLeaving = true
  const names = Array.from({ length: tabStorage.length }, (_, index) => tabStorage.key(index) ?? '')
  for (const name of names.filter((each) => !each.startsWith('oidc.'))) tabStorage.removeItem(name)
  location.assign(dashboardUrl)
}

/** Forgets all that this tab holds, and ends the session at the provider. */
export async function signOut(): Promise<void> {
  isLeaving = true
  await renewal?.catch(() => {}) // else it would store its tokens afterwards
  const user = await manager.getUser()
  await manager.revokeTokens(['refresh_token']).catch(() => {})
  tabStorage.clear()
  // The names of Cognito beside those of the standard.
  const extraQueryParams = { client_id: provider.clientId, logout_uri: dashboardUrl }
  await manager
    .signoutRedirect({ ...(user?.id_token && { id_token_hint: user.id_token }), extraQueryParams })
    .catch(() => location.assign(dashboardUrl))
}
