import { createHash } from 'node:crypto'
import {
  makeBook,
  makeCell,
  makeNumbers,
  makeRow,
  makeSheet,
  makeStrings,
  makeStyles,
  type Parts,
  repeat,
  sheetPath,
  zipParts,
  zipSheet,
} from './workbook'

const head = makeRow(1, makeCell('A1'))
const million = 1_000_000

const columns = (place: string) => `There is a value in ${place}, and at most 1 000 columns are read`
const open = (line: number) => `line ${line}: a quotation mark is not closed`
const empty = 'is empty: its first line must name the columns'
const rows = (place: string) => `There is a value in ${place}, and at most 1 048 576 rows are read`
const damaged = 'is a workbook that is damaged'
const small = 'The workbook is small, and unpacks to very much'

/** A part that nobody reads makes the archive as large as it may be. So the others may unpack to most. */
const noise = { noise: createHash('shake256', { outputLength: 700_000 }).update('noise').digest('base64') }

/** A format of numbers, and a cell that has it. */
function zipFormat(code: string): Uint8Array {
  const formats = `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts>`
  const styles = makeStyles(`<styleSheet>${formats}<cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>`)
  return zipSheet(`${head}<row r="2"><c r="A2" s="1"><v>45000</v></c></row>`, styles)
}

function zipSheets(count: number): Uint8Array {
  const path = (sheet: number) => `worksheets/s${sheet}.xml`
  const sheets = Array.from({ length: count }, (_, index) => [`xl/${path(index + 1)}`, makeSheet(head)])
  return zipParts({ ...makeBook(count, path), ...Object.fromEntries(sheets) })
}

/** The directory of the archive says that each part is empty. */
function lie(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive)
  const entry = 'PK\x01\x02'
  for (let at = bytes.indexOf(entry); at !== -1; at = bytes.indexOf(entry, at + 1)) bytes.writeUInt32LE(0, at + 24)
  return bytes
}

const zipXml = (xml: Parts[string], parts: Parts = {}) => zipParts({ [sheetPath]: xml, ...parts })

