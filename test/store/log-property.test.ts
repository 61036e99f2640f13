import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { auditActions, resourceTypes } from '../../functions/domain/audit'
import type { Caller } from '../../functions/domain/caller'
import { Refused } from '../../functions/domain/errors'
import { trashItem, updateItem } from '../../functions/domain/item'
import { requestedTypes } from '../../functions/domain/stock'
import { queryPartitions, type Table } from '../../functions/store/client'
import { addItem, changeItem } from '../../functions/store/items/item-changes'
import { getLiveItem } from '../../functions/store/items/items'
import { listAudit } from '../../functions/store/log/audit'
import { timeOf } from '../../functions/store/log/log-reader'
import { moveAll, reverse } from '../../functions/store/stock/stock-changes'
import { listTransactions } from '../../functions/store/stock/stock-transactions'
import { sendWithinMs } from '../../functions/store/timing'
import { gate } from '../../testing/gate'
import { row } from '../../testing/shop'
import { bolt, caller, noon, startTestTable, type TestTable } from '../../testing/table'

// The counted log against the log itself: pages and totals of every combination of filters, over many days, with commits that are
// delayed across midnight and clocks that disagree.

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

const dayMs = 86_400_000
const maxSkew = 2_500
const actor = fc.nat({ max: 1 })

const filter = fc.record({
  action: fc.option(fc.constantFrom(...auditActions), { nil: undefined }),
  resource_type: fc.option(fc.constantFrom(...resourceTypes), { nil: undefined, freq: 8 }),
  type: fc.option(fc.constantFrom(...requestedTypes, 'initial' as const, 'reversal' as const), { nil: undefined }),
  user_id: fc.option(fc.constantFrom('usr_0', 'usr_1'), { nil: undefined }),
  since: fc.option(fc.integer({ min: -dayMs, max: 6 * dayMs }), { nil: undefined }),
  until: fc.option(fc.integer({ min: -dayMs, max: 6 * dayMs }), { nil: undefined }),
  limit: fc.constantFrom(1, 50, 100),
  offset: fc.constantFrom(0, 0, 7, 90, 230, 400),
})
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('add', 'update', 'trash', 'bulk', 'bulk', 'delayed', 'reverse'),
      actor,
      n: fc.nat(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('read'), actor, filter }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cold start'), actor }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('midnight', 'midnight', 'burst'), actor, n: fc.nat(), filter }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(1, 3_000, 16_000, 3_600_000, dayMs / 2 - 4_000, dayMs),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Filter = typeof filter extends fc.Arbitrary<infer Value> ? Value : never

class Story {
  private time = noon
  private readonly company = `cmp_${Math.random().toString(36).slice(2)}`
  private readers: Table[]
  private held: { due: number; release: () => void; done: Promise<unknown> } | null = null
  private readonly ids: string[] = []
  private readonly moved: string[] = []
  private names = 0

  constructor(private readonly skews: number[]) {
    this.readers = skews.map((skew) => this.tableOf(skew))
  }

