import { Refusal } from '../../domain/errors'
import { draftChangeset } from '../../store/commit/changeset'
import { findPerson } from '../../store/companies/person-row'
import { makeSignOutWrite } from '../../store/companies/sign-out'
import { makeAccessWrite } from '../../store/log/access-row'
import type { Context } from '../context'
import type { Decision } from '../run-change'

/**
 * Ends the sessions of a person: tokens of earlier sign-ins are refused from the next request on. Refused with
 * `forbidden` for whom the caller may not sign out, and with `person_not_found`.
 */
export async function signOutPerson({ table, caller }: Context, id: string): Promise<Decision<null>> {
  const { companyId, userId } = caller
  const isSelf = id === userId
  const isOwner = (await findPerson(table, companyId, userId))?.row.role === 'owner'
  if (!isOwner && !isSelf) throw new Refusal('forbidden', 'Only an owner may sign other people out.')
  const person = await findPerson(table, companyId, id)
  if (person === null) throw new Refusal('person_not_found', 'There is no such person.')
  const now = table.now()
  const subject = { type: 'person', id, name: person.row.name } as const
  const more = [
    makeSignOutWrite(table, person, now),
    makeAccessWrite(table, caller, { action: 'person.signed_out', subject }),
  ]
  return { changeset: draftChangeset(caller, now, { more }), result: null }
}
