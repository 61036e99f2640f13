/**
 * Lets few events of all functions run at once. More threads than processors only take them from each other: each one
 * is slower, compiles the code for itself, and meets more conflicts. An event that takes long may wait for something
 * else, so it counts no more.
 */
export class Turns {
  private taken = 0
  private readonly waiting: (() => void)[] = []

  /** `longMs`: from when an event takes long, in milliseconds. */
  constructor(
    private readonly max: number,
    private readonly longMs: number,
  ) {}

  /** Waits for a turn: who came first has the next one. Returns what ends it. */
  async take(): Promise<() => void> {
    if (this.taken < this.max) this.taken += 1
    else await new Promise<void>((given) => this.waiting.push(given))
    const timer = setTimeout(() => end(), this.longMs).unref()
    let counts = true
    const end = () => {
      if (!counts) return
      counts = false
      clearTimeout(timer)
      this.pass()
    }
    return end
  }

  private pass(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.taken -= 1
  }
}
