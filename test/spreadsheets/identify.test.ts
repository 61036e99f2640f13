import type { Item } from '../../client'
import { itemColumns, readItems } from '../../spreadsheets/import/item-rows'
import { countKeptQuantities, type ImportRules, planImport } from '../../spreadsheets/import/plan'
import { looksLike } from '../../spreadsheets/items/looks'
import { Stock } from '../../spreadsheets/items/stock'
import { mapColumns } from '../../spreadsheets/sheet/mapping'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { countColumns, matchSheet, readCounts } from '../../spreadsheets/stocktake/count-rows'

// Which item a row is about. Wrong numbers come in where a row is taken for that of its neighbour.

const item = (id: string, sku: string, name: string, more: Partial<Item> = {}) =>
  ({ id, sku, name, quantity: 7, location: null, barcode: null, reorder_point: null, ...more }) as Item

const makeStock = (...items: Item[]) => {
  const stock = new Stock()
  stock.addAll(items)
  return stock
}

const [red, blue] = [item('itm_R', '00012', 'Red'), item('itm_B', '12', 'Blue')]
const shop = makeStock(
  red,
  blue,
  item('itm_A', 'ABC-1', 'Axe', { barcode: '012345678905' }),
  item('itm_E', '1E5', 'Egg', { barcode: '4006381333931' }),
  item('itm_P', '1.1', 'Pin'),
)
shop.addTrash({ ...item('itm_T', 'T-1', 'Old'), deleted_at: '', deleted_by: '', purge_at: '' })

/** What becomes of each row: the action, or the place and what is wrong with it; and what is kept. */
async function plan(content: string, rules: Partial<ImportRules> = {}, stock = shop): Promise<string[]> {
  const sheet = await readSheet('items.csv', Buffer.from(content))
  const mapping = mapColumns(sheet.header, itemColumns)
  const all = { mapping, update: true, allowsLookalikes: false, ...rules }
  return planImport(readItems(sheet, mapping), stock, all).map((planned) => {
    if (planned.action === 'refused') return `${planned.row.line} ${planned.problem.field}: ${planned.problem.message}`
    const notes = 'notes' in planned ? planned.notes : []
    return [`${planned.row.line} ${planned.action}`, ...('id' in planned ? [planned.id] : []), ...notes].join(' ')
  })
}

test.each([
  ['12', '00012'],
  ['100000', '1E5'],
  ['1.1', '1.10'],
  ['5', '+5'],
  ['1,234', '1234'],
  ['1.234', '1234'],
  ['abc-1', 'ABC-1'],
  ['ABC‑1', 'ABC-1'],
  ['ＡＢＣ－１', 'ABC-1'],
  ['АВС-1', 'ABC-1'], // Cyrillic
  ['A\u200bB', 'AB'],
  ['A\u00a0B', 'A B'],
])('%j is easily taken for %j', (code, other) => {
  expect(looksLike(code, other)).toBe(true)
  expect(looksLike(other, code)).toBe(true)
})

test.each([
  ['12', '120'],
  ['-5', '5'],
  ['A-1', 'A-2'],
  ['A 1', 'A1'],
  ['1.1', '1.01'],
  ['12', '1.2'],
])('%j is not taken for %j', (code, other) => {
  expect(looksLike(code, other)).toBe(false)
})

