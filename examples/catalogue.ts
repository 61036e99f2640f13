import type { CreateItem } from '../client'

const families: [name: string, code: string, variants: string[]][] = [
  ['Hex bolt, zinc plated', 'HBZ', ['M4 × 20', 'M5 × 25', 'M6 × 30', 'M8 × 40', 'M10 × 50']],
  ['Washer, stainless', 'WAS', ['M4', 'M5', 'M6', 'M8', 'M10']],
  ['Wood screw, countersunk', 'WSC', ['3.5 × 25', '4 × 40', '5 × 60', '6 × 80']],
  ['Ball bearing, sealed', 'BBS', ['608', '6001', '6203', '6305']],
  ['Timing belt, GT2', 'TBG', ['200 mm', '400 mm', '610 mm']],
  ['Pneumatic hose, blue', 'PHB', ['4 mm', '6 mm', '8 mm', '10 mm']],
  ['Cable gland, nylon', 'CGN', ['PG7', 'PG9', 'PG11', 'PG13.5']],
  ['Work gloves, nitrile', 'WGN', ['S', 'M', 'L', 'XL']],
  ['Safety glasses, clear', 'SGC', ['narrow', 'standard', 'over spectacles']],
  ['Packing tape, brown', 'PTB', ['50 mm × 66 m', '75 mm × 66 m']],
  ['Shipping box, double wall', 'SBD', ['S', 'M', 'L', 'XL']],
  ['Café Crème mug, 30 cl', 'CCM', ['white', 'green', 'terracotta']],
]

/** Makes the first `count` demo items in the format of `POST /items/batch`. They are the same every time. */
export function makeDemoCatalogue(count: number): CreateItem[] {
  const items = families.flatMap(([name, code, variants]) =>
    variants.map((variant, index) => ({
      name: `${name}, ${variant}`,
      sku: `${code}-${String(index + 1).padStart(2, '0')}`,
    })),
  )
  return items.slice(0, count).map((item, index) => ({
    ...item,
    quantity: (index * 37) % 240,
    location: `Aisle ${1 + (index % 6)}, shelf ${1 + (index % 4)}`,
    ...(index % 3 === 0 ? {} : { barcode: makeEan13(400_638_100_000 + index * 7_919) }),
    ...(index % 2 === 0 ? { reorder_point: 20 + ((index * 13) % 60) } : {}),
  }))
}

/** Twelve digits and the one that checks them (GS1 General Specifications, 7.9): a camera reads no other. */
function makeEan13(digits: number): string {
  const sum = [...String(digits)].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
