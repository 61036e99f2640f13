import { DeleteCommand, PutCommand, QueryCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { Refused } from '../../functions/domain/errors'
import { type Item, isInTrash, isPurged, restoreItem, trashItem, updateItem } from '../../functions/domain/item'
import { byField, matches, type TrashSort } from '../../functions/domain/item-list'
import { page } from '../../functions/domain/list'
import { stampAfter } from '../../functions/domain/revision'
import { queryPartitions, type Table } from '../../functions/store/client'
import { commit } from '../../functions/store/commit/commit'
import { keepNothing } from '../../functions/store/commit/idempotency'
import { writeBase } from '../../functions/store/items/catalogue-base'
import { addItem, changeItem } from '../../functions/store/items/item-changes'
import { parseItemRow } from '../../functions/store/items/item-row'
import { getItem, getLiveItem, listItems } from '../../functions/store/items/items'
import { partitionsOf } from '../../functions/store/schema'
import { moveAll } from '../../functions/store/stock/stock-changes'
import { sendWithinMs } from '../../functions/store/timing'
import { gate } from '../../testing/gate'
import { row } from '../../testing/shop'
import { bolt, caller, noon } from '../../testing/table'

/**
 * What the design allows, in milliseconds: from a stamp to its last sending, and between two clocks. A writer's clock may be far
 * ahead: only one that is behind a reader's stamps what the reader takes for settled.
 */
const maxDelay = sendWithinMs
export const maxSkew = 2_500
export const maxAhead = 60_000

const requests: { sort: TrashSort; search?: string; low_stock?: boolean }[] = [
  { sort: 'created_at' },
  { sort: '-name', search: 'b' },
  { sort: 'quantity' },
  { sort: '-updated_at', low_stock: true },
]

/** One company's story. */
export class Story {
  private time = noon
  private readonly company = `cmp_${Math.random().toString(36).slice(2)}`
  private readonly who = caller(this.company)
  private readers: Table[]
  private readonly held: { due: number; release: () => void; done: Promise<unknown> }[] = []
  private readonly compactions: { release: () => void; done: Promise<unknown> }[] = []
  private readonly ids: string[] = []
  private readonly purged = new Map<string, Item>()
  private readonly slow: { release: () => void; done: Promise<unknown> }[] = []
  private names = 0

  constructor(
    private readonly table: Table,
    private readonly clocks: { readers: number[]; writers: number[] },
  ) {
    this.readers = clocks.readers.map((skew) => this.tableOf(skew))
  }

  async run(steps: { do: string; actor?: number; item?: number; ms?: number }[]): Promise<void> {
    for (const each of steps) await this.take(each).catch(ignoreRefusals)
    for (const { release, done } of [...this.held, ...this.compactions]) {
      release()
      await done.catch(ignoreRefusals)
    }
    for (const index of [0, 1, 2]) await this.read(index)
  }

  private async take({
    do: what,
    actor = 0,
    item = 0,
    ms = 0,
  }: {
    do: string
    actor?: number
    item?: number
    ms?: number
  }) {
    const table = this.tableOf(this.clocks.writers[actor])
    const id = this.ids[item % Math.max(1, this.ids.length)]
    const delay = what.startsWith('delayed ')
    const change = (decide: Parameters<typeof changeItem>[4], read: typeof getItem = getLiveItem) =>
      this.begin(table, delay, (gated) => (id ? changeItem(gated, this.who, read, id, decide) : Promise.resolve()))
    switch (what.replace('delayed ', '')) {
      case 'add':
        this.ids.push(
          (await addItem(table, this.who, { ...bolt, sku: `S-${this.names}`, name: `Bolt ${this.names++ % 4}` })).id,
        )
        return
      case 'update':
        return change((current, at) => updateItem(current, { name: `Nut ${this.names++ % 5}`, reorder_point: 3 }, at))
      case 'move':
        return this.begin(table, delay, (gated) =>
          id ? moveAll(gated, this.who, [row({ type: 'receive', quantity: 1, item_id: id })]) : Promise.resolve(),
        )
      case 'trash':
        return change((current, at) => trashItem(current, 'usr_1', at))
      case 'restore':
        return change((current, at) => restoreItem(current, `R-${this.names++}`, at), getItem)
      case 'release':
        return this.release(item)
      case 'read':
        return this.read(actor)
      case 'slow read':
        await this.beginSlowRead(actor)
        await change((current, at) => updateItem(current, { name: `Slow ${this.names++}` }, at)).catch(ignoreRefusals)
        await this.wait(20_000)
        return this.read(actor)
      case 'purge':
        await change((current, at) => trashItem(current, 'usr_1', at)).catch(ignoreRefusals)
        await this.wait(30 * 86_400_000 - maxAhead)
        await this.read(actor)
        await this.wait(2 * maxAhead)
        return this.read(actor)
      case 'cold start':
        await this.endSlowRead(actor)
        this.readers[actor] = this.tableOf(this.clocks.readers[actor])
        return
      case 'compact':
        await writeBase(this.tableOf(this.clocks.readers[actor]), this.company)
        return
      case 'begin compaction':
        return this.beginCompaction(this.tableOf(this.clocks.readers[actor]))
      case 'end compaction': {
        const compaction = this.compactions.shift()
        compaction?.release()
        await compaction?.done
        return
      }
      case 'sweep':
        return this.sweep()
      case 'recreate':
        return this.recreate(table)
      default:
        return this.wait(ms)
    }
  }

  /** The list of one reader against the item rows, by the same clock. */
  private async read(actor: number): Promise<void> {
    await this.endSlowRead(actor)
    const table = this.readers[actor] as Table
    const items = (await queryPartitions(table, partitionsOf('ITEMS', this.company))).map(parseItemRow)
    for (const where of ['live', 'trash'] as const) {
      for (const request of requests) {
        const query = {
          limit: 5,
          offset: actor,
          search: undefined,
          low_stock: undefined,
          location: undefined,
          ...request,
        }
        const there = items.filter((each) =>
          where === 'live' ? !isInTrash(each) : isInTrash(each) && !isPurged(each, table.now()),
        )
        const expected = page(there.filter(matches(query)).sort(byField(query.sort)), query)
        expect(await listItems(table, this.company, query, where)).toEqual(expected)
      }
    }
  }

  /** A read whose answer from the log is long under way: what it holds then must not be taken for later than it is. */
  private async beginSlowRead(actor: number): Promise<void> {
    await this.endSlowRead(actor)
    const table = this.readers[actor] as Table
    const { db } = table
    const { gated, release, reached } = gate(table, QueryCommand, isOfLog, 'answer')
    table.db = gated.db
    const done = listItems(table, this.company, { limit: 1, offset: 0, sort: 'created_at' })
    await Promise.race([reached, done])
    table.db = db
    this.slow[actor] = { done, release }
  }

  private async endSlowRead(actor: number): Promise<void> {
    this.slow[actor]?.release()
    await this.slow[actor]?.done
    delete this.slow[actor]
  }

  /** Does something at once, or stamps it now and holds its commit back until it is released. */
  private async begin(table: Table, delay: boolean, change: (table: Table) => Promise<unknown>): Promise<void> {
    if (!delay) return void (await change(table))
    const { gated, release, reached } = gate(table, TransactWriteCommand)
    const done = change(gated)
    done.catch(() => {})
    await Promise.race([reached, done.catch(() => {})])
    this.held.push({ due: this.time + maxDelay, release, done })
  }

  private async release(index: number): Promise<void> {
    const [held] = this.held.splice(index % Math.max(1, this.held.length), 1)
    held?.release()
    await held?.done
  }

  /** Compacts up to the swap of the head. */
  private async beginCompaction(table: Table): Promise<void> {
    const { gated, release, reached } = gate(table, PutCommand, ({ Item }) => String(Item?.pk).startsWith('CATALOGUE#'))
    const done = writeBase(gated, this.company)
    await Promise.race([reached, done])
    this.compactions.push({ release, done })
  }

  private async wait(ms: number): Promise<void> {
    const due = this.held.filter((each) => each.due < this.time + ms)
    for (const each of due) {
      this.time = Math.max(this.time, each.due)
      await this.release(this.held.indexOf(each)).catch(ignoreRefusals)
    }
    this.time = Math.max(this.time, noon) + ms
  }

  /** What the TTL sweep does, some time or other. */
  private async sweep(): Promise<void> {
    const { Items = [] } = await this.table.db.send(new ScanCommand({ TableName: this.table.name }))
    for (const { pk, sk, expires_at } of Items) {
      const own = String(pk).includes(this.company) || String(pk).startsWith('CHUNK#')
      if (!own || !(Number(expires_at) * 1_000 <= this.time - maxSkew)) continue
      const key = { TableName: this.table.name, Key: { pk, sk }, ReturnValues: 'ALL_OLD' } as const
      const { Attributes } = await this.table.db.send(new DeleteCommand(key))
      if (String(pk).startsWith('ITEMS#')) this.purged.set(String(sk), parseItemRow(Attributes))
    }
  }

  /** Brings an item back that was purged, as the restore of a snapshot will: its revision goes on. */
  private async recreate(table: Table): Promise<void> {
    const [[id, last] = []] = [...this.purged]
    if (!id || !last) return
    this.purged.delete(id)
    const at = stampAfter([last], table.now())
    const live = { ...last, sku: `P-${this.names++}`, deleted_at: null, deleted_by: null }
    const after = { ...live, rev: last.rev + 1, updated_at: new Date(at).toISOString() }
    const change = { action: 'restore', before: null, after, changes: {}, movement: null } as const
    await commit(table, this.who, at, { items: [change] }, () => null, keepNothing)
  }

  private tableOf(skew = 0): Table {
    return { ...this.table, now: () => this.time + skew }
  }
}

function isOfLog({ ExpressionAttributeValues }: { ExpressionAttributeValues?: Record<string, unknown> }): boolean {
  return String(ExpressionAttributeValues?.[':partition']).startsWith('LOG#')
}

/** Steps may ask for what cannot be. */
function ignoreRefusals(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}