  async run(steps: Step[]): Promise<void> {
    for (const each of steps) {
      await this.take(each).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
      })
    }
    await this.release()
  }

  private async take(step: Step): Promise<void> {
    if (step.do === 'wait') return this.wait((step as { ms: number }).ms)
    const { actor = 0, n = 0 } = step as { actor?: number; n?: number }
    const table = this.tableOf(-(this.skews[actor] ?? 0))
    const who: Caller = { ...caller(this.company), userId: `usr_${actor}` }
    const id = this.ids[n % Math.max(1, this.ids.length)] ?? ''
    const rename = (on: Table) =>
      changeItem(on, who, getLiveItem, id, (item, at) => updateItem(item, { name: `Nut ${this.names++}` }, at))
    switch (step.do) {
      case 'read':
        return this.read(this.readers[actor] as Table, (step as { filter: Filter }).filter)
      case 'cold start':
        this.readers[actor] = this.tableOf(this.skews[actor] ?? 0)
        return
      case 'add':
        this.ids.push((await addItem(table, who, { ...bolt, sku: `S-${this.names++}`, quantity: n % 3 })).id)
        return
      case 'update':
        await rename(table)
        return
      case 'trash':
        if (this.ids.length > 3)
          await changeItem(table, who, getLiveItem, id, (item, at) => trashItem(item, 'usr_1', at))
        return
      case 'bulk': {
        const type = requestedTypes[n % 3] ?? 'receive'
        const rows = Array(40).fill(row({ type: type === 'issue' ? 'return' : type, quantity: 1, item_id: id }))
        this.moved.push(...(await moveAll(table, who, rows)).map((each) => each.id))
        return
      }
      case 'reverse':
        await reverse(table, who, this.moved.pop() ?? `txn_${'0'.repeat(28)}`, {})
        return
      case 'midnight': // a commit that is under way while its day ends, and the day is counted
        await this.wait(dayMs - (this.time % dayMs) - 2_000)
        await this.delay(table, rename)
        await this.wait(3_000)
        this.readers = this.skews.map((skew) => this.tableOf(skew))
        return this.readAround((step as { filter: Filter }).filter)
      case 'burst': // a commit that is under way while more rows come than are held
        await this.delay(table, rename)
        for (let bulk = 0; bulk < 11; bulk++) await this.take({ do: 'bulk', actor, n } as Step)
        return this.readAround((step as { filter: Filter }).filter)
      default:
        return this.delay(table, rename)
    }
  }

  /** Reads before and after what is held back is committed. */
  private async readAround(filter: Filter): Promise<void> {
    for (const reader of this.readers) await this.read(reader, filter)
    await this.release()
    for (const reader of this.readers) await this.read(reader, { ...filter, limit: 100, offset: 0, since: undefined })
  }

  private async delay(table: Table, change: (table: Table) => Promise<unknown>): Promise<void> {
    await this.release()
    const { gated, release, reached } = gate(table, TransactWriteCommand)
    const done = change(gated).catch(() => {})
    await Promise.race([reached, done])
    this.held = { due: this.time + sendWithinMs, release, done }
  }

  private async release(): Promise<void> {
    this.held?.release()
    await this.held?.done
    this.held = null
  }

  private async wait(ms: number): Promise<void> {
    if (this.held && this.held.due < this.time + ms) {
      const { due } = this.held
      this.time = due
      await this.release()
      this.time = Math.max(due, this.time + ms - sendWithinMs)
    } else this.time += ms
  }

  private async read(table: Table, { since, until, ...filters }: Filter): Promise<void> {
    const at = (offset: number | undefined) => (offset === undefined ? undefined : noon + offset)
    const query = { ...filters, since: at(since), until: at(until) }
    const log = (await queryPartitions(table, [`LOG#${this.company}`])).reverse()
    const matching = log.filter(
      (entry) =>
        (query.since === undefined || timeOf(entry) > query.since) &&
        (query.until === undefined || timeOf(entry) <= query.until) &&
        (query.user_id === undefined || entry.user_id === query.user_id),
    )
    const { limit, offset } = query
    const idsOf = (entries: Record<string, unknown>[]) =>
      entries
        .slice(offset, offset + limit)
        .map(({ sk, reversed_by }) => [String(sk).replace('#', ''), reversed_by ?? null])
    const entries = matching.filter(
      (entry) =>
        (query.action === undefined || entry.action === query.action) &&
        (query.resource_type === undefined || entry.resource_type === query.resource_type),
    )
    const { type: _, ...ofAudit } = query
    const audit = await listAudit(table, caller(this.company), ofAudit)
    expect([audit.total, audit.rows.map(({ id }) => id.slice(4))]).toEqual([
      entries.length,
      idsOf(entries).map(([id]) => id),
    ])
    const rows = matching.filter(
      (entry) => entry.type !== undefined && (query.type === undefined || entry.type === query.type),
    )
    const { action: __, resource_type: ___, ...ofLedger } = query
    const ledger = await listTransactions(table, this.company, ofLedger)
    expect([ledger.total, ledger.rows.map(({ id, reversed_by }) => [id.slice(4), reversed_by])]).toEqual([
      rows.length,
      idsOf(rows),
    ])
  }

  private tableOf(skew: number): Table {
    return { ...engine.table, now: () => this.time + skew }
  }
}

test('every page and every total is what the log says, whatever came before', async () => {
  const skews = fc.array(fc.integer({ min: -maxSkew, max: maxSkew }), { minLength: 2, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(skews, fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (ofStory, steps) => {
      await new Story(ofStory).run([{ do: 'add', actor: 0, n: 0 }, ...steps] as Step[])
    }),
    { numRuns: 10, endOnFailure: true },
  )
}, 120_000)
