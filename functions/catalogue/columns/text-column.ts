import { foldCase, foldValue } from '../../domain/list'
import type { Bitmap } from './bitmap'
import { type ColumnKind, mergeValues } from './column'

/** A control character, which no text contains. */
const separator = '\n'

/** Null is stored as the empty text. */
export class TextColumn {
  private readonly ends: Uint32Array
  private readonly foldedText: string
  private readonly foldedEnds: Uint32Array
  private readonly characterBytes: 1 | 2
  /** Of each text, made when it is needed: a filter looks for one number among them, and not for a text. */
  private hashes: Uint32Array | null = null

  /** `text` must be `count` texts, each followed by the separator. */
  constructor(
    readonly text: string,
    count: number,
  ) {
    this.ends = findEnds(text, count)
    const lower = foldCase(text)
    this.foldedText = lower === text ? text : lower
    this.characterBytes = isWide(text) ? 2 : 1
    this.foldedEnds = lower.length === text.length ? this.ends : findEnds(lower, count)
  }

  static pack(texts: (string | null)[]): TextColumn {
    return new TextColumn(texts.map((text) => (text ?? '') + separator).join(''), texts.length)
  }

  /** Without bytes, all are null. */
  static load(bytes: Uint8Array | null, count: number): TextColumn {
    const text =
      bytes === null ? separator.repeat(count) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new TextColumn(text.toString(), count)
  }

  get(position: number): string | null {
    return sliceText(this.text, this.ends, position) || null
  }

  getFolded(position: number): string | null {
    return sliceText(this.foldedText, this.foldedEnds, position) || null
  }

  /** The positions that hold exactly `text`. */
  findEqual(text: string): number[] {
    const found: number[] = []
    this.hashes ??= hashTexts(this.text, this.ends)
    const [hash = 0] = hashTexts(text, Uint32Array.of(text.length))
    for (let at = this.hashes.indexOf(hash); at >= 0; at = this.hashes.indexOf(hash, at + 1))
      if (sliceText(this.text, this.ends, at) === text) found.push(at)
    return found
  }

  /** Sets the positions whose folded text contains `needle`. Scans one string once. */
  setMatches(needle: string, bitmap: Bitmap): void {
    let position = 0
    for (let at = this.foldedText.indexOf(needle); at >= 0; ) {
      position = findPosition(this.foldedEnds, at, position)
      bitmap[position] = 1
      at = this.foldedText.indexOf(needle, this.foldedEnds[position])
    }
  }

  get bytes(): number {
    const texts = this.foldedText === this.text ? this.text.length : this.text.length + this.foldedText.length
    const numbers = [this.ends, ...(this.foldedEnds === this.ends ? [] : [this.foldedEnds]), this.hashes ?? []]
    return numbers.reduce((sum, each) => sum + 4 * each.length, texts * this.characterBytes)
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
  store: ({ text }) => ({ bytes: Buffer.from(text) }),
  load: (stored, rows) => TextColumn.load(stored?.bytes ?? null, rows),
}

export const text: ColumnKind<string, TextColumn> = {
  ...optionalText,
  get: (column, position) => column.get(position) ?? '',
}

/** One character beyond Latin-1 makes the whole string take two bytes for each character. */
function isWide(text: string): boolean {
  return /[\u0100-\uffff]/.test(text)
}

function findEnds(text: string, count: number): Uint32Array {
  const ends = new Uint32Array(count)
  let at = -1
  for (let position = 0; position < count; position++) {
    at = text.indexOf(separator, at + 1)
    ends[position] = at
  }
  return ends
}

/** FNV-1a, over UTF-16 units. The texts end at `ends`, with a character between two of them. */
function hashTexts(text: string, ends: Uint32Array): Uint32Array {
  const hashes = new Uint32Array(ends.length)
  let at = 0
  for (let position = 0; position < ends.length; position++, at++) {
    let hash = 0x811c9dc5
    for (; at < (ends[position] ?? 0); at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hashes[position] = hash
  }
  return hashes
}

function sliceText(text: string, ends: Uint32Array, position: number): string {
  return text.slice(position === 0 ? 0 : (ends[position - 1] ?? 0) + 1, ends[position])
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
