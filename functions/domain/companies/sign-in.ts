// What a person's access token says of the sign-in: when it was, and whether there was a second factor.

/** How old a sign-in may be for what gives access to others, in milliseconds. */
const recentSignInMs = 600_000

/** `authTime`: in epoch seconds. Where the provider does not say it, it is as if it was in 1970: never recent. */
export function readSignInTime(authTime: string | undefined): number {
  return Number(authTime ?? 0) * 1_000
}

export function isRecentSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt <= recentSignInMs
}

/**
 * Whether the sessions were ended after the sign-in. One in the same second counts as before: tokens tell no
 * milliseconds, and it may have been.
 */
export function isSignedOut(
  { signed_out_at = -1 }: { signed_out_at?: number | undefined },
  signedInAt: number,
): boolean {
  return signed_out_at >= signedInAt
}

/** By RFC 8176, section 2: what somebody knows, has or is. Two methods of one kind are one factor. */
const factors = [
  ['pwd', 'pin', 'kba'],
  ['otp', 'sms', 'tel', 'hwk', 'swk', 'sc'],
  ['face', 'fpt', 'iris', 'retina', 'vbm'],
]

/** `methods`: the claim `amr`. `mfa` says it; else there must be methods of two kinds. */
export function hasSecondFactor(methods: readonly string[]): boolean {
  const count = factors.filter((factor) => factor.some((method) => methods.includes(method))).length
  return methods.includes('mfa') || count > 1
}
