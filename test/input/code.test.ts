import fc from 'fast-check'
import { isNamed, readCode } from '../../input/code'

const [stx, etx, eot, gs, rs] = ['\u0002', '\u0003', '\u0004', '\u001d', '\u001e']

const item = { id: 'itm_01KKP3FDG0P2MGXMQTJVMZM6R3', sku: 'F2', barcode: '4006381333931' }

describe('what scanners send', () => {
  test.each([
    ['a code alone', '4006381333931'],
    ['STX, ETX and the end of a line around it', `${stx}4006381333931${etx}\r\n`],
    ['an AIM prefix', ']E04006381333931'],
    ['the end of a line as a scanner spells it', '4006381333931\\n'],
    ['the end of a line, spelled twice', '4006381333931\\r\\n'],
    ['GS1 as it is printed', '(01)04006381333931(17)240528(10)A-1'],
    ['GS1 with its prefix and separators', `]C10104006381333931${gs}10A-1${gs}21X`],
    ['GS1 with a separator in front', `${gs}01040063813339311724052810A-1`],
    ['GS1 as digits alone', '0104006381333931172405'.concat('2810A-1')],
    ['GS1 with a weight', ']e001040063813339313103001750'],
    ['what a box contains', '020400638133393137100'],
    ['a message of a distributor, with fields of GS1', `[)>${rs}05${gs}0104006381333931${gs}10A${rs}${eot}`],
    ['GS1 Digital Link', 'https://id.gs1.org/01/04006381333931/10/A-1?17=240528'],
    ['pictures of control characters', '␂4006381333931␃'],
    ['characters that nobody sees', '\ufeff4006381333931\u200b'],
  ])('%s: the item with the barcode', (_, raw) => {
    const code = readCode(raw)
    expect(code).toMatchObject({ text: '4006381333931', gtin: '04006381333931' })
    expect(isNamed(code, item)).toBe(true)
  })

  test.each([
    ['a SKU', 'F2', 'F2'],
    ['a SKU of Code 39', ']A0F2', 'F2'],
    ['a part number of the supplier', `[)>${rs}06${gs}1PF2${gs}Q100${rs}${eot}`, 'F2'],
    ['a part number of the customer, beside another', '[)>␞06␝1P77-A␝PF2␞␄', '77-A'],
    ["the maker's own name, beside a number", `0110857326005540240F2${gs}10A`, '10857326005540'],
    ["the dashboard's address", `https://shop.example/prod/dashboard/items/${item.id}`, undefined],
    [
      "the dashboard's address, with what was open",
      `http://127.0.0.1:3000/dashboard/items/${item.id}?edit=true`,
      undefined,
    ],
  ])('%s: the item with that SKU or id', (_, raw, text = raw) => {
    const code = readCode(raw)
    expect(code.text).toBe(text)
    expect(isNamed(code, item)).toBe(true)
  })

  test.each([
    ['a box of the same article', '14006381333938'],
    ['a wrong check digit', '4006381333930'],
    ['a SKU in other letters', 'f2'],
    ['another item', `https://shop.example/dashboard/items/itm_01KKP3FDG0P2MGXMQTJVMZM6R4`],
    ['nothing', `${stx}${etx}`],
  ])('%s is another item', (_, raw) => {
    expect(isNamed(readCode(raw), item)).toBe(false)
  })

  test('plain digits that begin with 01 are the code itself, too', () => {
    const raw = '0104006381333931'
    expect(isNamed(readCode(raw), { ...item, barcode: null, sku: raw })).toBe(true)
  })
})

test('12 digits, 13 with a zero in front, and 14 are one number', () => {
  const spellings = ['036000291452', '0036000291452', '00036000291452']
  for (const read of spellings)
    for (const barcode of spellings) expect(isNamed(readCode(read), { ...item, barcode })).toBe(true)
  expect(spellings.map((each) => readCode(each).gtin)).toEqual(Array(3).fill('00036000291452'))
})

test('any text is read, and its names are such as the service takes', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^(\]C1|\[\)>␞0[56]␝|\(01\)|01|https:\/\/a\/)?[\dA-Z()␝/]{0,40}$/),
  )
  fc.assert(
    fc.property(text, (raw) => {
      const { text, names, gtin } = readCode(raw)
      expect(text).toBe(text.trim())
      for (const name of names) expect(name).toMatch(/^[^\p{Cc}\p{Cf}]{1,100}$/u)
      if (gtin !== null) expect(gtin).toMatch(/^\d{14}$/)
    }),
  )
})

test('whatever a scanner puts around a code that is no other form, the code is found', () => {
  const plain = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,30}$/)
  const before = fc.constantFrom('', stx, ']C0', ']A0', `${stx}]Q1`)
  const after = fc.constantFrom('', etx, '\r', '\t', `${etx}\r\n`, '\\n')
  fc.assert(
    fc.property(plain, before, after, (sku, start, end) => {
      expect(isNamed(readCode(start + sku + end), { ...item, sku })).toBe(true)
    }),
  )
})
