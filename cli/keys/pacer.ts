import { setTimeout as sleep } from 'node:timers/promises'

/** `now` and `sleep`: in milliseconds. */
type Clock = { now: () => number; sleep: (ms: number) => Promise<unknown> }

/** Lets so many go on in a second, one after the other, in the order in which they came. Saves no turns for later. */
export class Pacer {
  private next = 0

  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock = { now: () => performance.now(), sleep },
  ) {}

  async wait(): Promise<void> {
    const now = this.clock.now()
    const turn = Math.max(now, this.next)
    this.next = turn + 1_000 / this.perSecond
    if (turn > now) await this.clock.sleep(turn - now)
  }
}