/** Each with what is said of it, or with its rows and columns: workbooks, then texts. */
export const hostileFiles: Record<string, [make: () => string | Uint8Array, outcome: string]> = {
  // Places
  'a cell at XFD1048576': [() => zipSheet(head + makeRow(1_048_576, makeCell('XFD1048576'))), columns('XFD1048576')],
  'a cell at A4000000000': [() => zipSheet(head + makeRow(4e9, makeCell('A4000000000'))), rows('A4000000000')],
  'a cell at ZZZZZZ1': [() => zipSheet(makeRow(1, makeCell('A1'), makeCell('ZZZZZZ1'))), columns('ZZZZZZ1')],
  'a cell at A1e9': [() => zipSheet(head + makeRow(2, makeCell('A1e9'))), damaged],
  'a cell at A0xffffffff': [() => zipSheet(head + makeRow(2, makeCell('A0xffffffff'))), damaged],
  'a cell at a place of a megabyte': [() => zipSheet(makeCell(`A${'1'.repeat(900_000)}`)), damaged],
  'cells without a place': [() => zipSheet('<row><c><v>1</v></c></row>'), damaged],
  'a place twice': [() => zipSheet(makeRow(1, makeCell('A1'), makeCell('A1'))), damaged],
  'rows that go backward': [() => zipSheet(head + makeRow(9, makeCell('A9')) + makeRow(5, makeCell('A5'))), damaged],
  'a row 4000000000 without a cell': [() => zipSheet(`${head}<row r="4000000000"/>`), '1 × 1'],
  'a row Infinity': [() => zipSheet(`${head}<row r="Infinity">${makeCell('A2')}</row>`), '2 × 1'],
  'places in each other': [
    () => zipSheet(`${head}<row a="><c r='A2'/>">${makeCell(`A2" r='B9' x:r="XFD2`)}</row>`),
    '2 × 1',
  ],
  'dimensions that lie': [
    () => zipXml(`<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${head}</sheetData></worksheet>`),
    '1 × 1',
  ],
  // Many of something
  'few cells around very many': [
    () => zipSheet(makeRow(1, makeCell('ALL1')) + repeat(6_000, (index) => makeNumbers(index + 2, 1))),
    'The sheet has more than 5 000 000 cells, with the empty ones between',
  ],
  'rows by the hundred thousand': [() => zipSheet(repeat(220_000, (index) => makeNumbers(index + 1, 1))), '220000 × 1'],
  'empty cells by the hundred thousand': [
    () => zipSheet(head + repeat(230_000, (index) => `<row r="${index + 2}"><c r="A${index + 2}" s="1"/></row>`)),
    '1 × 1',
  ],
  'as many cells as are read': [
    () => zipSheet(makeRow(1, makeCell('V1')) + repeat(220_000, (index) => makeNumbers(index + 2, 1))),
    '220001 × 22',
  ],
  'sheets by the thousand': [() => zipSheets(1_001), 'The workbook has more than 1 000 sheets'],
  'sheets of one part by the thousand': [() => zipParts(makeBook(20_000)), 'The workbook has more than 1 000 sheets'],
  'styles by the million': [
    () => zipSheet(head, makeStyles(['<cellXfs><xf numFmtId="4294967294"/></cellXfs>', million])),
    small,
  ],
  'shared texts by the million': [
    () => zipSheet(head, { ...makeStrings(['<si><t>ab</t></si>', million]), ...noise }),
    small,
  ],
  'merged cells by the million': [() => zipXml(['<mergeCell ref="A1:XFD1048576"/>', million]), small],
  'a shared text in very many cells': [
    () =>
      zipSheet(
        repeat(20_000, (index) => makeRow(index + 1, `<c r="A${index + 1}" t="s"><v>0</v></c>`)),
        makeStrings(`<sst><si><t>${'x'.repeat(million)}</t></si></sst>`),
      ),
    'The sheet has more than 100 000 000 characters',
  ],
  // What unpacks to very much
  'a part of 20 megabytes of spaces': [() => zipSheet(head, makeStrings([' ', 20 * million])), damaged],
  'a part of 60 megabytes of elements': [() => zipXml([`${' '.repeat(4_000)}<a/>`, 15_000], noise), small],
  'elements by the million': [() => zipXml(['<a/>', 4 * million], noise), small],
  'a size that is a lie': [() => lie(zipXml([`${' '.repeat(4_000)}<a/>`, 5_000])), small],
  // What does not end
  'cells without an end': [() => zipXml(['<c ', 400_000], noise), damaged],
  'cells within each other': [() => zipXml(['<c r="A1">', 300_000], noise), damaged],
  'a tag without an end': [() => zipXml(`<c ${'x'.repeat(2 * million)}`), damaged],
  'a comment without an end': [() => zipXml(['<!-- ', 600_000], noise), damaged],
  'quotation marks without an end': [() => zipXml([`<c "'`, 300_000], noise), damaged],
  'entities without an end': [
    () => zipSheet(head, makeStrings(`<sst><si><t>${'&#1&a&'.repeat(150_000)}</t></si></sst>`)),
    '1 × 1',
  ],
  'a tag of half a megabyte': [() => zipSheet(`${head}<row ${repeat(60_000, (index) => ` a${index}="1"`)}/>`), '1 × 1'],
  'a dimension of many places': [() => zipXml(['A1:', 900_000, '"/>']), damaged],
  // What is not there, or is no such thing
  'entities that multiply': [
    () => zipSheet(head, makeStrings('<!DOCTYPE sst [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><sst/>')),
    damaged,
  ],
  'a shared text that is not there': [() => zipSheet(`${head}<c r="A2" t="s"><v>-1e999</v></c>`), damaged],
  'a sheet that is not there': [() => zipParts(makeBook(1, () => 'worksheets/none.xml')), damaged],
  'no sheet': [() => zipParts(makeBook(0)), 'has no sheet'],
  'two sheets of one part': [() => zipSheet(head, makeBook(2)), '1 × 1'],
  'shared texts within each other': [() => zipSheet(head, makeStrings('<si><si></si></si>')), '1 × 1'],
  'brackets in a format': [() => zipFormat('['.repeat(500_000)), '2 × 1'],
  'numbers and dates without bounds': [
    () =>
      zipSheet(
        `${head}<c r="A2"><v>1e999</v></c><c r="A3" s="1"><v>1e300</v></c><c r="A4"><v>${'9'.repeat(500_000)}</v></c>`,
        makeStyles('<cellXfs><xf/><xf numFmtId="14"/></cellXfs>'),
      ),
    '4 × 1',
  ],
  // Columns
  'a header of a megabyte': [() => 'x'.repeat(million), '1 × 1'],
  'a header of 100 000 names': [() => `${repeat(100_000, (index) => `c${index},`)}\n1`, columns('line 1 (ALM1)')],
  'a header of 100 000 equal names': [() => `sku,${'name,'.repeat(100_000)}\n1`, columns('line 1 (ALM1)')],
  'a row of 100 000 cells': [() => `sku;name\n\n${'1;'.repeat(100_000)}\n`, columns('line 3 (ALM3)')],
  commas: [() => ','.repeat(million), empty],
  'all separators': [() => '\t,|;'.repeat(million / 4), columns('line 1 (ALM1)')],
  // Quotation marks
  'quotation marks': [() => '"'.repeat(million), '1 × 1'],
  'an odd number of quotation marks': [() => '"'.repeat(million - 1), open(1)],
  'quotation marks that open cells': [() => '",'.repeat(million / 2), columns('line 1 (ALM1)')],
  'a quotation mark that never closes': [() => `sku\n"${'x\n'.repeat(million / 2)}`, open(2)],
  'one behind many lines': [() => `${'a\n'.repeat(million / 2)}"`, open(million / 2 + 1)],
  'quoted texts that go on': [() => `sku\n${'"a"b\n'.repeat(million / 5)}`, '200001 × 1'],
  'quoted texts that go on behind a long one': [
    () => `${'x'.repeat(million / 2)}\n${'"a"b\n'.repeat(million / 10)}`,
    '100001 × 1',
  ],
  // Lines
  'line breaks': [() => '\n'.repeat(million), empty],
  'line breaks in a cell': [() => `sku\n"x${'\n'.repeat(million)}y"`, '2 × 1'],
  'line breaks before a row': [() => `sku${'\n'.repeat(million)}y`, '2 × 1'],
  returns: [() => '\r'.repeat(million), empty],
  'returns and line breaks': [() => `sku${'\r\n'.repeat(million / 2)}`, '1 × 1'],
  'rows of one character': [() => '1\n'.repeat(million / 2), '500000 × 1'],
  'rows of one SKU': [() => `sku,counted\n${'1,2\n'.repeat(million / 4)}`, '250001 × 2'],
  // Cells
  'a cell of a megabyte': [() => `sku,name\n1,${'x'.repeat(million)}`, '2 × 2'],
  'a cell of spaces': [() => `sku,name\n1,${' \t'.repeat(million / 2)}x`, '2 × 2'],
  'a cell of apostrophes': [() => `sku,name\n1,${"'".repeat(million)}`, '2 × 2'],
  'a cell of digits': [() => `sku,quantity\n1,${'9'.repeat(million)}x`, '2 × 2'],
  'a cell of zeros': [() => `sku,quantity\n${'0'.repeat(million)}x,1`, '2 × 2'],
  'a number that is shortened': [() => `sku,barcode\n1,1.${'1'.repeat(million)}E+9`, '2 × 2'],
  // What is no text
  NULs: [() => `sku\n${'\0'.repeat(million)}`, '2 × 1'],
  'NULs alone': [() => '\0'.repeat(million), '1 × 1'],
  'halves of letters': [() => `sku\n${'\ud800'.repeat(million / 3)}`, '2 × 1'],
  'UTF-16 of line breaks': [() => Buffer.from(`\ufeff${'\n'.repeat(million / 2)}`, 'utf16le'), empty],
  'UTF-16 of an odd length': [() => Buffer.from('\ufeffsku\n\ufeff', 'utf16le').subarray(0, -1), 'is not UTF-16LE'],
  'bytes that are no text': [() => Buffer.alloc(million, 0xff), 'line 1 is not UTF-8'],
  'lines before what is no text': [() => Buffer.from(`${'\n'.repeat(million)}\xff`, 'latin1'), 'line 1000001 is not'],
  // What begins as a workbook
  'an archive of nothing': [() => `PK\x03\x04${'\0'.repeat(million)}`, damaged],
  'an archive of ends': [() => `PK\x03\x04${'PK\x05\x06'.repeat(million / 4)}`, damaged],
  'an archive of signatures': [() => 'PK\x03\x04'.repeat(million / 4), damaged],
}
