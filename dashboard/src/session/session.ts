import { makeObserved } from '../browser/observed'
import { isUnkept, tabStorage } from '../browser/storage'
import { dashboardUrl } from './address'
import * as provider from './provider'
import { texts } from './texts'

// Tokens are in the storage of this tab alone, and are renewed before they expire.

const begunPlace = 'oidc.begun'

function readUser(): provider.User | null {
  return JSON.parse(tabStorage.getItem(provider.userPlace) ?? 'null')
}

function keepUser(user: provider.User): void {
  tabStorage.setItem(provider.userPlace, JSON.stringify(user))
  planRenewal(user)
}

let timer: ReturnType<typeof setTimeout> | undefined

/** A minute before the token expires. A browser waits for at most 24 days. Who needs the token asks again. */
function planRenewal({ expires_at }: provider.User): void {
  clearTimeout(timer)
  if (expires_at === undefined) return
  const waitMs = Math.min(Math.max(expires_at * 1_000 - Date.now() - 60_000, 1_000), 2 ** 31 - 1)
  timer = setTimeout(() => void renewToken().catch(() => {}), waitMs)
}

/** True when the service takes no token of this tab any more. */
export const isSignedOut = makeObserved(false)

/** True when the service wants a second factor of this owner. */
export const isFactorMissing = makeObserved(false)

/**
 * Goes to the provider. Afterwards, the page that is open now is open again, with what was typed. Throws where the
 * browser keeps nothing: the page would not know the provider's answer.
 */
export async function signIn(asked: provider.Asked = {}): Promise<void> {
  tabStorage.setItem('probe', '')
  tabStorage.removeItem('probe')
  if (isUnkept.get()) throw new Error(texts.keepsNothing)
  const { address, begun } = await provider.beginSignIn(asked)
  tabStorage.setItem(begunPlace, JSON.stringify(begun))
  location.assign(address)
}

/**
 * The same where the last sign-in is too old. `prompt` is for a provider that does not know `max_age`, and would answer
 * with the session that it remembers.
 */
export async function signInAgain(): Promise<void> {
  const email = readUser()?.profile.email
  return signIn({ max_age: '600', prompt: 'login', ...(email !== undefined && { login_hint: email }) })
}

/** Takes what the provider has sent back with, if it has. Returns whether somebody is signed in. */
export async function openSession(): Promise<boolean> {
  const given = new URLSearchParams(location.search)
  if (given.has('state') && (given.has('code') || given.has('error'))) {
    history.replaceState(null, '', dashboardUrl)
    const begun: provider.Begun | null = JSON.parse(tabStorage.getItem(begunPlace) ?? 'null')
    tabStorage.removeItem(begunPlace) // an answer is taken once
    goOn(await provider.endSignIn(given, begun), begun)
  }
  const user = readUser()
  if (user) planRenewal(user)
  return (await readToken()) !== null
}

/** Opens the page of before. Whoever is somebody else begins anew, and finds nothing that was typed. */
function goOn(user: provider.User, begun: provider.Begun | null): void {
  const before = readUser()
  if (before && before.profile.sub !== user.profile.sub) tabStorage.clear()
  else if (begun?.url.startsWith(dashboardUrl)) history.replaceState(null, '', begun.url)
  keepUser(user)
}

let isLeaving = false

/** From then on the page is about to go: nothing is asked any more, and this tab keeps nothing. */
export const isEnding = () => isLeaving

/** The access token, renewed where it has expired. Null where nobody is signed in. */
export async function readToken(): Promise<string | null> {
  if (isLeaving) return new Promise(() => {})
  const user = readUser()
  const isExpired = user?.expires_at !== undefined && user.expires_at * 1_000 <= Date.now()
  return user && !isExpired ? user.access_token : renewToken()
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
  const user = readUser()
  if (!user?.refresh_token) return null
  const renewed = await provider.renewUser(user)
  if (renewed) keepUser(renewed)
  return renewed?.access_token ?? null
}

/** Who has signed in, as the provider says: the address, and the ID token that proves it. */
export async function readIdentity(): Promise<{ idToken: string; email: string }> {
  const user = readUser()
  return { idToken: user?.id_token ?? '', email: user?.profile.email ?? '' }
}

/** Whoever joins or leaves a company: nothing that was typed, or still runs, for the one before goes on. */
export function beginAnew(): void {
  isLeaving = true
  for (const name of tabStorage.listNames()) if (!name.startsWith('oidc.')) tabStorage.removeItem(name)
  location.assign(dashboardUrl)
}

/** Forgets all that this tab holds, and ends the session at the provider. */
export async function signOut(): Promise<void> {
  isLeaving = true
  await renewal?.catch(() => {}) // else it would store its tokens afterwards
  const user = readUser()
  await (user && provider.revoke(user).catch(() => {}))
  tabStorage.clear()
  location.assign(await provider.findSignOut(user).catch(() => dashboardUrl))
}
