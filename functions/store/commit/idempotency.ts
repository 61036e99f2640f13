import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import { Refusal } from '../../domain/errors'
import { isExpired, keys, type Row, toTtl, ttlAttribute } from '../table/schema'
import { queryPartitions, type Table } from '../table/table'
import { findRowAfterCommits, type Write } from '../table/transact'
import { waitWhereYoung } from './late-answers'

const keptMs = 24 * 3_600_000
/** In bytes. Longer bodies are compressed to keep the record small. */
const maxPlainBytes = 1_000
/** The status of a key that was claimed: its rows have their own answers. */
const unanswered = 0

/**
 * `fingerprint` hashes what was asked. `row` is a row that commits on its own, or null for the request itself. The
 * first row that commits `claims` the key for the request.
 */
export type IdempotencyKey = { key: string; fingerprint: string; row: number | null; claims?: boolean }

/** The context in which an answer is sealed that shows a secret. */
export function nameAnswer(companyId: string, key: string): string {
  return `answer/${companyId}/${key}`
}

/** A retry gets the same answer. */
export type Answer = { status: number; body: string; etag: string | null; warning: string | null }

export const IdempotencyRow = z.object({
  pk: z.string(),
  sk: z.string(),
  fingerprint: z.string(),
  status: z.int(),
  body: z.union([z.string(), z.instanceof(Uint8Array)]),
  etag: z.string().optional(),
  warning: z.string().optional(),
  [ttlAttribute]: z.int(),
})

/** Refused with `resource_busy` unless the key is free, expired, or has a `provisional` answer to this request. */
export function makeAnswerWrite(
  table: Table,
  companyId: string,
  { key, fingerprint, row, provisional }: IdempotencyKey & { provisional: boolean },
  answer: Answer,
): Write {
  const now = table.now()
  const { status, body, etag, warning } = answer
  const Item = {
    ...keys.idempotency(companyId, key, row),
    fingerprint,
    status,
    body: Buffer.byteLength(body) > maxPlainBytes ? gzipSync(body) : body,
    etag: etag ?? undefined,
    warning: warning ?? undefined,
    provisional: provisional || undefined,
    [ttlAttribute]: toTtl(now + keptMs),
  }
  const action = {
    Put: {
      Item,
      ConditionExpression:
        'attribute_not_exists(pk) OR #ttl <= :now OR (provisional = :true AND fingerprint = :fingerprint)',
      ExpressionAttributeNames: { '#ttl': ttlAttribute },
      ExpressionAttributeValues: { ':now': Math.floor(now / 1_000), ':true': true, ':fingerprint': fingerprint },
    },
  }
  const refusal = new Refusal('resource_busy', 'A request with the same idempotency key is under way.')
  return { action, refusal, decisive: true }
}

/**
 * Null if there is none. If the change of an answer is visible in another row, its answer is found. Refused with
 * `idempotency_key_reused` if the key was used for another request, and with `resource_busy`.
 */
export async function findAnswer(table: Table, companyId: string, key: IdempotencyKey): Promise<Answer | null> {
  const row = await findRowAfterCommits(table, keys.idempotency(companyId, key.key, key.row))
  return row ? ((await readAnswers(table, [row], key)).get(key.row) ?? null) : null
}

/**
 * Claims the key for the whole request, so that no other one has an effect under it. Commit it with the first row that
 * commits on its own. Refused with `idempotency_key_reused`.
 */
export function makeClaimWrite(table: Table, companyId: string, { key, fingerprint }: IdempotencyKey): Write {
  const now = table.now()
  const claim = { fingerprint, status: unanswered, body: '', [ttlAttribute]: toTtl(now + keptMs) }
  const action = {
    Put: {
      Item: { ...keys.idempotency(companyId, key, null), ...claim },
      ConditionExpression:
        'attribute_not_exists(pk) OR #ttl <= :now OR (fingerprint = :fingerprint AND #status = :none)',
      ExpressionAttributeNames: { '#ttl': ttlAttribute, '#status': 'status' },
      ExpressionAttributeValues: { ':now': Math.floor(now / 1_000), ':fingerprint': fingerprint, ':none': unanswered },
    },
  }
  return { action, refusal: makeReuseRefusal(), decisive: true }
}

/** By number of the rows that commit on their own. Refused with `idempotency_key_reused`. */
export async function findAnswersOfRows(
  table: Table,
  companyId: string,
  key: IdempotencyKey,
): Promise<Map<number, Answer>> {
  const rows = await queryPartitions(table, [keys.idempotency(companyId, key.key, null).pk])
  const answers = [...(await readAnswers(table, rows, key))]
  // Null is the key itself.
  return new Map(answers.flatMap(([row, answer]) => (row === null ? [] : [[row, answer] as const])))
}

/** Waits until every later list includes the changes. */
async function readAnswers(table: Table, storedRows: Row[], { fingerprint }: IdempotencyKey) {
  const rows = storedRows.map((row) => IdempotencyRow.parse(row)).filter((row) => !isExpired(row, table.now()))
  if (rows.some((row) => row.fingerprint !== fingerprint)) throw makeReuseRefusal()
  const answered = rows.filter(({ status }) => status !== unanswered)
  await Promise.all(answered.map((row) => waitWhereYoung(table, row, row[ttlAttribute] * 1_000 - keptMs)))
  return new Map(rows.map((row) => [parseRowNumber(row.sk), parseAnswer(row)]))
}

function makeReuseRefusal(): Refusal {
  return new Refusal('idempotency_key_reused', 'The idempotency key was used for another request.')
}

function parseRowNumber(sk: string): number | null {
  const [, row] = sk.split('#')
  return row === undefined ? null : Number(row)
}

function parseAnswer({ status, body, etag, warning }: z.infer<typeof IdempotencyRow>): Answer {
  const text = typeof body === 'string' ? body : gunzipSync(body).toString()
  return { status, body: text, etag: etag ?? null, warning: warning ?? null }
}
