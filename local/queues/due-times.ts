/** `number` counts the entries as they come. */
type Entry<Value> = { at: number; number: number; value: Value }

/** Values by the time at which they are due, the next one first, and as they came where that is the same: a heap. */
export class DueTimes<Value> {
  private readonly entries: Entry<Value>[] = []
  private added = 0

  add(at: number, value: Value): void {
    let place = this.entries.push({ at, number: ++this.added, value }) - 1
    while (place > 0 && this.isBefore(place, parentOf(place))) place = this.swap(place, parentOf(place))
  }

  /** Null where there is none. */
  get next(): Entry<Value> | null {
    return this.entries[0] ?? null
  }

  removeNext(): void {
    const last = this.entries.pop()
    if (last === undefined || this.entries.length === 0) return
    this.entries[0] = last
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      const child = this.isBefore(right, left) ? right : left
      if (!this.isBefore(child, place)) return
      place = this.swap(place, child)
    }
  }

  /** False where there is nothing at `place`. */
  private isBefore(place: number, other: number): boolean {
    const [first, second] = [this.entries[place], this.entries[other]]
    if (!first || !second) return first !== undefined
    return first.at === second.at ? first.number < second.number : first.at < second.at
  }

  /** Returns `other`. */
  private swap(place: number, other: number): number {
    const [first, second] = [this.entries[place], this.entries[other]]
    if (first && second) {
      this.entries[place] = second
      this.entries[other] = first
    }
    return other
  }
}

function parentOf(place: number): number {
  return Math.floor((place - 1) / 2)
}
