/** What happens at times, the earliest first: workers that become free, messages that come back. */
export class Times<Of = true> {
  private readonly heap: { at: number; of: Of }[] = []

  get size(): number {
    return this.heap.length
  }

  /** Infinity where there is none. */
  get first(): number {
    return this.heap[0]?.at ?? Number.POSITIVE_INFINITY
  }

  add(at: number, of: Of): void {
    const { heap } = this
    let place = heap.push({ at, of }) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.getAt(parent) <= at) break
      this.swap(place, parent)
      place = parent
    }
  }

  /** Undefined where there is none. */
  take(): Of | undefined {
    const { heap } = this
    const taken = heap[0]?.of
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return taken
    heap[0] = last
    for (let place = 0; ; ) {
      const left = 2 * place + 1
      const least = this.getAt(left + 1) < this.getAt(left) ? left + 1 : left
      if (this.getAt(least) >= last.at) return taken
      this.swap(place, least)
      place = least
    }
  }

  private getAt(place: number): number {
    return this.heap[place]?.at ?? Number.POSITIVE_INFINITY
  }

  private swap(a: number, b: number): void {
    const { heap } = this
    const [first, second] = [heap[a], heap[b]]
    if (first === undefined || second === undefined) return
    heap[a] = second
    heap[b] = first
  }
}
