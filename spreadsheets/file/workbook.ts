import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { nameColumn } from '../sheet/cells'
import type { Value } from './table'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The media type of a workbook. */
export const workbookType = `${contentType}.sheet`

/** The parts of a workbook of one sheet, besides its rows: ECMA-376, part 1. */
const parts = {
  '[Content_Types].xml':
    `<Types xmlns="${packaged}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': relate('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml':
    `<workbook xmlns="${main}" xmlns:r="${relations}">` +
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relate('worksheet', 'worksheets/sheet1.xml'),
}

function relate(type: string, target: string): string {
  const relation = `<Relationship Id="rId1" Type="${relations}/${type}" Target="${target}"/>`
  return `<Relationships xmlns="${packaged}/relationships">${relation}</Relationships>`
}

/** Excel opens no file that has a longer text in a cell. */
const maxLength = 32_767

/** Yields the bytes of a workbook, whose rows come as they are read. A cell that looks like a formula stays a text. */
export async function* formatWorkbook(
  pages: AsyncIterable<Value[][]> | Iterable<Value[][]>,
): AsyncGenerator<Uint8Array> {
  const bytes: Uint8Array[] = []
  const take = () => bytes.splice(0)
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    bytes.push(chunk)
  })
  for (const [name, text] of Object.entries(parts)) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(strToU8(declaration + text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml')
  zip.add(sheet)
  sheet.push(strToU8(`${declaration}<worksheet xmlns="${main}"><sheetData>`))
  let row = 0
  for await (const rows of pages) {
    sheet.push(strToU8(rows.map((cells) => formatRow(cells, ++row)).join('')))
    yield* take()
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  yield* take()
}

function formatRow(cells: Value[], row: number): string {
  return `<row r="${row}">${cells.map((value, column) => formatCell(value, nameColumn(column) + row)).join('')}</row>`
}

function formatCell(value: Value, place: string): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value.slice(0, maxLength))}</t></is></c>`
}

const special: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML cannot have some characters, and reads others otherwise: a workbook writes them as `_x000D_`. */
function escapeText(text: string): string {
  return (
    text
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>]/g, (character) => special[character] ?? character)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot have
      .replace(/[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]/g, (character) => `_x${toHex(character)}_`)
  )
}

function toHex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}
