import { folded } from '../domain/list'

/** Between two texts: a control character, which no text holds. */
const separator = '\n'

/** Many short texts as one string, and the same folded for search; null is the empty text. */
export class TextColumn {
  private readonly ends: Uint32Array
  private readonly foldedText: string
  private readonly foldedEnds: Uint32Array
  private readonly characterBytes: 1 | 2

  /** `text` as `packTexts` makes it. */
  constructor(
    readonly text: string,
    count: number,
  ) {
    this.ends = endsOf(text, count)
    const lower = folded(text)
    this.foldedText = lower === text ? text : lower
    this.characterBytes = isWide(text) ? 2 : 1
    this.foldedEnds = lower.length === text.length ? this.ends : endsOf(lower, count)
  }

  get(row: number): string | null {
    return cut(this.text, this.ends, row) || null
  }

  folded(row: number): string | null {
    return cut(this.foldedText, this.foldedEnds, row) || null
  }

  /** Marks the rows whose folded text holds `needle`: one scan of one string. */
  markMatches(needle: string, marks: Uint8Array): void {
    let row = 0
    for (let at = this.foldedText.indexOf(needle); at >= 0; ) {
      row = rowAt(this.foldedEnds, at, row)
      marks[row] = 1
      at = this.foldedText.indexOf(needle, this.foldedEnds[row])
    }
  }

  /** About what it holds in memory, in bytes. */
  get bytes(): number {
    const texts = this.foldedText === this.text ? this.text.length : this.text.length + this.foldedText.length
    return texts * this.characterBytes + this.ends.byteLength * (this.foldedEnds === this.ends ? 1 : 2)
  }
}

/** A character beyond Latin-1 anywhere makes all of a text take two bytes a character. */
function isWide(text: string): boolean {
  return /[\u0100-\uffff]/.test(text)
}

export function packTexts(texts: (string | null)[]): string {
  return texts.map((text) => (text ?? '') + separator).join('')
}

function endsOf(text: string, count: number): Uint32Array {
  const ends = new Uint32Array(count)
  let at = -1
  for (let row = 0; row < count; row++) {
    at = text.indexOf(separator, at + 1)
    ends[row] = at
  }
  return ends
}

function cut(text: string, ends: Uint32Array, row: number): string {
  return text.slice(row === 0 ? 0 : (ends[row - 1] ?? 0) + 1, ends[row])
}

/** The first row from `from` on that ends after position `at`. */
function rowAt(ends: Uint32Array, at: number, from: number): number {
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
