import {
  countOwners,
  makeLastOwnerRefusal,
  makeTakenRefusal,
  type PersonPatch,
  type Role,
} from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import { keys, type RowKey } from '../table/schema'
import { putNew, type Write } from '../table/transact'
import { makeCompanyCheck } from './companies'
import { type EmailRow, makeEmailKey } from './email-row'
import type { FoundPerson } from './person-row'
import type { PersonRow } from './principal-row'
import { hashInvitation, makePutWrites } from './principals'

// The meter writes into the same row with each request. So a change sets what is its own, and asks for nothing else.

/** Who has the address in the company, or had it. `person`: null where only the row is left. */
export type Holder = { address: EmailRow; person: FoundPerson | null }

/**
 * In place of `ended`, where that is not null. Refused with `invalid_request` where the address is in use in the
 * company, and with `forbidden` where the company was suspended since the request was admitted.
 */
export function makeInviteWrites(person: FoundPerson, ended: Holder | null): Write[] {
  const { id, company_id, email } = person.row
  const key = makeEmailKey(email, company_id)
  const isOwnRow = ended?.address.sk === key.sk
  const stillEnded = { ConditionExpression: 'id = :ended', ExpressionAttributeValues: { ':ended': ended?.address.id } }
  const condition = isOwnRow ? stillEnded : { ConditionExpression: 'attribute_not_exists(pk)' }
  return [
    ...(ended?.person ? makeForgetWrites(ended.person) : []),
    ...(ended && !isOwnRow ? [makeDelete(ended.address)] : []),
    { action: { Put: { Item: { ...key, company_id, id }, ...condition } }, refusal: makeTakenRefusal() },
    ...makePutWrites(person),
  ]
}

/** `hash`: of the subject. `stale`: what is there of an earlier version: a person who has not accepted. */
export type Acceptance = { hash: string; subject: string; at: number; stale: FoundPerson | null }

/**
 * From now on, the person is found by the subject, and the invitation does not end any more. A company that is
 * suspended, or whose plan changes, must be read again.
 */
export function makeAcceptWrites({ hash, row }: FoundPerson, acceptance: Acceptance): Write[] {
  const { hash: subjectHash, subject, at, stale } = acceptance
  // A suspension that is being lifted, or comes, is checked, or finds the row at its new place.
  const { valid_until: _, suspended_at: __, signed_out_at: ___, ...kept } = row
  const Item = { ...keys.principal(subjectHash), ...kept, subject, accepted_at: at }
  const isThere = stale?.row.id === row.id // an invitation of an earlier version, which knew the subject
  const condition = stale ? asSeen(stale.row) : { ConditionExpression: 'attribute_not_exists(pk)' }
  return [
    { action: { Put: { Item, ...condition } } },
    ...(isThere ? [] : [makeDelete(keys.principal(hash), asSeen(row))]),
    ...(stale && !isThere ? makeWayWrites(stale) : []),
    ...(isThere ? [] : listAddresses(row).map((key) => makePointer(key, { from: hash, to: subjectHash }))),
    admitToCompany(row),
  ]
}

/** What was at the hash of the subject is an invitation like others: it stays open as long as it was. */
function makeWayWrites({ hash, row }: FoundPerson): Write[] {
  const to = hashInvitation(row.id)
  const put = { action: putNew({ ...keys.principal(to), ...row }) }
  return [put, ...listAddresses(row).map((key) => makePointer(key, { from: hash, to }))]
}

/** The company as the row knows it. It counts its owners. */
function admitToCompany(row: PersonRow): Write {
  const refusal = new Refusal(
    'invalid_state',
    'The company takes nobody in at the moment: it is suspended, or changes.',
  )
  const { ConditionCheck } = makeCompanyCheck(row, ' AND attribute_not_exists(suspended_at)')
  if (row.role !== 'owner') return { action: { ConditionCheck }, refusal }
  const ExpressionAttributeValues = { ...ConditionCheck.ExpressionAttributeValues, ':one': 1 }
  return {
    action: { Update: { ...ConditionCheck, UpdateExpression: 'ADD owners :one', ExpressionAttributeValues } },
    refusal,
  }
}

