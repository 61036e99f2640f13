import { Refusal } from '../../domain/errors'
import { keys } from '../table/schema'
import type { Table } from '../table/table'
import type { Write } from '../table/transact'
import { makePlanCheck } from './companies'
import type { FoundKey } from './key-row'

// The meter writes into the same row with each request. So a change sets what is its own, and asks for nothing else.

/** Refused with `forbidden` where the company is suspended, or is not on the plan of the row. */
export function makeCreateKeyWrites(table: Table, { hash, row }: FoundKey): Write[] {
  const put = (Item: Record<string, unknown>) => ({
    action: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
  })
  return [
    put({ ...keys.principal(hash), ...row }),
    put({ ...keys.principalOfCompany(row.company_id, row.id), hash }),
    put({ ...keys.principalById(row.id), hash, company_id: row.company_id }),
    {
      action: makePlanCheck(table, row.company_id, row.plan, ' AND attribute_not_exists(suspended_at)'),
      refusal: new Refusal('forbidden', 'The company is suspended, or its plan is changing.'),
    },
  ]
}

export function makeRenameKeyWrite(table: Table, hash: string, name: string | null): Write {
  const update =
    name === null
      ? { UpdateExpression: 'REMOVE #name' }
      : { UpdateExpression: 'SET #name = :name', ExpressionAttributeValues: { ':name': name } }
  return makeUpdate(table, hash, { ...update, ExpressionAttributeNames: { '#name': 'name' } })
}

/** Who has made the key, by name: the person is about to leave. */
export function makeKeepMakerWrite(table: Table, hash: string, name: string): Write {
  return makeUpdate(table, hash, {
    UpdateExpression: 'SET user_name = if_not_exists(user_name, :name)',
    ExpressionAttributeValues: { ':name': name },
  })
}

/** From the next request on. Can be repeated: the first time stays. */
export function makeRevokeKeyWrite(table: Table, hash: string): Write {
  return makeUpdate(table, hash, {
    UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :now)',
    ExpressionAttributeValues: { ':now': table.now() },
  })
}

type Update = {
  UpdateExpression: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
}

function makeUpdate(table: Table, hash: string, update: Update): Write {
  const Key = keys.principal(hash)
  return { action: { Update: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(pk)', ...update } } }
}
