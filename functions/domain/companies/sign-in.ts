// What a person's access token says of the sign-in: when it was, and whether there was a second factor.

/** How old a sign-in may be for what gives access to others, in milliseconds. */
const recentSignInMs = 600_000

/** `authTime`: in epoch seconds; undefined where the provider does not say it, which is never recent. */
export function isRecentSignIn(authTime: string | undefined, now: number): boolean {
  return authTime !== undefined && now - Number(authTime) * 1_000 <= recentSignInMs
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
