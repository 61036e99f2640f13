import { type AccessChange, compareFields } from '../../domain/companies/access-log'
import type { Author } from '../../domain/companies/caller'
import { makeAccessWrite } from '../log/access-row'
import { keys } from '../table/schema'
import type { Table } from '../table/table'
import type { Write } from '../table/transact'
import { type FoundKey, toApiKey } from './key-row'
import type { ApiKeyRow } from './principal-row'
import { makePutWrites } from './principals'

// The meter writes into the same row with each request. So a change sets what is its own, and asks for that alone.

/** Refused as `makePutWrites`. */
export function makeCreateKeyWrites(table: Table, author: Author, key: FoundKey): Write[] {
  const { name, scopes, expires_at } = toApiKey(key.row)
  const changes = compareFields({}, { name, scopes, expires_at })
  const log = makeAccessWrite(table, author, { action: 'key.created', subject: toSubject(key.row), changes })
  return [...makePutWrites(key), log]
}

/** None where it has that name. */
export function makeRenameKeyWrites(
  table: Table,
  author: Author,
  { hash, row }: FoundKey,
  name: string | null,
): Write[] {
  const { name: seen = null } = row
  if (name === seen) return []
  const update = {
    UpdateExpression: name === null ? 'REMOVE #name' : 'SET #name = :name',
    ConditionExpression: seen === null ? 'attribute_exists(pk) AND attribute_not_exists(#name)' : '#name = :seen',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': name ?? undefined, ':seen': seen ?? undefined },
  }
  const change: AccessChange = { action: 'key.renamed', subject: toSubject(row), changes: { name: [seen, name] } }
  const log = makeAccessWrite(table, author, change)
  return [makeUpdate(hash, update), log]
}

/** Who has made the key, by name: the person is about to leave. */
export function makeKeepMakerWrite(hash: string, name: string): Write {
  return makeUpdate(hash, {
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET user_name = if_not_exists(user_name, :name)',
    ExpressionAttributeValues: { ':name': name },
  })
}

/** From the next request on. None where it is revoked: the first time stays. */
export function makeRevokeKeyWrites(table: Table, author: Author, { hash, row }: FoundKey): Write[] {
  if (row.revoked_at !== undefined) return []
  const update = {
    UpdateExpression: 'SET revoked_at = :now',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revoked_at)',
    ExpressionAttributeValues: { ':now': table.now() },
  }
  const log = makeAccessWrite(table, author, { action: 'key.revoked', subject: toSubject(row) })
  return [makeUpdate(hash, update), log]
}

function toSubject({ id, name }: ApiKeyRow): AccessChange['subject'] {
  return { type: 'key', id, name: name ?? null }
}

type Update = {
  UpdateExpression: string
  ConditionExpression: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues: Record<string, unknown>
}

function makeUpdate(hash: string, update: Update): Write {
  return { action: { Update: { Key: keys.principal(hash), ...update } } }
}
