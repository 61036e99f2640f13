import { nothingHeld, sortByMiddle, takeCode } from '../../dashboard/src/scan/held'

/** The codes that are taken of pictures, each with its time in milliseconds. */
function takeAll(pictures: [codes: string[], at: number][]): (string | null)[] {
  let held = nothingHeld
  return pictures.map(([codes, at]) => {
    const next = takeCode(held, codes, at)
    held = next.held
    return next.taken
  })
}

test('a code is taken once while it is in the picture, and again after two seconds out of it', () => {
  const pictures: [string[], number][] = [
    [['A'], 0],
    [['A'], 200],
    [[], 400],
    [['A'], 1_000],
    [[], 1_200],
    [[], 3_300],
    [['A'], 3_400],
  ]
  expect(takeAll(pictures)).toEqual(['A', null, null, null, null, null, 'A'])
})

test('the code in the middle is taken; one beside it waits until it is there', () => {
  expect(
    takeAll([
      [['A', 'B'], 0],
      [['A', 'B'], 200],
      [['B', 'A'], 400],
    ]),
  ).toEqual(['A', null, 'B'])
})

test('codes are sorted by how far they are from the middle; those without a text are left out', () => {
  const at = (rawValue: string, x: number, format = 'qr_code') => ({
    rawValue,
    format,
    boundingBox: { x, y: 40, width: 20, height: 20 },
  })
  const codes = [at('far', 0), at('', 40), at('near', 45), at('0036000291452', 60, 'ean_13')]
  expect(sortByMiddle(codes, { width: 100, height: 100 })).toEqual(['near', '036000291452', 'far'])
})
