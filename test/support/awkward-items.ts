import type { Item } from '../../client'

// Items whose codes and names a spreadsheet may change when it opens a file: numbers, dates, formulas, looks.

/** What spreadsheets take for something else. */
const texts = [
  ...[
    '00012',
    '12',
    '1E5',
    '100000',
    '1-2',
    '2-1',
    'MAR1',
    'DEC25',
    '1.1',
    '1.10',
    '5',
    '+5',
    '1,234',
    '1234',
    '1.234',
  ],
  ...['0', '007', '-1', '1/2', '3/4', '10:30', '1:2', 'TRUE', 'WAHR', 'false', '1e10', '2E-3', '12345678901234567890'],
  ...['123456789012345', '1234567890123450', '=1+1', '@SUM', '-A1', '+49 30', '0x1F', '1.5.2026', '2026-02-01'],
  ...['01.02.2026', '1 000', '1’000', '50%', '$5', '5 €', '#N/A', '#REF!', 'ABC-1', 'abc-2', 'ABC‑3', 'ＡＢＣ', 'É-1'],
  ...['Schraube M4 × 20', '"quoted"', "it's", "'00003", 'a;b', 'a,b', 'a|b', 'Ω', '漢字', 'x'.repeat(100)],
]

const barcodes = [
  '012345678905',
  '4006381333931',
  '96385074',
  '0012345678905',
  '00000000',
  '4.00638E+12',
  'EAN-1',
  null,
]

/** The same each time: each text is a SKU, a name, and a location of some. */
export const awkwardItems: Item[] = Array.from({ length: 300 }, (_, index): Item => {
  const text = texts[index % texts.length] ?? ''
  const round = Math.floor(index / texts.length)
  const other = texts[(index * 7 + round) % texts.length] ?? ''
  const id = `itm_${String(index).padStart(26, '0')}`
  const sku =
    round === 0 ? text : `${['', 'A', '7', 'Z-', '0', '1-'][round]}${index}${round % 2 === 0 ? '' : `-${index}`}`
  const barcode = barcodes[index % barcodes.length] ?? null
  return {
    ...{ id, sku, name: other, quantity: index % 90, location: index % 3 === 0 ? text : null },
    ...{
      barcode: barcode === null || index >= barcodes.length ? null : barcode,
      reorder_point: index % 4 === 0 ? 5 : null,
    },
    ...{ created_at: '2026-03-14T09:00:00.000Z', updated_at: '2026-03-14T09:00:00.000Z', revision: 1 },
  } as Item
})
