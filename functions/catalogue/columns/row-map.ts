/** Upper estimates, in bytes, of what a field of a row, and a text, take in addition to their characters. */
const fieldBytes = 48
const textBytes = 16

/** Rows must not change: each is measured when it is added, so that reading `bytes` costs nothing. */
export class RowMap<Held extends object> extends Map<string, Held> {
  private counted = 0

  get bytes(): number {
    return this.counted
  }

  override set(key: string, row: Held): this {
    this.delete(key)
    this.counted += countBytes(key) + countBytes(row)
    return super.set(key, row)
  }

  override delete(key: string): boolean {
    const row = this.get(key)
    if (row !== undefined) this.counted -= countBytes(key) + countBytes(row)
    return super.delete(key)
  }

  override clear(): void {
    this.counted = 0
    super.clear()
  }
}

function countBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes + value.length * 2
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + fieldBytes + countBytes(part), fieldBytes)
}
