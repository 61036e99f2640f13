import { repeat } from '../workbook'

const million = 1_000_000

const columns = (place: string) => `There is a value in ${place}, and at most 1 000 columns are read`
const open = (line: number) => `line ${line}: a quotation mark is not closed`
const empty = 'is empty: its first line must name the columns'
const damaged = 'is a workbook that is damaged'

/** Each with what is said of it, or with its rows and columns. */
export const hostileTexts: Record<string, [make: () => string | Uint8Array, outcome: string]> = {
  // Columns
  'a header of a megabyte': [() => 'x'.repeat(million), '1 × 1'],
  'a header of 100 000 names': [() => `${repeat(100_000, (index) => `c${index},`)}\n1`, columns('line 1 (ALM1)')],
  'a header of 100 000 equal names': [() => `sku,${'name,'.repeat(100_000)}\n1`, columns('line 1 (ALM1)')],
  'a row of 100 000 cells': [() => `sku;name\n\n${'1;'.repeat(100_000)}\n`, columns('line 3 (ALM3)')],
  commas: [() => ','.repeat(million), '1 × 1000'],
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
