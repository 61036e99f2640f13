import { hasSecondFactor, isRecentSignIn, isSignedOut, readSignInTime } from '../../functions/domain/companies/sign-in'
import { noon } from '../support/table'

test.each<[ageSeconds: number | null, isRecent: boolean]>([
  [0, true],
  [600, true],
  [601, false],
  [3_600, false],
  [null, false],
])('a sign-in %j seconds ago is recent: %j', (age, isRecent) => {
  const authTime = age === null ? undefined : String(noon / 1_000 - age)
  expect(isRecentSignIn(readSignInTime(authTime), noon)).toBe(isRecent)
})

test.each<[signedOutMs: number | undefined, authTime: string | undefined, isOut: boolean]>([
  [undefined, undefined, false],
  [undefined, '7', false],
  [7_000, undefined, true],
  [7_000, '6', true],
  [7_000, '7', true],
  [7_999, '7', true], // it may have been before, in the same second
  [6_999, '7', false],
  [7_999, '8', false],
])('sessions that were ended at %j end that of a sign-in in second %j: %j', (signed_out_at, authTime, isOut) => {
  expect(isSignedOut({ signed_out_at }, readSignInTime(authTime))).toBe(isOut)
})

test.each<[methods: string[], isSecond: boolean]>([
  [['mfa'], true],
  [['pwd', 'otp'], true],
  [['pwd', 'sms'], true],
  [['hwk', 'fpt'], true],
  [['pwd', 'otp', 'mfa'], true],
  [[], false],
  [['pwd'], false],
  [['otp'], false],
  [['pwd', 'pin'], false],
  [['otp', 'sms'], false],
  [['pwd', 'geo', 'rba', 'user'], false],
  [['MFA', 'pwd otp'], false],
])('%j has a second factor: %j', (methods, isSecond) => {
  expect(hasSecondFactor(methods)).toBe(isSecond)
})
