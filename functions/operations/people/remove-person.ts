import { isUsable } from '../../domain/companies/api-key'
import { makeLastOwnerRefusal } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import type { GatewayKeys } from '../../runtime/gateway/gateway-keys'
import type { Answer } from '../../store/commit/idempotency'
import { findCompany } from '../../store/companies/companies'
import { readApiKeys } from '../../store/companies/key-row'
import type { FoundPerson } from '../../store/companies/person-row'
import type { ApiKeyRow } from '../../store/companies/principal-row'
import type { Context } from '../context'
import { endKey, keepMaker } from '../keys/key-changes'
import * as people from './people'
import { endMembership, isCalledByOwner } from './person-changes'

/**
 * An owner removes anybody, and anybody oneself. Refused with `forbidden`, with `person_not_found`, and with
 * `invalid_state` for the last owner, or where it must be told what becomes of keys. The rows of the person go last,
 * with the answer, so that a request that is sent again goes on.
 */
export async function removePerson(
  context: Context,
  gateway: Pick<GatewayKeys, 'remove'>,
  { id, keys: choice }: people.Removal,
  render?: () => Answer,
): Promise<FoundPerson> {
  const { table, caller } = context
  if (caller.actor.type === 'person') await requireMayRemove(context, { id, keys: choice })
  const person = await people.requirePerson(table, caller.companyId, id)
  await requireOtherOwner(context, person)
  const made = await readKeysOf(context, id)
  if (made.length > 0 && choice === null) throw makeKeysRefusal(made)
  for (const key of made)
    await (choice === 'revoke' ? endKey(context, gateway, key.id) : keepMaker(context, key, person.row.name))
  await endMembership(context, { id, keys: made.length > 0 ? choice : null }, render)
  return person
}

/** Who leaves cannot take away what runs by keys that others need. */
async function requireMayRemove(context: Context, { id, keys }: people.Removal): Promise<void> {
  if (await isCalledByOwner(context)) return
  if (id !== context.caller.userId) throw new Refusal('forbidden', 'Only an owner may remove other people.')
  if (keys === 'revoke') throw new Refusal('forbidden', 'Only an owner may revoke keys.', 'keys')
}

/** Before anything of the person is changed. The removal itself finds out again. */
async function requireOtherOwner({ table, caller }: Context, { row }: FoundPerson): Promise<void> {
  if (row.role !== 'owner' || row.accepted_at === undefined) return
  if (((await findCompany(table, caller.companyId))?.owners ?? 0) < 2) throw makeLastOwnerRefusal()
}

async function readKeysOf({ table, caller }: Context, userId: string): Promise<ApiKeyRow[]> {
  const now = table.now()
  return (await readApiKeys(table, caller.companyId)).filter((row) => row.user_id === userId && isUsable(row, now))
}

function makeKeysRefusal(made: ApiKeyRow[]): Refusal {
  const names = made.slice(0, 10).map(({ id, name }) => (name === undefined ? id : `${name} (${id})`))
  const more = made.length > names.length ? ` and ${made.length - names.length} more` : ''
  const message = `The person has made keys that work: ${names.join(', ')}${more}. Say keys=revoke or keys=keep.`
  return new Refusal('invalid_state', message, 'keys')
}
