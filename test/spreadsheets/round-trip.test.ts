import { readFileSync } from 'node:fs'
import { itemColumns, readItems } from '../../spreadsheets/import/item-rows'
import { planImport } from '../../spreadsheets/import/plan'
import { Stock } from '../../spreadsheets/items/stock'
import { mapColumns } from '../../spreadsheets/sheet/mapping'
import { readSheet } from '../../spreadsheets/sheet/read-sheet'
import { countColumns, matchSheet, readCounts } from '../../spreadsheets/stocktake/count-rows'
import { awkwardItems } from '../support/awkward-items'

// Exports of 300 awkward items as LibreOffice 7.4 opens and saves them, in English, German and French: the CSV file,
// saved as CSV and as a workbook, and the workbook. Numbers, dates and times of the CSV file are recognised.

const folder = 'test/spreadsheets/opened'
const kinds = ['.csv', '-from-csv.xlsx', '-from-xlsx.xlsx']
const locales = ['en', 'de', 'fr'].flatMap((locale) => kinds.map((kind) => locale + kind))
// Of the workbook, these have the same cells in each locale.
const files = [...locales, 'from-xlsx.ods', 'from-xlsx.csv']
const stock = new Stock()
stock.addAll(awkwardItems)

test.each(files)('%s comes back unchanged, or it is told: no row is silent', async (file) => {
  const sheet = await readSheet(file, readFileSync(`${folder}/${file}`))
  const mapping = mapColumns(sheet.header, itemColumns)
  const planned = planImport(readItems(sheet, mapping), stock, { mapping, update: true, allowsLookalikes: false })
  expect(planned).toHaveLength(awkwardItems.length)
  const silent = planned.filter(({ action }) => action !== 'unchanged' && action !== 'refused')
  expect(silent.map((each) => JSON.stringify({ ...each, row: each.row.cells.slice(1, 7) }))).toEqual([])
  const told = planned.filter((each) => each.action === 'refused' || ('notes' in each && each.notes.length > 0))
  // Of a workbook, only texts that read as the error of a formula.
  if (/xlsx\.(xlsx|ods)/.test(file)) expect(told.every(({ row }) => /#N\/A|#REF!/.test(row.cells.join()))).toBe(true)
})

test.each(files)('a stocktake of %s counts each item, or says why not', async (file) => {
  const sheet = await readSheet(file, readFileSync(`${folder}/${file}`))
  const counted = { ...sheet, header: [...sheet.header, 'counted'] }
  counted.rows = sheet.rows.map((row, index) => ({ ...row, cells: [...row.cells, String(index)] }))
  for (const withId of [true, false]) {
    const mapping = new Map(mapColumns(counted.header, countColumns))
    if (!withId) mapping.delete('id')
    const { counted: booked, refused } = matchSheet(readCounts(counted, mapping), stock, { allowsLookalikes: false })
    expect(booked.length + refused.length).toBe(awkwardItems.length)
    expect(booked.filter((row) => row.item !== awkwardItems[row.counted])).toEqual([])
  }
})
