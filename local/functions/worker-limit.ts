/** A worker that waits for events. `end` ends it. */
type IdleWorker = { end: () => void; timer: NodeJS.Timeout }

/** Bounds the worker threads of all functions together: each takes some 25 MB. Those that are idle for long end. */
export class WorkerLimit<Worker> {
  private count = 0
  /** Those that have been idle longest come first. */
  private readonly idle = new Map<Worker, IdleWorker>()
  private readonly waiting = new Set<() => boolean>()

  /** `idleMs`: how long a worker may be idle, in milliseconds. */
  constructor(
    private readonly max: number,
    private readonly idleMs: number,
  ) {}

  /**
   * True if a worker may be started. Otherwise `retry` is called when one has ended or become idle. It returns false
   * where it did not use that.
   */
  take(retry: () => boolean): boolean {
    const [oldest] = this.idle.values()
    if (this.count >= this.max) oldest?.end()
    const free = this.count < this.max
    if (free) this.count += 1
    else this.waiting.add(retry)
    return free
  }

  /** A worker that was taken has ended. */
  free(worker: Worker): void {
    this.removeIdle(worker)
    this.count -= 1
    this.callWaiting()
  }

  addIdle(worker: Worker, end: () => void): void {
    this.idle.set(worker, { end, timer: setTimeout(end, this.idleMs).unref() })
    this.callWaiting()
  }

  removeIdle(worker: Worker): void {
    clearTimeout(this.idle.get(worker)?.timer)
    this.idle.delete(worker)
  }

  /** One after the other, until one has used what is free. Who still finds no room waits again. */
  private callWaiting(): void {
    for (const retry of [...this.waiting]) {
      this.waiting.delete(retry)
      if (retry()) return
    }
  }
}
