import { foldText } from '../../domain/fold'
import { foldValue } from '../../domain/list'
import type { Bitmap } from './bitmap'
import { type ColumnKind, mergeValues, toBytes } from './column'

/** Follows each text, so that no two of them are one word. A text may have it, too: `ends` tells where each ends. */
const separator = '\n'

/** Null is kept as the empty text. */
export class TextColumn {
  private readonly foldedText: string
  private readonly foldedEnds: Uint32Array
  private readonly textBytes: number

  /** `text`: the texts, each followed by the separator. `ends`: of each the place of that separator. */
  constructor(
    private readonly text: string,
    private readonly ends: Uint32Array,
  ) {
    const folded = foldText(text)
    this.foldedText = folded === text ? text : narrow(folded)
    this.foldedEnds = folded === text ? ends : this.findFoldedEnds()
    this.textBytes = countBytes(text) + (folded === text ? 0 : countBytes(this.foldedText))
  }

  /** Those of the texts, where no text gets longer or shorter. */
  private findFoldedEnds(): Uint32Array {
    const found = findEnds(this.foldedText, this.ends.length) ?? measureEnds(this.listTexts().map(foldText))
    return toBytes(found).equals(toBytes(this.ends)) ? this.ends : found
  }

  static pack(values: (string | null)[]): TextColumn {
    const texts = values.map((value) => value ?? '')
    return new TextColumn(joinTexts(texts), measureEnds(texts))
  }

  get(position: number): string | null {
    return sliceText(this.text, this.ends, position) || null
  }

  getFolded(position: number): string | null {
    const isEmpty = sliceText(this.text, this.ends, position) === ''
    return isEmpty ? null : sliceText(this.foldedText, this.foldedEnds, position)
  }

  /** Null as the empty text. */
  listTexts(): string[] {
    return Array.from(this.ends, (_, position) => sliceText(this.text, this.ends, position))
  }

  /** The positions that hold exactly `text`. */
  findEqual(text: string): number[] {
    const found: number[] = []
    const sought = text + separator
    let position = 0
    for (let at = this.text.indexOf(sought); at >= 0; at = this.text.indexOf(sought, at + 1)) {
      position = findPosition(this.ends, at, position)
      const isWhole = findStart(this.ends, position) === at && this.ends[position] === at + text.length
      if (isWhole) found.push(position)
    }
    return found
  }

  /** Sets the positions whose folded text contains `needle`. Scans one string once. */
  setMatches(needle: string, bitmap: Bitmap): void {
    let position = 0
    for (let at = this.foldedText.indexOf(needle); at >= 0; ) {
      position = findPosition(this.foldedEnds, at, position)
      const end = this.foldedEnds[position] ?? 0
      const isWithin = at + needle.length <= end // else it goes on in the next text
      if (isWithin) bitmap[position] = 1
      at = this.foldedText.indexOf(needle, isWithin ? end : at + 1)
    }
  }

  get bytes(): number {
    const numbers = this.foldedEnds === this.ends ? 1 : 2
    return this.textBytes + 4 * numbers * this.ends.length
  }
}

export const optionalText: ColumnKind<string | null, TextColumn> = {
  storage: 'text',
  pack: TextColumn.pack,
  get: (column, position) => column.get(position),
  merge: (first, second, selection) => TextColumn.pack(mergeValues(optionalText.get, first, second, selection)),
  getSortValue: (column, position) => column.getFolded(position),
  toSortValue: foldValue,
  countBytes: (column) => column.bytes,
  store: (column) => ({ bytes: Buffer.from(joinTexts(column.listTexts().map(escapeBreaks))) }),
  load: (stored, rows) => loadTexts(decodeText(stored.bytes), rows),
}

export const text: ColumnKind<string, TextColumn> = {
  ...optionalText,
  get: (column, position) => column.get(position) ?? '',
}

/** One character beyond Latin-1 makes the whole string take two bytes for each character. */
function isWide(text: string): boolean {
  return /[\u0100-\uffff]/.test(text)
}

function countBytes(text: string): number {
  return text.length * (isWide(text) ? 2 : 1)
}

/** A copy with one byte for each character, where that is enough: the engine does not look. */
function narrow(text: string): string {
  return isWide(text) ? text : Buffer.from(text, 'latin1').toString('latin1')
}

function joinTexts(texts: string[]): string {
  return texts.map((each) => each + separator).join('')
}

function measureEnds(texts: string[]): Uint32Array {
  let end = -1
  return Uint32Array.from(texts, ({ length }) => (end += length + 1))
}

/** Reads the bytes where they are: a column may have megabytes. */
function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

/** As texts are stored: a line break is the end of one, and nothing else. */
function escapeBreaks(each: string): string {
  return each.replace(/[\\\n]/g, (character) => (character === '\n' ? '\\n' : '\\\\'))
}

/** The reverse of `escapeBreaks`. */
function restoreBreaks(escaped: string): string {
  return escaped.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}

/** Throws `RangeError` where there are not as many texts as rows. Nearly all columns have nothing to restore. */
function loadTexts(stored: string, rows: number): TextColumn {
  const ends = findEnds(stored, rows)
  if (ends === null) throw new RangeError(`a column has more or fewer texts than ${rows} rows`)
  return stored.includes('\\')
    ? TextColumn.pack(stored.split(separator).slice(0, -1).map(restoreBreaks))
    : new TextColumn(stored, ends)
}

/** Null where there are not as many separators as rows. */
function findEnds(joined: string, rows: number): Uint32Array | null {
  const ends = new Uint32Array(rows)
  let from = 0
  for (let position = 0; position < rows; position++) {
    const end = joined.indexOf(separator, from)
    if (end < 0) return null
    ends[position] = end
    from = end + 1
  }
  return from === joined.length ? ends : null
}

function sliceText(text: string, ends: Uint32Array, position: number): string {
  return text.slice(findStart(ends, position), ends[position])
}

function findStart(ends: Uint32Array, position: number): number {
  return position === 0 ? 0 : (ends[position - 1] ?? 0) + 1
}

/** The first position from `from` on whose text ends at or after character `at`. */
function findPosition(ends: Uint32Array, at: number, from: number): number {
  let step = 1
  while (from + step < ends.length && (ends[from + step] ?? 0) < at) step *= 2
  let low = from
  let high = Math.min(ends.length - 1, from + step)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
