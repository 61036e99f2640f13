import { Refusal } from '../../functions/domain/errors'
import { isExpired, keys, type Row, ttlAttribute } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { transact, type Write } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import type { WaitTools } from '../companies/quiet'
import { getKind, namesNoCompany } from './company-rows'

/** DynamoDB's limits are 100 writes, one of which is the check, and 4 MB. A character has up to three bytes. */
const rowsAtOnce = 99
const maxCharacters = 1_200_000
/** How often a slice is put that DynamoDB has no room for, each time for some seconds. Between them is a pause. */
const tries = 12
const pauseMs = 5_000
const rowsPerReport = 10_000

/** Which run of which import. */
export type Import = { companyId: string; run: string }

/** What must hold of the company's row while its rows are put: this run puts them, and nobody erases them. */
export function makeRunCondition({ run }: Pick<Import, 'run'>) {
  return {
    ConditionExpression: 'importing.#run = :run AND attribute_not_exists(erasing_at)',
    ExpressionAttributeNames: { '#run': 'run' },
    ExpressionAttributeValues: { ':run': run },
  }
}

/**
 * Puts rows of a company that is being imported, some at once, in database transactions with a check that it still is,
 * by this run. So a run that was given up cannot write over what came later, and none writes what an erasure would not
 * find. One after the other: checks of the same row would be in each other's way. What it has put stays where it fails.
 */
export class RowWriter {
  private slice: Row[] = []
  private characters = 0
  private rows = 0
  /** By kind: how many rows expire when, in epoch seconds. Infinite for those that do not. */
  private readonly ends = new Map<string, Map<number, number>>()

  constructor(
    private readonly table: Table,
    private readonly of: Import,
    private readonly tools: WaitTools,
  ) {}

  /** `characters`: the length of its line. */
  async add(row: Row, characters = 1_000): Promise<void> {
    if (this.slice.length === rowsAtOnce || this.characters + characters > maxCharacters) await this.flush()
    this.slice.push(row)
    this.characters += characters
    this.count(row)
  }

  async flush(): Promise<void> {
    if (this.slice.length > 0) await this.put(this.slice)
    this.slice = []
    this.characters = 0
  }

  /** Counts a row that is there already. */
  count(row: Row): void {
    const kind = getKind(row)
    const { [ttlAttribute]: ttl } = row
    const end = typeof ttl === 'number' ? ttl : Number.POSITIVE_INFINITY
    const ends = this.ends.get(kind) ?? new Map<number, number>()
    this.ends.set(kind, ends.set(end, (ends.get(end) ?? 0) + 1))
    this.rows += 1
    if (this.rows % rowsPerReport === 0) this.tools.report(`${this.rows.toLocaleString('en')} rows put`)
  }

  /** How many rows of each kind there must be at a time, in epoch milliseconds: DynamoDB deletes what has expired. */
  countAt(now: number): Record<string, number> {
    const countLeft = (ends: Map<number, number>) =>
      [...ends].reduce((sum, [ttl, rows]) => (isExpired({ [ttlAttribute]: ttl }, now) ? sum : sum + rows), 0)
    return Object.fromEntries([...this.ends].map(([kind, ends]) => [kind, countLeft(ends)]))
  }

  /** A person may have joined another company since the file was checked. */
  private makeCondition(row: Row) {
    if (!namesNoCompany(row)) return {}
    return {
      ConditionExpression: 'attribute_not_exists(pk) OR company_id = :company',
      ExpressionAttributeValues: { ':company': this.of.companyId },
    }
  }

  private async put(rows: Row[]): Promise<void> {
    const { name: TableName } = this.table
    const ConditionCheck = { TableName, Key: keys.company(this.of.companyId), ...makeRunCondition(this.of) }
    const writes: Write[] = [
      { action: { ConditionCheck }, refusal: makeOverRefusal(this.of), decisive: true },
      ...rows.map((Item) => ({ action: { Put: { TableName, Item, ...this.makeCondition(Item) } }, refusal: taken })),
    ]
    for (let attempt = 1; ; attempt++) {
      try {
        return await retryUntilCommitted(this.table, () => transact(this.table, writes))
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'resource_busy' || attempt === tries) throw error
      }
      this.tools.report(`DynamoDB has no room: trying again in ${pauseMs / 1_000} s`)
      await this.tools.wait(pauseMs)
    }
  }
}

const taken = new Refusal(
  'invalid_state',
  'Another company has a person, a key or a chunk of this one by now. Run the command again: it says which.',
)

export function makeOverRefusal({ companyId }: Pick<Import, 'companyId'>): Refusal {
  return new Refusal('invalid_state', `Another run imports the company ${companyId}, or it is erased. This one ends.`)
}
