import {
  countOwners,
  makeLastOwnerRefusal,
  makeTakenRefusal,
  type PersonPatch,
  type Role,
} from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import { keys, type RowKey } from '../table/schema'
import type { Table } from '../table/table'
import type { Write } from '../table/transact'
import { makePlanCheck } from './companies'
import type { FoundPerson } from './person-row'
import type { PersonRow } from './principal-row'
import { hashEmail } from './principals'

// The meter writes into the same row with each request. So a change sets what is its own, and asks for nothing else.

/**
 * Refused with `invalid_request` where the address is in use, in this company or another, and with `forbidden` where
 * the company was suspended since the request was admitted.
 */
export function makeInviteWrites(table: Table, { hash, row }: FoundPerson): Write[] {
  const { id, company_id, plan, email } = row
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  })
  const taken = makeTakenRefusal()
  return [
    { action: put({ ...keys.principal(hash), ...row }), refusal: taken },
    { action: put({ ...keys.principalOfCompany(company_id, id), hash }) },
    { action: put({ ...keys.principalById(id), hash, company_id }) },
    { action: put({ ...keys.email(hashEmail(email)), company_id, id }), refusal: taken },
    {
      action: makePlanCheck(table, company_id, plan, ' AND attribute_not_exists(suspended_at)'),
      refusal: new Refusal('forbidden', 'The company is suspended, or its plan is changing.'),
    },
  ]
}

/** The first request of one who was invited: the invitation does not end any more. */
export function makeAcceptWrites(table: Table, { hash, row }: FoundPerson, at: number): Write[] {
  const update = { UpdateExpression: 'SET accepted_at = :at REMOVE valid_until', values: { ':at': at } }
  return [makeUpdate(table, { hash, row }, update), ...countOwner(table, row.company_id, row.role === 'owner' ? 1 : 0)]
}

/** The first sign-in at a provider that had not told who it is: from now on, the person is found by the subject. */
export function makeLinkWrites(table: Table, { hash, row }: FoundPerson, linkedHash: string, at: number): Write[] {
  const { valid_until: _, ...kept } = row
  const TableName = table.name
  const point = (Key: RowKey): Write => ({
    action: {
      Update: {
        TableName,
        Key,
        UpdateExpression: 'SET #hash = :linked',
        ConditionExpression: '#hash = :hash',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: { ':linked': linkedHash, ':hash': hash },
      },
    },
  })
  const Item = { ...keys.principal(linkedHash), ...kept, accepted_at: at }
  return [
    { action: { Delete: { TableName, Key: keys.principal(hash), ...asSeen(row) } } },
    { action: { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } } },
    point(keys.principalOfCompany(row.company_id, row.id)),
    point(keys.principalById(row.id)),
    ...countOwner(table, row.company_id, row.role === 'owner' ? 1 : 0),
  ]
}

/** Refused with `invalid_state` where no owner who has signed in would be left. */
export function makeChangeWrites(table: Table, person: FoundPerson, changes: PersonPatch): Write[] {
  const { name, role = person.row.role, alerts } = changes
  const sets = [
    ...(name === undefined ? [] : ['#name = :name']),
    ...(changes.role === undefined ? [] : ['#role = :role']),
    ...(alerts === undefined ? [] : ['alerts = :alerts']),
  ]
  const values = {
    ...(name !== undefined && { ':name': name }),
    ...(changes.role !== undefined && { ':role': role }),
    ...(alerts !== undefined && { ':alerts': alerts }),
  }
  const update = { UpdateExpression: `SET ${sets.join(', ')}`, values }
  return [makeUpdate(table, person, update), ...countOwner(table, person.row.company_id, count(person.row, role))]
}

/**
 * As `makeChangeWrites`. No request is admitted any more: what is left is like an invitation that has ended. It keeps
 * the address until the provider has forgotten it.
 */
export function makeRevokeWrites(table: Table, person: FoundPerson, at: number): Write[] {
  const UpdateExpression = 'SET revoked_at = :at, valid_until = :at REMOVE accepted_at'
  const update = { UpdateExpression, values: { ':at': at } }
  return [makeUpdate(table, person, update), ...countOwner(table, person.row.company_id, count(person.row, null))]
}

/** Of one whose access is revoked. Nothing of the person is left, and the address is free again. */
export function makeDeleteWrites(table: Table, { hash, row }: FoundPerson): Write[] {
  const TableName = table.name
  return [
    { action: { Delete: { TableName, Key: keys.principal(hash), ...asSeen(row) } } },
    { action: { Delete: { TableName, Key: keys.principalOfCompany(row.company_id, row.id) } } },
    { action: { Delete: { TableName, Key: keys.principalById(row.id) } } },
    { action: { Delete: { TableName, Key: keys.email(hashEmail(row.email)) } } },
  ]
}

function count(row: PersonRow, after: Role | null): -1 | 0 | 1 {
  return countOwners({ role: row.role, hasSignedIn: row.accepted_at !== undefined }, after)
}

/** One write of the company's row, so that of two owners who lower each other one comes second. */
function countOwner(table: Table, companyId: string, change: -1 | 0 | 1): Write[] {
  if (change === 0) return []
  const Update = {
    TableName: table.name,
    Key: keys.company(companyId),
    UpdateExpression: 'ADD owners :change',
    ConditionExpression: change === 1 ? 'attribute_exists(pk)' : 'owners > :one',
    ExpressionAttributeValues: { ':change': change, ...(change === 1 ? {} : { ':one': 1 }) },
  }
  return [{ action: { Update }, ...(change === -1 && { refusal: makeLastOwnerRefusal() }) }]
}

function makeUpdate(
  table: Table,
  { hash, row }: FoundPerson,
  { UpdateExpression, values }: { UpdateExpression: string; values: Record<string, unknown> },
): Write {
  const { ExpressionAttributeValues, ...seen } = asSeen(row)
  const Update = {
    TableName: table.name,
    Key: keys.principal(hash),
    UpdateExpression,
    ...seen,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values },
  }
  return { action: { Update } }
}

/** Unless somebody else has changed the person. */
function asSeen({ name, role, ...row }: PersonRow) {
  const times = (['accepted_at', 'revoked_at'] as const).map((time) =>
    row[time] === undefined ? `attribute_not_exists(${time})` : `attribute_exists(${time})`,
  )
  return {
    ConditionExpression: `#role = :seen_role AND #name = :seen_name AND ${times.join(' AND ')}`,
    ExpressionAttributeNames: { '#role': 'role', '#name': 'name' },
    ExpressionAttributeValues: { ':seen_role': role, ':seen_name': name },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
}
