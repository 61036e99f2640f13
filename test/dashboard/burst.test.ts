import fc from 'fast-check'
import { Burst, gapMs, stopMs } from '../../dashboard/src/scanner/burst'
import { testProperty } from '../support/property'

const noModifier = { ctrlKey: false, altKey: false, metaKey: false }

/** The codes that come of keys, each with the pause before it. */
function listCodes(keys: { key: string; pause: number }[]): string[] {
  const burst = new Burst()
  let at = 0
  return keys.flatMap(({ key, pause }) => {
    at += pause
    return burst.press({ key, ...noModifier }, at) ?? []
  })
}

const quick = fc.nat({ max: gapMs - 1 })
const slow = fc.integer({ min: gapMs, max: 500 })
const text = (minLength: number, maxLength = 40) =>
  fc.string({ minLength, maxLength, unit: 'binary-ascii' }).map((each) => each.replace(/[^ -~]/g, 'x'))
const end = fc.constantFrom('Enter', 'Tab')

testProperty(
  'codes at the speed of a scanner are read whole, one after the other',
  { of: [fc.array(fc.tuple(text(4), end), { minLength: 1, maxLength: 4 }), quick] },
  (codes, pause) => {
    const keys = codes.flatMap(([code, last]) => [...code, last].map((key) => ({ key, pause })))
    expect(listCodes(keys)).toEqual(codes.map(([code]) => code))
  },
)

testProperty(
  'a code that stops once is read whole, where four of its characters come without a stop',
  { of: [text(7), fc.nat(), fc.nat({ max: stopMs - 1 }), quick] },
  (code, place, stop, pause) => {
    const stopAt = place % (code.length + 1)
    const keys = [...code, 'Enter'].map((key, index) => ({ key, pause: index === stopAt ? stop : pause }))
    expect(listCodes(keys)).toEqual([code])
  },
)

testProperty('what a hand types is no code', { of: [text(1), end, slow] }, (typed, last, pause) => {
  expect(listCodes([...typed, last].map((key) => ({ key, pause })))).toEqual([])
})

testProperty('fewer than four characters are no code', { of: [text(1, 3), end, quick] }, (typed, last, pause) => {
  expect(listCodes([...typed, last].map((key) => ({ key, pause })))).toEqual([])
})

test('a hand before the code is no part of it, and Enter after a pause ends none', () => {
  const keys = [...'12', ...'40170725', 'Enter'].map((key, index) => ({ key, pause: index <= 2 ? 200 : 5 }))
  expect(listCodes(keys)).toEqual(['40170725'])
  expect(listCodes([...keys.slice(0, -1), { key: 'Enter', pause: 200 }])).toEqual([])
})

test.each([
  [5, true],
  [gapMs, false],
])('an Enter %d ms after that of a code is of the code: %p', (pause, isRest) => {
  const burst = new Burst()
  for (const [index, key] of [...'40170725', 'Tab'].entries()) burst.press({ key, ...noModifier }, index)
  const enter = { key: 'Enter', ...noModifier }
  expect(burst.isRest(enter, 8 + pause)).toBe(isRest)
  expect(burst.isRest({ ...enter, key: '4' }, 8 + pause)).toBe(false)
  expect(burst.press(enter, 8 + pause)).toBeNull()
})

test('Ctrl and a letter is a control character', () => {
  const burst = new Burst()
  const keys = [...'AB', ']', ...'17', 'Enter'].map((key) => ({ ...noModifier, key, ctrlKey: key === ']' }))
  expect(keys.map((key, index) => burst.press(key, index))).toEqual([null, null, null, null, null, 'AB\u001d17'])
})
