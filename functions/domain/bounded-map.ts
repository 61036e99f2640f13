/** Holds values up to a weight: by default so many of them. Those used last stay, the very last one always. */
export class BoundedMap<Key, Value> {
  /** The one that was used last is the last one. */
  private readonly values = new Map<Key, Value>()

  constructor(
    private readonly maxWeight: number,
    private readonly weigh: ((value: Value) => number) | null = null,
  ) {}

  /** Uses the value. */
  get(key: Key): Value | undefined {
    const value = this.values.get(key)
    if (value === undefined) return undefined
    this.values.delete(key)
    this.values.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.values.delete(key)
    this.values.set(key, value)
    this.trim()
  }

  list(): Value[] {
    return [...this.values.values()]
  }

  /** For values that grow: drops those that were not used for longest, until the others fit. */
  trim(): void {
    const { values, weigh } = this
    let total = weigh === null ? values.size : this.list().reduce((sum, value) => sum + weigh(value), 0)
    for (const [key, value] of values) {
      if (total <= this.maxWeight || values.size === 1) return
      values.delete(key)
      total -= weigh === null ? 1 : weigh(value)
    }
  }
}
