import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { ulid } from 'ulid'
import { createCompany } from '../../admin/companies/companies'
import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { writeBase } from '../../functions/catalogue/replica/base'
import { dayMs } from '../../functions/domain/time'
import { baseNames } from '../../functions/store/catalogue/head'
import { parseItemRow } from '../../functions/store/items/item-row'
import type { Table } from '../../functions/store/table/table'
import { makeGate } from './gate'
import { type Held, HeldCommits, ignoreRefusals } from './held-commits'
import { scanTable } from './scan'
import { makeShop, type Shop } from './shop'
import { StoryWrites } from './story-writes'
import { makeCaller } from './table'

/** Milliseconds that a reader's clock may be off, and a writer's behind: half of what two clocks may differ. */
export const maxSkew = 2_500
/**
 * Milliseconds that a writer's clock may be ahead. This may be much: only a writer whose clock is behind a reader's can
 * stamp what that reader takes for settled.
 */
export const maxAhead = 60_000

/** How far the clock of each actor is off, in milliseconds. */
export type Clocks = { readers: number[]; writers: number[] }

/** `n` selects the item or variant, `ms` is how long the step takes, and `choice` is what is read. */
export type Step<Choice> = { do: StepName; actor: number; n: number; ms: number; choice: Choice }

/** Checks a reader of the story against the rows of the table. Throws where they differ. */
export type Check<Choice> = (reader: Table, companyId: string, choice: Choice) => Promise<void>

/** How often each step happens, the times that they wait (milliseconds), what is read, and the number of steps. */
export type Plot<Choice> = {
  weights: Partial<Record<StepName, number>>
  waits: number[]
  choice: fc.Arbitrary<Choice>
  length: { minLength: number; maxLength: number }
}

/** Has clocks of `actors` readers and as many writers. A writer's is at most `ahead` milliseconds ahead. */
export function makeStories<Choice>(plot: Plot<Choice>, { actors, ahead }: { actors: number; ahead: number }) {
  const { weights, waits, choice, length } = plot
  const rest = { actor: fc.nat({ max: actors - 1 }), n: fc.nat(), ms: fc.constantFrom(...waits), choice }
  const names = Object.keys(weights) as StepName[]
  const steps = names.map((name) => {
    return { weight: weights[name] ?? 0, arbitrary: fc.record({ do: fc.constant(name), ...rest }) }
  })
  const skews = (max: number) => fc.array(fc.integer({ min: -maxSkew, max }), { minLength: actors, maxLength: actors })
  return fc.record({
    clocks: fc.record({ readers: skews(maxSkew), writers: skews(ahead) }),
    steps: fc.array(fc.oneof(...steps), { ...length, size: 'max' }),
  })
}

type Write = Exclude<keyof StoryWrites, 'purged' | 'lastUpdate'>
type Delayed = 'delayed update' | 'slow update' | 'delayed move' | 'delayed order edit'
type OfTime = 'wait' | 'midnight' | 'night' | 'burst' | 'purge' | 'sweep'
type OfReads = 'release' | 'repeat update' | 'read' | 'slow read' | 'cold start'
type OfBases = 'compact' | 'add deltas' | 'begin compaction' | 'end compaction'
type StepName = Write | Delayed | OfTime | OfReads | OfBases

/**
 * Writers, readers and compactions of one company are interleaved, clocks disagree, and commits are delayed between
 * their stamp and their last sending. Every read is checked.
 */
export class TableStory<Choice> {
  private readonly companyId = `cmp_${ulid()}`
  private readonly readers: Table[]
  private readonly commits = new HeldCommits()
  private readonly compactions: Held[] = []
  private readonly slowReads: (Held | undefined)[] = []
  private readonly writes = new StoryWrites()

  constructor(
    private readonly table: Table,
    private readonly clocks: Clocks,
    private readonly check: Check<Choice>,
  ) {
    this.readers = clocks.readers.map((skew) => this.tableOf(skew))
  }