function makePointer(Key: RowKey, { from, to }: { from: string; to: string }): Write {
  return {
    action: {
      Update: {
        Key,
        UpdateExpression: 'SET #hash = :to',
        ConditionExpression: '#hash = :from',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: { ':to': to, ':from': from },
      },
    },
  }
}

/** Refused with `invalid_state` where no owner who has signed in would be left. */
export function makeChangeWrites(person: FoundPerson, changes: PersonPatch): Write[] {
  const { name, role, alerts } = changes
  const sets = [
    ...(name === undefined ? [] : ['#name = :name']),
    ...(role === undefined ? [] : ['#role = :role']),
    ...(alerts === undefined ? [] : ['alerts = :alerts']),
  ]
  const values = { ':name': name, ':role': role, ':alerts': alerts } // what is undefined is not sent
  const update = { UpdateExpression: `SET ${sets.join(', ')}`, values }
  return [makeUpdate(person, update), ...countOwner(person.row.company_id, count(person.row, role ?? person.row.role))]
}

/**
 * As `makeChangeWrites`. No request is admitted any more, however many come: what is left is like an invitation that
 * has ended.
 */
export function makeRevokeWrites(person: FoundPerson, at: number): Write[] {
  const UpdateExpression = 'SET revoked_at = :at, valid_until = :at REMOVE accepted_at'
  const update = { UpdateExpression, values: { ':at': at } }
  return [makeUpdate(person, update), ...countOwner(person.row.company_id, count(person.row, null))]
}

/** Of one whose access is revoked: nothing is left but `addresses`, where they are not named. */
export function makeDeleteWrites(person: FoundPerson, addresses: RowKey[]): Write[] {
  return [...makeForgetWrites(person), ...addresses.map((key) => makeDelete(key))]
}

/** Unless a request was counted meanwhile: its count goes into the usage of the company. */
function makeForgetWrites({ hash, row }: FoundPerson): Write[] {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues, ...seen } = asSeen(row)
  const condition = {
    ...seen,
    ConditionExpression: `${ConditionExpression} AND #day = :seen_day AND day_count = :seen_count`,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#day': 'day' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':seen_day': row.day, ':seen_count': row.day_count },
  }
  return [makeDelete(keys.principal(hash), condition), ...listAddresses(row).map((key) => makeDelete(key))]
}

/** What leads from the person's id to its row. */
function listAddresses({ company_id, id }: PersonRow): RowKey[] {
  return [keys.principalOfCompany(company_id, id), keys.principalById(id)]
}

function makeDelete({ pk, sk }: RowKey, condition: object = {}): Write {
  return { action: { Delete: { Key: { pk, sk }, ...condition } } }
}

function count(row: PersonRow, after: Role | null): -1 | 0 | 1 {
  return countOwners({ role: row.role, hasSignedIn: row.accepted_at !== undefined }, after)
}

/** One write of the company's row, so that of two owners who lower each other one comes second. */
function countOwner(companyId: string, change: -1 | 0 | 1): Write[] {
  if (change === 0) return []
  const Update = {
    Key: keys.company(companyId),
    UpdateExpression: 'ADD owners :change',
    ConditionExpression: change === 1 ? 'attribute_exists(pk)' : 'owners > :one',
    ExpressionAttributeValues: { ':change': change, ...(change === 1 ? {} : { ':one': 1 }) },
  }
  return [{ action: { Update }, ...(change === -1 && { refusal: makeLastOwnerRefusal() }) }]
}

function makeUpdate(
  { hash, row }: FoundPerson,
  { UpdateExpression, values }: { UpdateExpression: string; values: Record<string, unknown> },
): Write {
  const { ExpressionAttributeValues, ...seen } = asSeen(row)
  const Update = {
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
