import fc from 'fast-check'
import { type DecimalMark, readAmount, readWholeNumber } from '../../input/number'

const languages = ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'en-IN', 'ja-JP', 'pl-PL']
const marks: DecimalMark[] = ['.', ',']

describe('a whole number', () => {
  test.each([
    ['3', 3],
    ['+3', 3],
    ['-3', -3],
    ['−937', -937],
    [' 12\u00a0', 12],
    ['007', 7],
    ['１２', 12],
    ['0', 0],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
  ])('%p is read', (text, value) => {
    expect(readWholeNumber(text)).toStrictEqual({ value })
  })

  test.each([
    ['', 'Type a number.'],
    ['12,5', "'12,5' is not a whole number."],
    ['2.50', "'2.50' is not a whole number."],
    [',5', "',5' is not a whole number."],
    ['1.000', "'1.000' has marks between its digits: type the digits alone."],
    ['1,000,000', "'1,000,000' has marks between its digits: type the digits alone."],
    ['1 000', "'1 000' has marks between its digits: type the digits alone."],
    ['1e3', "'1e3' is not a number: type digits alone."],
    ['F2', "'F2' is not a number: type digits alone."],
    ['5 pcs', "'5 pcs' is not a number: type digits alone."],
    ['5²', "'5²' is not a number: type digits alone."],
    ['0x10', "'0x10' is not a number: type digits alone."],
    ['99999999999999999999', "'99999999999999999999' is too large."],
  ])('%p is refused: %s', (text, problem) => {
    expect(readWholeNumber(text)).toEqual({ problem })
  })

  test('whatever is typed is that number, or is refused', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+−\d.,' eE]{1,12}$/))
    fc.assert(
      fc.property(text, (typed) => {
        const reading = readWholeNumber(typed)
        const digits = typed.trim().replace('−', '-')
        if ('value' in reading && /^[ -~]*$/.test(digits))
          expect(BigInt(digits.replace('+', ''))).toBe(BigInt(reading.value))
        if ('problem' in reading) expect(reading.problem).toMatch(/\.$/)
      }),
    )
  })

  test.each(languages)('what a page shows in %s is that number, or is refused', (language) => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (number) => {
        const reading = readWholeNumber(new Intl.NumberFormat(language).format(number))
        if ('value' in reading) expect(reading.value).toBe(number)
        else expect(Math.abs(number)).toBeGreaterThanOrEqual(1_000)
      }),
    )
  })
})

describe('an amount', () => {
  test.each([
    ['2.50', '2.50'],
    ['2,50', '2.50'],
    ['2', '2'],
    ['0,005', '0.005'],
    ['0.005', '0.005'],
    [',5', '0.5'],
    ['02,5', '2.5'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1 234 567,5', '1234567.5'],
    ["1'234.50", '1234.50'],
    ['1234,567', '1234.567'],
    ['2.123456', '2.123456'],
  ])('%p is %s in each language', (text, value) => {
    for (const mark of marks) expect(readAmount(text, mark)).toEqual({ value })
  })

  test.each([
    ['2,500', '.', "'2,500' can be 2500 or 2.500: type one of them."],
    ['2.500', ',', "'2.500' can be 2500 or 2,500: type one of them."],
    ['2,500', ',', '2.500'],
    ['2.500', '.', '2.500'],
  ] as const)('%p, where the mark is %p: %s', (text, mark, expected) => {
    const reading = readAmount(text, mark)
    expect('value' in reading ? reading.value : reading.problem).toBe(expected)
  })

  test.each(['', '€ 2.50', '-2', '2.', '1.000.000', '1e3', '2,5,0', 'F2', '1.234.50'])('%p is refused', (text) => {
    for (const mark of marks) expect(readAmount(text, mark)).toHaveProperty('problem')
  })

  test.each(languages)('what a page shows in %s is that amount, or is refused', (language) => {
    const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 6 })
    const mark = format.format(0.5).includes(',') ? ',' : '.'
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (millionths) => {
        const reading = readAmount(format.format(millionths / 1_000_000), mark)
        if ('value' in reading) expect(Math.round(Number(reading.value) * 1_000_000)).toBe(millionths)
        else expect(millionths).toBeGreaterThan(1_000_000_000)
      }),
    )
  })
})
