import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { parseLogRow } from '../functions/store/log/log-row'
import { countLogUnits } from '../functions/store/log/log-units'
import { type EngineCall, type Fate, startFaultyEngine } from '../test/support/faults/faulty-engine'

/** What DynamoDB takes in one partition, in units a second. One second of it can be used at once. */
const [writeLimit, readLimit] = [1_000, 3_000]
/** A row is so much of its JSON, in which each value has its type. */
const shareOfJson = 0.7

type Action = { Put?: { Item: Record<string, AttributeValue> } }
/** The buckets of one partition, the write units that it took, and how many calls it refused. */
type Partition = { writes: Bucket; reads: Bucket; units: number; refused: number }

/** A bucket that fills all the time. What is taken may be more than is left: the next one waits for it. */
class Bucket {
  private left: number
  private since = performance.now()

  constructor(private readonly limit: number) {
    this.left = limit
  }

  hasRoom(units = 0): boolean {
    const now = performance.now()
    this.left = Math.min(this.limit, this.left + (this.limit * (now - this.since)) / 1_000)
    this.since = now
    return this.left > units
  }

  take(units: number): void {
    this.left -= units
  }
}

/** A proxy in front of the engine that limits each partition of the log as DynamoDB does: the engine knows no limit. */
export async function startLimitedEngine(engine: string) {
  const partitions = new Map<string, Partition>()
  const find = (pk: string): Partition => {
    const found = partitions.get(pk) ?? makePartition()
    partitions.set(pk, found)
    return found
  }
  const fateOf = (call: EngineCall): Fate | null => {
    if (call.operation === 'TransactWriteItems') return limitWrites(call, find)
    return call.operation === 'Query' ? limitReads(call, find) : null
  }
  const served = await startFaultyEngine(engine, fateOf)
  return { ...served, find: (companyId: string) => find(`LOG#${companyId}`) }
}

function makePartition(): Partition {
  return { writes: new Bucket(writeLimit), reads: new Bucket(readLimit), units: 0, refused: 0 }
}

function limitWrites({ body }: EngineCall, find: (pk: string) => Partition): Fate | null {
  const { TransactItems }: { TransactItems: Action[] } = JSON.parse(body)
  const rows = TransactItems.map(({ Put }) => (Put?.Item.pk?.S?.startsWith('LOG#') ? unmarshall(Put.Item) : null))
  const units = rows.reduce((sum, row) => sum + (row === null ? 0 : countLogUnits(parseLogRow(row))), 0)
  const first = rows.find((row) => row !== null)
  if (!first) return null
  const partition = find(String(first.pk))
  if (partition.writes.hasRoom(units)) {
    partition.writes.take(units)
    partition.units += units
    return null
  }
  partition.refused += 1
  const CancellationReasons = rows.map((row) => ({ Code: row === first ? 'ThrottlingError' : 'None' }))
  return {
    arrives: false,
    answer: { status: 400, type: 'TransactionCanceledException', more: { CancellationReasons } },
  }
}

/** Only the answer tells what a read costs. */
function limitReads({ body }: EngineCall, find: (pk: string) => Partition): Fate | null {
  const { ExpressionAttributeValues = {}, IndexName }: Query = JSON.parse(body)
  const pk = Object.values(ExpressionAttributeValues).find(({ S }) => S?.startsWith('LOG#'))?.S
  if (pk === undefined || IndexName !== undefined) return null
  const partition = find(pk)
  if (partition.reads.hasRoom())
    return {
      arrives: true,
      after: async (text) => partition.reads.take(Math.ceil((shareOfJson * (text?.length ?? 0)) / 4_096)),
      answer: 'whole',
    }
  partition.refused += 1
  return { arrives: false, answer: { status: 400, type: 'ThrottlingException' } }
}

type Query = { ExpressionAttributeValues?: Record<string, { S?: string }>; IndexName?: string }
