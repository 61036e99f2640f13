/** A field of a row, and a text, beside its characters: about what they take at the most, in bytes. */
const fieldBytes = 48
const textBytes = 16

/** Rows by key, which do not change, and what they take in memory: a row is counted when it enters, so that asking costs nothing. */
export class RowMap<Held extends object> extends Map<string, Held> {
  private counted = 0

  /** About what the rows take in memory, in bytes. */
  get bytes(): number {
    return this.counted
  }

  override set(key: string, row: Held): this {
    this.delete(key)
    this.counted += bytesOf(key) + bytesOf(row)
    return super.set(key, row)
  }

  override delete(key: string): boolean {
    const row = this.get(key)
    if (row !== undefined) this.counted -= bytesOf(key) + bytesOf(row)
    return super.delete(key)
  }

  override clear(): void {
    this.counted = 0
    super.clear()
  }
}

/** A character may take two bytes, whichever it is: one that needs two makes its whole text so. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return textBytes + value.length * 2
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + fieldBytes + bytesOf(part), fieldBytes)
}