  async run(steps: Step<Choice>[]): Promise<void> {
    await createCompany(this.table, { id: this.companyId, name: 'Acme', plan: 'enterprise' })
    await this.write('add', this.shopOf(0), 0)
    for (const step of steps) await this.take(step).catch(ignoreRefusals)
    await this.commits.releaseAll()
    await this.commits.waitForAnswers()
    for (const compaction of this.compactions) await end(compaction).catch(ignoreRefusals)
    for (const step of steps.slice(-1)) for (const actor of this.readers.keys()) await this.read({ ...step, actor })
  }

  private take(step: Step<Choice>): Promise<unknown> {
    const act = this.acts[step.do as keyof typeof this.acts]
    return act ? act(step) : this.write(step.do as Write, this.shopOf(step.actor), step.n)
  }

  private readonly acts: Record<Exclude<StepName, Write>, (step: Step<Choice>) => Promise<unknown>> = {
    'delayed update': ({ actor, n }) => this.delay(actor, 'update', n),
    'slow update': ({ actor, n }) => this.delay(actor, 'update', n, 'answer'),
    'delayed move': ({ actor, n }) => this.delay(actor, 'move', n),
    'delayed order edit': ({ actor, n }) => this.delay(actor, 'edit order', n),
    release: ({ n }) => this.commits.release(n),
    'repeat update': ({ actor }) => this.repeatUpdate(actor),
    read: (step) => this.read(step),
    'slow read': (step) => this.readSlowly(step),
    'cold start': async ({ actor }) => {
      await this.endSlowRead(actor)
      this.readers[actor] = this.readerOf(actor)
    },
    wait: ({ ms }) => this.commits.wait(ms),
    midnight: (step) => this.passMidnight(step),
    night: ({ actor }) => finishDays(this.readerOf(actor), this.companyId),
    burst: (step) => this.burst(step),
    purge: (step) => this.purge(step),
    sweep: () => this.sweep(),
    compact: async ({ actor }) => {
      for (const base of baseNames) await rebuild(this.readerOf(actor), this.companyId, base)
    },
    'add deltas': async ({ actor }) => {
      const reader = this.readerOf(actor)
      await compact(reader, this.companyId, await planCompaction(reader, this.companyId, null))
    },
    'begin compaction': ({ actor }) => this.beginCompaction(actor),
    'end compaction': () => end(this.compactions.shift()),
  }

  private write(what: Write, shop: Shop, n: number): Promise<unknown> {
    return this.writes[what](shop, n)
  }

  /** A list may lack a change that is not acknowledged: the result of a read does not count then. */
  private async read({ actor, choice }: Step<Choice>): Promise<void> {
    await this.endSlowRead(actor)
    const checked = this.check(this.readers[actor] ?? this.table, this.companyId, choice)
    await (this.commits.areAnswered ? checked : checked.catch(() => {}))
  }

  /** Reads while the answer from the log is delayed. The reader must not treat that answer as later than it is. */
  private async readSlowly(step: Step<Choice>): Promise<void> {
    const { actor, n } = step
    await this.endSlowRead(actor)
    const reader = this.readers[actor] ?? this.table
    const { db } = reader
    const { gated, release, reached } = makeGate(reader, QueryCommand, isOfLog, 'answer')
    reader.db = gated.db
    // This read may show any moment, so its result does not count.
    const done = this.check(reader, this.companyId, step.choice).catch(() => {})
    await Promise.race([reached, done])
    reader.db = db
    this.slowReads[actor] = { done, release }
    await this.write('update', this.shopOf(actor), n).catch(ignoreRefusals)
    await this.commits.wait(20_000)
    await this.read(step)
  }

  private async endSlowRead(actor: number): Promise<void> {
    const slow = this.slowReads[actor]
    this.slowReads[actor] = undefined
    await end(slow)
  }

  private delay(actor: number, what: Write, n: number, hold?: 'answer'): Promise<void> {
    const before = this.writes.lastUpdate
    const change = (writer: Table) => {
      const done = this.write(what, this.shopOf(actor, writer), n)
      const { lastUpdate } = this.writes
      return { done, update: lastUpdate === before ? null : lastUpdate }
    }
    return this.commits.delay(this.writerOf(actor), change, hold)
  }

