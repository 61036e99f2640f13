import fc from 'fast-check'
import { amountPattern, formatAmount, parseAmount } from '../../functions/domain/orders/money'
import { chooseSeed } from '../support/seed'

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.option(fc.stringMatching(/^\d{1,6}$/)))
  .map(([whole, fraction]) => (fraction === null ? String(whole) : `${whole}.${fraction}`))

test('an amount means the same after it was written and read', () => {
  fc.assert(
    fc.property(amount, (text) => parseAmount(formatAmount(parseAmount(text))) === parseAmount(text)),
    { seed: chooseSeed() },
  )
})

test('the sum of many amounts is exact, where floating-point numbers are not', () => {
  expect(
    formatAmount(
      Array<bigint>(10)
        .fill(parseAmount('0.1'))
        .reduce((sum, each) => sum + each),
    ),
  ).toBe('1.00')
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 10 ** 9 })), (cents) => {
      const sum = cents.reduce((total, each) => total + parseAmount((each / 100).toFixed(2)), 0n)
      expect(formatAmount(sum)).toBe(formatAmount(BigInt(cents.reduce((a, b) => a + b, 0)) * 10_000n))
    }),
    { seed: chooseSeed() },
  )
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
