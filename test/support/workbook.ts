import { strToU8, Zip, ZipDeflate } from 'fflate'
import { nameColumn } from '../../spreadsheets/sheet/cells'

// Workbooks of raw parts: as programs write them, and as none does.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A text, which stands in its part as often as it says. */
type Xml = string | [text: string, times: number, end?: string]
export type Parts = Record<string, Xml>

/** Packs parts a megabyte at a time: what they unpack to may be more than there is memory. */
export function zipParts(parts: Parts): Uint8Array {
  const bytes: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    bytes.push(chunk)
  })
  for (const [path, xml] of Object.entries({ ...makeBook(1), ...parts })) {
    const [text, times, end = ''] = typeof xml === 'string' ? [xml, 1] : xml
    const part = new ZipDeflate(path, { level: 6 })
    zip.add(part)
    const copies = Math.min(times, Math.ceil(1_000_000 / text.length))
    const chunk = strToU8(text.repeat(copies))
    for (let done = 0; done < times; done += copies) part.push(chunk)
    part.push(strToU8(end), true)
  }
  zip.end()
  return Buffer.concat(bytes)
}

/** The parts that say which sheets there are: all of them have the same cells, unless `path` names others. */
export function makeBook(sheets: number, path = (_sheet: number) => 'worksheets/sheet1.xml'): Parts {
  const ids = Array.from({ length: sheets }, (_, index) => index + 1)
  const list = ids.map((id) => `<sheet name="S${id}" sheetId="${id}" r:id="rId${id}"/>`)
  const targets = ids.map((id) => `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="${path(id)}"/>`)
  return {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
  }
}

/** A workbook whose sheet has these rows. */
export function zipSheet(rows: string, parts: Parts = {}): Uint8Array {
  return zipParts({ [sheetPath]: makeSheet(rows), ...parts })
}

export const sheetPath = 'xl/worksheets/sheet1.xml'
export const makeSheet = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
export const makeStrings = (xml: Xml): Parts => ({ 'xl/sharedStrings.xml': xml })
export const makeStyles = (xml: Xml): Parts => ({ 'xl/styles.xml': xml })

/** The whole of a file that is written in parts. */
export async function collectBytes(parts: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(Buffer.from(part))
  return Buffer.concat(all)
}

/** Cells of texts. */
export const makeCell = (place: string, text = 'sku') => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
export const makeRow = (row: number, ...cells: string[]) => `<row r="${row}">${cells.join('')}</row>`
/** A row of numbers. */
export const makeNumbers = (row: number, columns: number) =>
  makeRow(row, ...Array.from({ length: columns }, (_, column) => `<c r="${nameColumn(column)}${row}"><v>1</v></c>`))

export function repeat(times: number, make: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => make(index)).join('')
}
