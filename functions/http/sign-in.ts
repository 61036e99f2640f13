import type { Scope } from '../domain/companies/caller'
import { isRecentSignIn, readSignInTime } from '../domain/companies/sign-in'
import { Refusal } from '../domain/errors'
import type { Route } from '../routes'
import type { AuthorizerContext } from '../runtime/gateway/authorizer-context'

/** Of a person, where the route, or a field that the body has, needs a recent sign-in. Keys do not sign in. */
export function isSignInTooOld(route: Route, body: unknown, person: AuthorizerContext, now: number): boolean {
  const { needsRecentSignIn: needs } = route
  if (needs === undefined || person.expires_at === undefined) return false
  const isNeeded = needs === true || Object.entries(Object(body)).some(([field]) => needs.includes(field))
  return isNeeded && !isRecentSignIn(readSignInTime(person.auth_time), now)
}

export function makeSignInRefusal(): Refusal {
  return new Refusal('sign_in_required', 'Sign in again to go on: for this, it must be at most ten minutes ago.')
}

/** Refused with `second_factor_required` for an owner: `scopes` are those of the row, which may be newer. */
export function requireSecondFactor(route: Route, person: AuthorizerContext, scopes: readonly Scope[]): void {
  if (person.second_factor === undefined || route.withoutSecondFactor || !scopes.includes('manage')) return
  throw new Refusal('second_factor_required', 'Owners must sign in with a second factor.')
}
