import { DeleteCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { ulid } from 'ulid'
import { createCompany } from '../../admin/companies/companies'
import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { writeBase } from '../../functions/catalogue/replica/base'
import { Refusal } from '../../functions/domain/errors'
import type { Item, ItemPatch } from '../../functions/domain/items/item'
import { chooseStamp } from '../../functions/domain/revision'
import { requestedTypes } from '../../functions/domain/stock/movement'
import { dayMs } from '../../functions/domain/time'
import { deleteOrder, placeOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { baseNames } from '../../functions/store/catalogue/head'
import type { Table } from '../../functions/store/client'
import { commitChangeset, draftChangeset } from '../../functions/store/commit/changeset'
import { parseItemRow } from '../../functions/store/items/item-row'
import { sendWithinMs } from '../../functions/store/timing'
import { makeGate } from './gate'
import { forgetPace } from './pace'
import { scanTable } from './scan'
import { type Movement, makeShop, type Shop } from './shop'
import { makeCaller, noon } from './table'

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
  const steps = stepNames
    .filter((name) => weights[name] !== undefined)
    .map((name) => ({ weight: weights[name] ?? 0, arbitrary: fc.record({ do: fc.constant(name), ...rest }) }))
  const skews = (max: number) => fc.array(fc.integer({ min: -maxSkew, max }), { minLength: actors, maxLength: actors })
  return fc.record({
    clocks: fc.record({ readers: skews(maxSkew), writers: skews(ahead) }),
    steps: fc.array(fc.oneof(...steps), { ...length, size: 'max' }),
  })
}

const stepNames = [
  ...([
    'add',
    'update',
    'move',
    'bulk',
    'trash',
    'restore',
    'reverse',
    'delayed update',
    'slow update',
    'delayed move',
  ] as const),
  ...(['order', 'edit order', 'place order', 'delete order', 'delayed order edit'] as const),
  ...([
    'release',
    'repeat update',
    'read',
    'slow read',
    'cold start',
    'wait',
    'midnight',
    'night',
    'burst',
    'purge',
    'sweep',
    'recreate',
  ] as const),
  ...(['compact', 'add deltas', 'begin compaction', 'end compaction'] as const),
] as const
type StepName = (typeof stepNames)[number]
type Write =
  | ('add' | 'update' | 'move' | 'bulk' | 'trash' | 'restore' | 'reverse')
  | ('order' | 'edit order' | 'place order' | 'delete order')

/** A `sleep` that ends when `answer` is called. `late` resolves where it begins: with its milliseconds. */
function makeWait() {
  let [answer, sayLate] = [() => {}, (_ms: number) => {}]
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const late = new Promise<number>((resolve) => (sayLate = resolve))
  const sleep = (ms: number) => {
    sayLate(ms)
    return answered
  }
  return { sleep, late, answer }
}

/** A call that is held back until `release` is called. */
type HeldCommit = { release: () => void; done: Promise<unknown> }

/** A delayed commit. `late` resolves if it waits before its answer: with the wait, in milliseconds. */
type DelayedCommit = HeldCommit & { due: number; late: Promise<number>; answer: () => void; update: Update | null }

type Update = { id: string; fields: ItemPatch }

/**
 * Writers, readers and compactions of one company are interleaved, clocks disagree, and commits are delayed between
 * their stamp and their last sending. Every read is checked.
 */
export class TableStory<Choice> {
  private time = noon
  private readonly companyId = `cmp_${ulid()}`
  private readonly readers: Table[]
  private readonly commits: DelayedCommit[] = []
  /** Commits that are not yet acknowledged, since they were late. */
  private readonly unanswered: DelayedCommit[] = []
  private readonly compactions: HeldCommit[] = []
  private readonly slowReads: (HeldCommit | undefined)[] = []
  private readonly ids: string[] = []
  private readonly moved: string[] = []
  private readonly orders: string[] = []
  private readonly purged: Item[] = []
  private lastUpdate: Update | null = null
  private names = 0

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
    while (this.commits.length > 0) await this.release(0).catch(ignoreRefusals)
    await this.waitForAnswers()
    for (const compaction of this.compactions) await end(compaction).catch(ignoreRefusals)
    for (const step of steps.slice(-1)) for (const actor of this.readers.keys()) await this.read({ ...step, actor })
  }

  private async take(step: Step<Choice>): Promise<unknown> {
    const { actor, n, ms } = step
    switch (step.do) {
      case 'delayed update':
        return this.delay(actor, (shop) => this.write('update', shop, n))
      case 'slow update':
        return this.delay(actor, (shop) => this.write('update', shop, n), 'answer')
      case 'delayed move':
        return this.delay(actor, (shop) => this.write('move', shop, n))
      case 'delayed order edit':
        return this.delay(actor, (shop) => this.write('edit order', shop, n))
      case 'release':
        return this.release(n)
      case 'repeat update':
        return this.repeatUpdate(actor)
      case 'read':
        return this.read(step)
      case 'slow read':
        return this.readSlowly(step)
      case 'cold start':
        await this.endSlowRead(actor)
        this.readers[actor] = this.readerOf(actor)
        return
      case 'midnight':
        return this.passMidnight(step)
      case 'night':
        return finishDays(this.readerOf(actor), this.companyId)
      case 'burst':
        return this.burst(step)
      case 'purge':
        return this.purge(step)
      case 'sweep':
        return this.sweep()
      case 'recreate':
        return this.recreate(actor)
      case 'compact':
        return this.compact(this.readerOf(actor))
      case 'add deltas':
        return this.addDeltas(this.readerOf(actor))
      case 'begin compaction':
        return this.beginCompaction(actor)
      case 'end compaction':
        return end(this.compactions.shift())
      case 'wait':
        return this.wait(ms)
      default:
        return this.write(step.do, this.shopOf(actor), n)
    }
  }

  private async write(what: Write, shop: Shop, n: number): Promise<unknown> {
    const id = this.ids[n % Math.max(1, this.ids.length)] ?? ''
    const orderId = this.orders[n % Math.max(1, this.orders.length)] ?? `po_${'0'.repeat(26)}`
    switch (what) {
      case 'add': {
        const item = await shop.createItem({
          sku: `S-${this.names}`,
          name: `Bolt ${this.names++ % 4}`,
          quantity: n % 3,
        })
        return this.ids.push(item.id)
      }
      case 'update':
        this.lastUpdate = { id, fields: { name: `Nut ${this.names++}`, reorder_point: 3 } }
        return shop.updateItem(id, this.lastUpdate.fields)
      case 'move':
        return shop.move({ type: 'receive', quantity: 1, item_id: id })
      case 'bulk': {
        const type = requestedTypes[n % 3] ?? 'receive'
        const movement: Movement = { type: type === 'issue' ? 'return' : type, quantity: 1, item_id: id }
        await forgetPace(shop)
        return this.moved.push(...(await shop.move(...Array<Movement>(40).fill(movement))).map((row) => row.id))
      }
      case 'trash':
        return shop.deleteItem(id)
      case 'restore':
        return shop.restoreItem(id, `R-${this.names++}`)
      case 'reverse':
        return shop.reverse(this.moved.pop() ?? `txn_${'0'.repeat(28)}`)
      case 'order':
        return this.orders.push((await shop.order([{ item_id: id, quantity_ordered: 1 }], 'draft')).id)
      case 'edit order': {
        const line = { item_id: id, sku: null, quantity_ordered: 2, unit_cost: null, notes: null }
        const fields = n % 2 === 0 ? { line_items: [line] } : { notes: `Note ${this.names++}` }
        return shop.run((context) => updateOrder(context, orderId, fields, null))
      }
      case 'place order':
        return shop.run((context) => placeOrder(context, orderId))
      case 'delete order':
        return shop.run((context) => deleteOrder(context, orderId, null))
    }
  }

  /** A list may lack a change that is not acknowledged: the result of a read does not count then. */
  private async read({ actor, choice }: Step<Choice>): Promise<void> {
    await this.endSlowRead(actor)
    const checked = this.check(this.readers[actor] ?? this.table, this.companyId, choice)
    await (this.unanswered.length > 0 ? checked.catch(() => {}) : checked)
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
    await this.wait(20_000)
    await this.read(step)
  }

  private async endSlowRead(actor: number): Promise<void> {
    const slow = this.slowReads[actor]
    this.slowReads[actor] = undefined
    await end(slow)
  }

  /** Stamps a change now, and holds back its commit, or DynamoDB's answer to it, until it is released or due. */
  private async delay(
    actor: number,
    change: (shop: Shop) => Promise<unknown>,
    hold: 'request' | 'answer' = 'request',
  ): Promise<void> {
    const { sleep, late, answer } = makeWait()
    const { gated, release, reached } = makeGate(
      { ...this.writerOf(actor), sleep },
      TransactWriteCommand,
      () => true,
      hold,
    )
    const before = this.lastUpdate
    const done = change(makeShop(gated, this.callerOf(actor)))
    const update = this.lastUpdate === before ? null : this.lastUpdate
    done.catch(() => {})
    await Promise.race([reached, late, done.catch(() => {})]) // late: nothing to change, and not yet to be answered
    this.commits.push({ due: this.time + sendWithinMs, release, done, late, answer, update })
  }

  private async release(index: number): Promise<void> {
    const [held] = this.commits.splice(index % Math.max(1, this.commits.length), 1)
    if (held === undefined) return
    held.release()
    await this.awaitAnswer(held)
  }

  /** False where it waits before its answer. */
  private async awaitAnswer(held: DelayedCommit): Promise<boolean> {
    const wait = await Promise.race([held.late, held.done.then(() => null)])
    if (wait !== null) this.unanswered.push({ ...held, due: this.time + wait })
    return wait === null
  }

  /** Another writer sends the last update again. Its answer acknowledges that change: a list must have it. */
  private async repeatUpdate(actor: number): Promise<void> {
    if (this.lastUpdate === null) return
    const { id, fields } = this.lastUpdate
    const acknowledged = this.unanswered.find(({ update }) => update === this.lastUpdate)
    const { sleep, late, answer } = makeWait()
    const shop = makeShop({ ...this.writerOf(actor), sleep }, this.callerOf(actor))
    const done = shop.updateItem(id, fields)
    done.catch(() => {})
    const isAnswered = await this.awaitAnswer({ due: this.time, release: () => {}, done, late, answer, update: null })
    if (isAnswered && acknowledged) await this.acknowledge(acknowledged)
  }

  /** Lets time pass. Commits that are held back are sent when they are due, and late ones are acknowledged. */
  private async wait(ms: number): Promise<void> {
    const until = this.time + ms
    for (;;) {
      const next = [...this.commits, ...this.unanswered].sort((a, b) => a.due - b.due)[0]
      if (next === undefined || next.due > until) break
      this.time = Math.max(this.time, next.due)
      const index = this.commits.indexOf(next)
      if (index >= 0) await this.release(index).catch(ignoreRefusals)
      else await this.acknowledge(next)
    }
    this.time = Math.max(this.time, until)
  }

  private async acknowledge(commit: DelayedCommit): Promise<void> {
    this.unanswered.splice(this.unanswered.indexOf(commit), 1)
    commit.answer()
    await commit.done
  }

  private async waitForAnswers(): Promise<void> {
    const last = Math.max(this.time, ...this.unanswered.map(({ due }) => due))
    await this.wait(last - this.time)
  }

  /** Commits a change while its day ends and is counted. */
  private async passMidnight(step: Step<Choice>): Promise<void> {
    await this.wait(dayMs - (this.time % dayMs) - 2_000)
    await this.delay(step.actor, (shop) => this.write('update', shop, step.n))
    await this.wait(3_000)
    for (const actor of this.readers.keys()) this.readers[actor] = this.readerOf(actor)
    await this.readAround(step)
  }

  /** Commits a change while more rows are written than a reader holds. */
  private async burst(step: Step<Choice>): Promise<void> {
    // The burst takes longer than commits may be held back.
    while (this.commits.length > 0) await this.release(0).catch(ignoreRefusals)
    await this.delay(step.actor, (shop) => this.write('update', shop, step.n))
    for (let bulk = 0; bulk < 11; bulk++) await this.write('bulk', this.shopOf(step.actor), step.n)
    await this.readAround(step)
  }

  /** Every reader reads before and after the last commit that was held back. */
  private async readAround(step: Step<Choice>): Promise<void> {
    for (const actor of this.readers.keys()) await this.read({ ...step, actor })
    await this.release(this.commits.length - 1).catch(ignoreRefusals)
    await this.waitForAnswers()
    for (const actor of this.readers.keys()) await this.read({ ...step, actor })
  }

  /** Purges an item: its time in trash ends. */
  private async purge(step: Step<Choice>): Promise<void> {
    await this.write('trash', this.shopOf(step.actor), step.n).catch(ignoreRefusals)
    await this.wait(30 * dayMs - maxAhead)
    await this.read(step)
    await this.wait(2 * maxAhead)
    await this.read(step)
  }

  /** Deletes expired rows, as the TTL sweep does at some time. */
  private async sweep(): Promise<void> {
    for (const { pk, sk, expires_at } of await scanTable(this.table)) {
      const own = String(pk).includes(this.companyId) || String(pk).startsWith('CHUNK#')
      if (!own || !(Number(expires_at) * 1_000 <= this.time - maxSkew)) continue
      const key = { TableName: this.table.name, Key: { pk, sk }, ReturnValues: 'ALL_OLD' } as const
      const { Attributes } = await this.table.db.send(new DeleteCommand(key))
      if (String(pk).startsWith('ITEMS#')) this.purged.push(parseItemRow(Attributes))
    }
  }

  /** Recreates an item that was purged, as the restore of a snapshot does. Its revision continues. */
  private async recreate(actor: number): Promise<void> {
    const last = this.purged.shift()
    if (last === undefined) return
    const table = this.writerOf(actor)
    const at = chooseStamp([last], table.now())
    const live = { ...last, sku: `P-${this.names++}`, deleted_at: null, deleted_by: null }
    const after = { ...live, rev: last.rev + 1, updated_at: new Date(at).toISOString() }
    const change = { action: 'restore', before: null, after, changes: {}, movement: null } as const
    await commitChangeset(table, draftChangeset(this.callerOf(actor), at, { items: [change] }))
  }

  private async compact(table: Table): Promise<void> {
    for (const base of baseNames) await rebuild(table, this.companyId, base)
  }

  private async addDeltas(table: Table): Promise<void> {
    await compact(table, this.companyId, await planCompaction(table, this.companyId, null))
  }

  /** Runs a compaction of the items up to the swap of the head. */
  private async beginCompaction(actor: number): Promise<void> {
    const swaps = ({ Item }: { Item?: Record<string, unknown> }) => String(Item?.pk).startsWith('CATALOGUE#')
    const { gated, release, reached } = makeGate(this.readerOf(actor), PutCommand, swaps)
    const done = writeBase(gated, this.companyId, itemsSource)
    await Promise.race([reached, done])
    this.compactions.push({ release, done })
  }

  private shopOf(actor: number): Shop {
    return makeShop(this.writerOf(actor), this.callerOf(actor))
  }

  private callerOf(actor: number) {
    return { ...makeCaller(this.companyId), userId: `usr_${actor}` }
  }

  private writerOf(actor: number): Table {
    return this.tableOf(this.clocks.writers[actor])
  }

  private readerOf(actor: number): Table {
    return this.tableOf(this.clocks.readers[actor])
  }

  private tableOf(skew = 0): Table {
    return { ...this.table, now: () => this.time + skew }
  }
}

async function end(held: HeldCommit | undefined): Promise<void> {
  held?.release()
  await held?.done
}

function isOfLog({ ExpressionAttributeValues }: { ExpressionAttributeValues?: Record<string, unknown> }): boolean {
  return String(ExpressionAttributeValues?.[':partition']).startsWith('LOG#')
}

/** A story may ask for the impossible. A commit that a slow machine holds back for too long has no effect. */
function ignoreRefusals(error: unknown): void {
  const givenUp = error instanceof Error && error.name === 'AbortError'
  if (!(error instanceof Refusal || givenUp)) throw error
}