  private async repeatUpdate(actor: number): Promise<void> {
    const { lastUpdate } = this.writes
    if (lastUpdate === null) return
    const { id, fields } = lastUpdate
    const send = (writer: Table) => this.shopOf(actor, writer).updateItem(id, fields)
    await this.commits.repeat(this.writerOf(actor), lastUpdate, send)
  }

  /** Commits a change while its day ends and is counted. */
  private async passMidnight(step: Step<Choice>): Promise<void> {
    await this.commits.wait(dayMs - (this.commits.time % dayMs) - 2_000)
    await this.delay(step.actor, 'update', step.n)
    await this.commits.wait(3_000)
    for (const actor of this.readers.keys()) this.readers[actor] = this.readerOf(actor)
    await this.readAround(step)
  }

  /** Commits a change while more rows are written than a reader holds. */
  private async burst(step: Step<Choice>): Promise<void> {
    // The burst takes longer than commits may be held back.
    await this.commits.releaseAll()
    await this.delay(step.actor, 'update', step.n)
    for (let bulk = 0; bulk < 11; bulk++) await this.write('bulk', this.shopOf(step.actor), step.n)
    await this.readAround(step)
  }

  /** Every reader reads before and after the last commit that was held back. */
  private async readAround(step: Step<Choice>): Promise<void> {
    for (const actor of this.readers.keys()) await this.read({ ...step, actor })
    await this.commits.releaseLast()
    await this.commits.waitForAnswers()
    for (const actor of this.readers.keys()) await this.read({ ...step, actor })
  }

  /** Purges an item: its time in trash ends. */
  private async purge(step: Step<Choice>): Promise<void> {
    await this.write('trash', this.shopOf(step.actor), step.n).catch(ignoreRefusals)
    await this.commits.wait(30 * dayMs - maxAhead)
    await this.read(step)
    await this.commits.wait(2 * maxAhead)
    await this.read(step)
  }

  /** Deletes expired rows, as the TTL sweep does at some time. */
  private async sweep(): Promise<void> {
    for (const { pk, sk, expires_at } of await scanTable(this.table)) {
      const own = String(pk).includes(this.companyId) || String(pk).startsWith('CHUNK#')
      if (!own || !(Number(expires_at) * 1_000 <= this.commits.time - maxSkew)) continue
      const key = { TableName: this.table.name, Key: { pk, sk }, ReturnValues: 'ALL_OLD' } as const
      const { Attributes } = await this.table.db.send(new DeleteCommand(key))
      if (String(pk).startsWith('ITEMS#')) this.writes.purged.push(parseItemRow(Attributes))
    }
  }

  /** Runs a compaction of the items up to the swap of the head. */
  private async beginCompaction(actor: number): Promise<void> {
    const swaps = ({ Item }: { Item?: Record<string, unknown> }) => String(Item?.pk).startsWith('CATALOGUE#')
    const { gated, release, reached } = makeGate(this.readerOf(actor), PutCommand, swaps)
    const done = writeBase(gated, this.companyId, itemsSource)
    await Promise.race([reached, done])
    this.compactions.push({ release, done })
  }

  private shopOf(actor: number, writer = this.writerOf(actor)): Shop {
    return makeShop(writer, { ...makeCaller(this.companyId), userId: `usr_${actor}` })
  }

  private writerOf(actor: number): Table {
    return this.tableOf(this.clocks.writers[actor])
  }

  private readerOf(actor: number): Table {
    return this.tableOf(this.clocks.readers[actor])
  }

  private tableOf(skew = 0): Table {
    return { ...this.table, now: () => this.commits.time + skew }
  }
}

async function end(held: Held | undefined): Promise<void> {
  held?.release()
  await held?.done
}

function isOfLog({ ExpressionAttributeValues }: { ExpressionAttributeValues?: Record<string, unknown> }): boolean {
  return String(ExpressionAttributeValues?.[':partition']).startsWith('LOG#')
}
