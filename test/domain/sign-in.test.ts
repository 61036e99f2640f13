import { hasSecondFactor, isRecentSignIn } from '../../functions/domain/companies/sign-in'
import { noon } from '../support/table'

test.each<[ageSeconds: number | null, isRecent: boolean]>([
  [0, true],
  [600, true],
  [601, false],
  [3_600, false],
  [null, false],
])('a sign-in %j seconds ago is recent: %j', (age, isRecent) => {
  const authTime = age === null ? undefined : String(noon / 1_000 - age)
  expect(isRecentSignIn(authTime, noon)).toBe(isRecent)
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
