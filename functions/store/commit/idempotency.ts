import { gunzipSync, gzipSync } from 'node:zlib'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Refused } from '../../domain/errors'
import { conditionHolds, queryPartitions, type Row, type Table } from '../client'
import { isOver, keys, ttlAttribute, ttlOf } from '../schema'
import { getSettledRow, type Write } from '../transact'

const keptMs = 24 * 3_600_000
/** A longer body is compressed, to keep the record small; bytes. */
const plainUpTo = 1_000

/**
 * A request that may be sent again: the client's key, and a hash of what was asked. `row` is the number of a row that commits on its own,
 * within its request; null for the request itself.
 */
export type IdempotencyKey = { key: string; fingerprint: string; row: number | null }

/** An answer as it was sent, and as a retry gets it again. */
export type Answer = { status: number; body: string; etag: string | null; warning: string | null }

const IdempotencyRow = z.object({
  sk: z.string(),
  fingerprint: z.string(),
  status: z.int(),
  body: z.union([z.string(), z.instanceof(Uint8Array)]),
  etag: z.string().optional(),
  warning: z.string().optional(),
  [ttlAttribute]: z.int(),
})

/** Records the answer where the key is not in use, or in use by a `provisional` answer to the same request. */
export function answerWrite(
  table: Table,
  company: string,
  { key, fingerprint, row, provisional }: IdempotencyKey & { provisional: boolean },
  answer: Answer,
): Write {
  const now = table.now()
  const { status, body, etag, warning } = answer
  const Item = {
    ...keys.idempotency(company, key, row),
    fingerprint,
    status,
    body: Buffer.byteLength(body) > plainUpTo ? gzipSync(body) : body,
    etag: etag ?? undefined,
    warning: warning ?? undefined,
    provisional: provisional || undefined,
    [ttlAttribute]: ttlOf(now + keptMs),
  }
  const action = {
    Put: {
      TableName: table.name,
      Item,
      ConditionExpression:
        'attribute_not_exists(pk) OR #ttl <= :now OR (provisional = :true AND fingerprint = :fingerprint)',
      ExpressionAttributeNames: { '#ttl': ttlAttribute },
      ExpressionAttributeValues: { ':now': Math.floor(now / 1_000), ':true': true, ':fingerprint': fingerprint },
    },
  }
  const refusal = new Refused('resource_busy', 'A request with the same idempotency key is under way.')
  return { action, refusal, decisive: true }
}

/**
 * What has been answered under the key: never the absence of an answer whose change is already seen. Refused with `idempotency_key_reused`
 * where it was another request.
 */
export async function findAnswer(table: Table, company: string, key: IdempotencyKey): Promise<Answer | null> {
  const found = await getSettledRow(table, keys.idempotency(company, key.key, key.row))
  return found ? (storedAnswers(table, [found], key).get(key.row) ?? null) : null
}

/**
 * Takes the key for a request whose rows commit on their own, so that no other request has an effect under it. Refused with
 * `idempotency_key_reused` where another one has.
 */
export async function claimKey(table: Table, company: string, { key, fingerprint }: IdempotencyKey): Promise<void> {
  const now = table.now()
  const expires = ttlOf(now + keptMs)
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...keys.idempotency(company, key, null), fingerprint, status: 0, body: '', [ttlAttribute]: expires },
    ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now OR (fingerprint = :fingerprint AND #status = :none)',
    ExpressionAttributeNames: { '#ttl': ttlAttribute, '#status': 'status' },
    ExpressionAttributeValues: { ':now': Math.floor(now / 1_000), ':fingerprint': fingerprint, ':none': 0 },
  })
  if (!(await conditionHolds(table.db.send(command)))) throw keyReused()
}

/** Gives a key back that nothing has been done under, if it is still this request's claim. */
export async function releaseKey(table: Table, company: string, { key, fingerprint }: IdempotencyKey): Promise<void> {
  const command = new DeleteCommand({
    TableName: table.name,
    Key: keys.idempotency(company, key, null),
    ConditionExpression: 'fingerprint = :fingerprint AND #status = :none',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':fingerprint': fingerprint, ':none': 0 },
  })
  await conditionHolds(table.db.send(command))
}

/** What has been answered to each row of a request whose rows commit on their own, by their number. */
export async function findAnswersOfRows(
  table: Table,
  company: string,
  key: IdempotencyKey,
): Promise<Map<number, Answer>> {
  const found = await queryPartitions(table, [keys.idempotency(company, key.key, null).pk])
  const answers = [...storedAnswers(table, found, key)]
  return new Map(answers.flatMap(([row, answer]) => (row === null ? [] : [[row, answer] as const]))) // null is the key itself
}

function storedAnswers(table: Table, found: Row[], { fingerprint }: IdempotencyKey): Map<number | null, Answer> {
  const rows = found.map((row) => IdempotencyRow.parse(row)).filter((row) => !isOver(row, table.now()))
  if (rows.some((row) => row.fingerprint !== fingerprint)) {
    throw keyReused()
  }
  return new Map(rows.map((row) => [rowOf(row.sk), storedAnswer(row)]))
}

function keyReused(): Refused {
  return new Refused('idempotency_key_reused', 'The idempotency key was used for another request.')
}

function rowOf(sk: string): number | null {
  const [, row] = sk.split('#')
  return row === undefined ? null : Number(row)
}

function storedAnswer({ status, body, etag, warning }: z.infer<typeof IdempotencyRow>): Answer {
  const text = typeof body === 'string' ? body : gunzipSync(body).toString()
  return { status, body: text, etag: etag ?? null, warning: warning ?? null }
}
