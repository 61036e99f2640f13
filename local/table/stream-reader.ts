import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'
import { region } from '../names'
import { engineCredentials } from './table-engine'

/** How far a shard was read: up to the record with this number. */
type Place = { shard: string; sequence: string | null; ended: boolean }

/**
 * Reads the stream of a table from its beginning, or from where an earlier run has come to, shard after shard: the
 * engine has one at a time. `file` keeps the place, or is null.
 */
export class StreamReader {
  private place: Place | null
  private iterator: string | undefined

  private constructor(
    private readonly client: DynamoDBStreamsClient,
    private readonly streamArn: string,
    private readonly file: string | null,
  ) {
    this.place = file !== null && existsSync(file) ? readPlace(file, streamArn) : null
  }

  /** Null where the table has no stream. */
  static async open(endpoint: string, TableName: string, file: string | null): Promise<StreamReader | null> {
    const config = { endpoint, region, credentials: engineCredentials }
    const db = new DynamoDBClient(config)
    try {
      const arn = (await db.send(new DescribeTableCommand({ TableName }))).Table?.LatestStreamArn
      return arn === undefined ? null : new StreamReader(new DynamoDBStreamsClient(config), arn, file)
    } finally {
      db.destroy()
    }
  }

  get shard(): string {
    return this.place?.shard ?? ''
  }

  /** The next records, at most `most`. None where there is nothing new. */
  async read(most: number): Promise<_Record[]> {
    if (this.iterator === undefined && !(await this.findIterator())) return []
    const { Records = [], NextShardIterator } = await this.client
      .send(new GetRecordsCommand({ ShardIterator: this.iterator, Limit: most }))
      .catch((error: unknown) => {
        this.iterator = undefined // it may have expired
        throw error
      })
    this.iterator = NextShardIterator
    const sequence = Records.at(-1)?.dynamodb?.SequenceNumber
    if (this.place && sequence !== undefined) this.place = { ...this.place, sequence }
    if (this.place && NextShardIterator === undefined) this.place = { ...this.place, ended: true }
    return Records
  }

  /** What was read is done: a later run goes on after it. */
  keepPlace(): void {
    if (this.file !== null) writeFileSync(this.file, JSON.stringify({ stream: this.streamArn, ...this.place }))
  }

  stop(): void {
    this.client.destroy()
  }

  /** False where there is no shard to go on with. */
  private async findIterator(): Promise<boolean> {
    const shards = await this.listShards()
    const current = shards.findIndex(({ ShardId }) => ShardId === this.place?.shard)
    const next = current < 0 ? shards[0] : this.place?.ended ? shards[current + 1] : shards[current]
    if (next?.ShardId === undefined) return false
    if (next.ShardId !== this.place?.shard) this.place = { shard: next.ShardId, sequence: null, ended: false }
    const { sequence } = this.place
    const from =
      sequence === null
        ? { ShardIteratorType: 'TRIM_HORIZON' as const }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: sequence }
    const request = { StreamArn: this.streamArn, ShardId: next.ShardId, ...from }
    this.iterator = (await this.client.send(new GetShardIteratorCommand(request))).ShardIterator
    return this.iterator !== undefined
  }

  private async listShards(): Promise<Shard[]> {
    const { StreamDescription } = await this.client.send(new DescribeStreamCommand({ StreamArn: this.streamArn }))
    return StreamDescription?.Shards ?? []
  }
}

/** Null where the place is of another stream, or its file was being written when the process was killed. */
function readPlace(file: string, stream: string): Place | null {
  try {
    const kept: Place & { stream: string } = JSON.parse(readFileSync(file, 'utf8'))
    return kept.stream === stream ? kept : null
  } catch {
    return null
  }
}
