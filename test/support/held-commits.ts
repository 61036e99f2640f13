import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { Refusal } from '../../functions/domain/errors'
import type { Table } from '../../functions/store/table/table'
import { sendWithinMs } from '../../functions/store/time/timing'
import { makeGate } from './gate'
import { makeLatch } from './latch'
import type { Update } from './story-writes'
import { noon } from './table'

/** A call that is held back until `release` is called. */
export type Held = { release: () => void; done: Promise<unknown> }

/** `late` resolves if it waits before its answer: with the wait, in milliseconds. `update`: what it sets, if any. */
type Commit = Held & { due: number; late: Promise<number>; answer: () => void; update: Update | null }

/** The time of a story, and the commits that are held back: they are sent when they are due. */
export class HeldCommits {
  time = noon
  private readonly waiting: Commit[] = []
  /** Commits that are not yet acknowledged, since they were late. */
  private readonly unanswered: Commit[] = []

  get areAnswered(): boolean {
    return this.unanswered.length === 0
  }

  /** Stamps a change now, and holds back its commit, or DynamoDB's answer to it, until it is released or due. */
  async delay(
    writer: Table,
    change: (writer: Table) => { done: Promise<unknown>; update: Update | null },
    hold?: 'answer',
  ): Promise<void> {
    const { sleep, late, answer } = makeWait()
    const { gated, release, reached } = makeGate({ ...writer, sleep }, TransactWriteCommand, () => true, hold)
    const { done, update } = change(gated)
    done.catch(() => {})
    await Promise.race([reached, late, done.catch(() => {})]) // late: nothing to change, and not yet to be answered
    this.waiting.push({ due: this.time + sendWithinMs, release, done, late, answer, update })
  }

  /** By its place, counted round. */
  async release(index: number): Promise<void> {
    const [held] = this.waiting.splice(index % Math.max(1, this.waiting.length), 1)
    if (held === undefined) return
    held.release()
    await this.awaitAnswer(held)
  }

  async releaseLast(): Promise<void> {
    await this.release(this.waiting.length - 1).catch(ignoreRefusals)
  }

  async releaseAll(): Promise<void> {
    while (this.waiting.length > 0) await this.release(0).catch(ignoreRefusals)
  }

  /** Another writer sends an update again. Its answer acknowledges that change: a list must have it. */
  async repeat(writer: Table, repeated: Update, send: (writer: Table) => Promise<unknown>): Promise<void> {
    const acknowledged = this.unanswered.find(({ update }) => update === repeated)
    const { sleep, late, answer } = makeWait()
    const done = send({ ...writer, sleep })
    done.catch(() => {})
    const isAnswered = await this.awaitAnswer({ due: this.time, release: () => {}, done, late, answer, update: null })
    if (isAnswered && acknowledged) await this.acknowledge(acknowledged)
  }

  /** Lets time pass. Commits that are held back are sent when they are due, and late ones are acknowledged. */
  async wait(ms: number): Promise<void> {
    const until = this.time + ms
    for (;;) {
      const next = [...this.waiting, ...this.unanswered].sort((a, b) => a.due - b.due)[0]
      if (next === undefined || next.due > until) break
      this.time = Math.max(this.time, next.due)
      const index = this.waiting.indexOf(next)
      if (index >= 0) await this.release(index).catch(ignoreRefusals)
      else await this.acknowledge(next)
    }
    this.time = Math.max(this.time, until)
  }

  async waitForAnswers(): Promise<void> {
    const last = Math.max(this.time, ...this.unanswered.map(({ due }) => due))
    await this.wait(last - this.time)
  }

  /** False where it waits before its answer. */
  private async awaitAnswer(held: Commit): Promise<boolean> {
    const wait = await Promise.race([held.late, held.done.then(() => null)])
    if (wait !== null) this.unanswered.push({ ...held, due: this.time + wait })
    return wait === null
  }

  private async acknowledge(commit: Commit): Promise<void> {
    this.unanswered.splice(this.unanswered.indexOf(commit), 1)
    commit.answer()
    await commit.done
  }
}

/** A `sleep` that ends when `answer` is called. `late` resolves where it begins: with its milliseconds. */
function makeWait() {
  const [{ opened: answered, open: answer }, { opened: late, open: sayLate }] = [makeLatch(), makeLatch<number>()]
  const sleep = (ms: number) => {
    sayLate(ms)
    return answered
  }
  return { sleep, late, answer }
}

/** A story may ask for the impossible. A commit that a slow machine holds back for too long has no effect. */
export function ignoreRefusals(error: unknown): void {
  const givenUp = error instanceof Error && error.name === 'AbortError'
  if (!(error instanceof Refusal || givenUp)) throw error
}
