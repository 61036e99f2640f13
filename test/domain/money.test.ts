import fc from 'fast-check'
import { amountPattern, formatAmount, parseAmount } from '../../functions/domain/orders/money'
import { testProperty } from '../support/property'

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.option(fc.stringMatching(/^\d{1,6}$/)))
  .map(([whole, fraction]) => (fraction === null ? String(whole) : `${whole}.${fraction}`))

testProperty('an amount means the same after it was written and read', { of: [amount] }, (text) => {
  expect(parseAmount(formatAmount(parseAmount(text)))).toBe(parseAmount(text))
})

/** As floating-point numbers, ten times 0.1 are less than 1. */
const someCents = fc.oneof(fc.constant(Array<number>(10).fill(10)), fc.array(fc.nat({ max: 10 ** 9 })))
testProperty('the sum of many amounts is exact', { of: [someCents] }, (cents) => {
  const sum = cents.reduce((total, each) => total + parseAmount((each / 100).toFixed(2)), 0n)
  expect(formatAmount(sum)).toBe(formatAmount(BigInt(cents.reduce((a, b) => a + b, 0)) * 10_000n))
})

test.each([
  ['2.5', '2.50'],
  ['0', '0.00'],
  ['0.000001', '0.000001'],
  ['12.340', '12.34'],
  ['999999999999.999999', '999999999999.999999'],
])('%s is written %s', (text, written) => {
  expect(formatAmount(parseAmount(text))).toBe(written)
})

test.each(['', '-1', '+1', '1.', '.5', '01', '1e3', '1.0000001', '1234567890123', ' 1', '1,5', '0x1', '１'])(
  '%j is no amount',
  (text) => {
    expect(amountPattern.test(text)).toBe(false)
    expect(() => parseAmount(text)).toThrow(RangeError)
  },
)