describe('an import', () => {
  test('an id decides; a SKU or a name beside it that is that of another item is refused', async () => {
    expect(await plan('id,sku,name\nitm_R,12,Red\nitm_B,12,Blue\n')).toEqual([
      "2 sku: The id is that of 'Red' (SKU 00012), and the SKU that of 'Blue' (SKU 12).",
      '3 unchanged',
    ])
    expect(await plan('id,sku,name\nitm_R,12,Red\n', {}, makeStock(red))).toEqual([
      "2 unchanged keeps its SKU '00012': the file has '12'.",
    ])
    expect(await plan('id,sku,name\nitm_R,00012,Blue\n')).toEqual([
      "2 name: The id is that of 'Red' (SKU 00012), and the name that of 'Blue' (SKU 12).",
    ])
    expect(await plan('id,sku,name\nitm_R,00012,Crimson\n')).toEqual(['2 update itm_R'])
    expect(await plan('id,sku,name\nitm_R,X-9,Red\n')).toEqual([expect.stringContaining('an import changes no SKU')])
  })

  test('without an id, a SKU that could be that of another item, or stands in two rows, is refused', async () => {
    const [twice] = [/^\d sku: The item is in the lines 2, 3, with another name\.$/]
    for (const line of await plan('sku,name\n12,Red\n12,Blue\n', {}, makeStock(blue))) expect(line).toMatch(twice)
    expect(await plan('sku,name\n12,Red\n')).toEqual([
      "2 name: The SKU is that of 'Blue' (SKU 12), and the name that of 'Red' (SKU 00012).",
    ])
    expect(await plan('sku,name\n12,Sky\n')).toEqual([expect.stringContaining("easily taken for that of 'Red'")])
    expect(await plan('sku,name\n12,Blue\n')).toEqual(['2 unchanged'])
    expect(await plan('sku,name\n12,Sky\n00012,Red\n')).toEqual(['2 update itm_B', '3 unchanged'])
  })

  test.each([
    ['a SKU that is one as a number', 'sku,name\n100000,Egg\n', "that of 'Egg' (SKU 1E5)"],
    ['fractions', 'sku,name\n1.10,Pin\n', "that of 'Pin' (SKU 1.1)"],
    ['capitals', 'sku,name\nabc-1,Axe\n', "that of 'Axe' (SKU ABC-1)"],
    ['a SKU in trash', 'sku,name\nT-1,Old\n', 'which is in trash'],
    [
      'a barcode of another item',
      'sku,name,barcode\nN-1,New,12345678905\n',
      "The barcode '12345678905' is that of 'Axe'",
    ],
    ['a barcode of another row', 'sku,name,barcode\nN-1,New,96385074\nN-2,New,0000096385074\n', 'line 3 (A3)'],
    ['a twin in the file', 'sku,name\nN-1,New\nn-1,New\n', "easily taken for 'n-1', line 3 (A3)"],
    ['a number that was shortened', 'sku,name,barcode\nN-1,New,4.00638E+12\n', 'a spreadsheet has shortened'],
    ['a number with a fraction', 'sku,name,barcode\nN-1,New,4006381333931.0\n', 'a spreadsheet has shortened'],
  ])('%s: the row is imported only where it is meant so', async (_, content, told) => {
    expect((await plan(content))[0]).toMatch(/^2 (sku|barcode): /)
    expect((await plan(content))[0]).toContain(told)
    expect((await plan(content, { allowsLookalikes: true }))[0]).toBe('2 create')
  })

  test.each(['12345678905', '4.00638E+12', '0012345678905'])('keeps a barcode that became %s', async (barcode) => {
    const kept = `keeps its barcode '012345678905': the file has '${barcode}'.`
    const row = `sku,name,barcode\nABC-1,Axe,${barcode}\n`
    expect(await plan(row)).toEqual([`2 unchanged ${kept}`])
    expect(await plan(row, { update: false })).toEqual([`2 unchanged ${kept}`])
  })

  test('says before anything is done which quantities it leaves', async () => {
    const sheet = await readSheet('items.csv', Buffer.from('sku,name,quantity\nABC-1,Axe,9\n1.1,Pin,7\n'))
    const mapping = mapColumns(sheet.header, itemColumns)
    const planned = planImport(readItems(sheet, mapping), shop, { mapping, update: true, allowsLookalikes: false })
    expect(countKeptQuantities(planned)).toBe(1)
    expect(planned[0]).toMatchObject({ notes: ['keeps its quantity 7: the file has 9. A stocktake changes it.'] })
  })
})

describe('a stocktake', () => {
  const count = async (content: string, allowsLookalikes = false, stock = shop) => {
    const sheet = await readSheet('counts.csv', Buffer.from(content))
    const { counted, refused } = matchSheet(readCounts(sheet, mapColumns(sheet.header, countColumns)), stock, {
      allowsLookalikes,
    })
    return [...counted.map(({ item, counted }) => `${item.name} ${counted}`), ...refused.map(({ problem }) => problem)]
  }

  test('books nothing on a neighbour', async () => {
    expect(await count('id,sku,counted\nitm_R,12,4\nitm_B,12,\n')).toEqual([
      "The id is that of 'Red' (SKU 00012), and the SKU that of 'Blue' (SKU 12).",
    ])
    expect(await count('id,sku,counted\nitm_R,12,4\n', false, makeStock(red))).toEqual(['Red 4'])
    expect(await count('sku,counted\n12,4\n12,\n')).toEqual(["The SKU '12' is in the lines 2, 3: add the counts up."])
    expect(await count('sku,counted\n12,4\n')).toEqual([expect.stringContaining("easily taken for that of 'Red'")])
    expect(await count('sku,counted\n12,4\n', true)).toEqual(['Blue 4'])
    expect(await count('sku,counted\n12,4\n00012,\n')).toEqual(['Blue 4'])
    expect(await count('sku,name,counted\n12,Red,4\n')).toEqual([expect.stringContaining('the name that of')])
    expect(await count('sku,counted\nABC-1,4\nX,1\n')).toEqual(['Axe 4', "There is no item with the SKU 'X'."])
  })

  test('a SKU that only looks like one is told, and never booked', async () => {
    expect(await count('sku,counted\nabc-1,4\n')).toEqual([expect.stringContaining("that of 'Axe' (SKU ABC-1)")])
    expect(await count('sku,counted\nabc-1,4\n', true)).toEqual(["There is no item with the SKU 'abc-1'."])
  })
})
