import { type Person, type PersonPatch, requireMayChange } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import type { UserDirectory } from '../../runtime/people/user-directory'
import { draftChangeset } from '../../store/commit/changeset'
import { findPerson } from '../../store/companies/person-row'
import type { Context } from '../context'
import type { Decision } from '../run-change'
import * as invitations from './invite-person'
import * as people from './people'

// What the routes do with people, as changes of the caller's company.

export async function invitePerson(
  context: Context,
  directory: UserDirectory,
  fields: Omit<invitations.Invitation, 'id'>,
): Promise<Decision<Person>> {
  const { table, caller } = context
  return decide(context, await invitations.invitePerson(table, directory, caller, { ...fields, id: null }))
}

/** Refused with `forbidden` for what is not the caller's to change. */
export async function changePerson(
  context: Context,
  { sendsMail }: { sendsMail: boolean },
  id: string,
  patch: PersonPatch,
): Promise<Decision<Person>> {
  const { table, caller } = context
  const isSelf = id === caller.userId
  const isOwner = await isCalledByOwner(context)
  if (!isOwner && !isSelf) throw new Refusal('forbidden', 'Only an owner may change other people.')
  const requireMay = (changes: PersonPatch) => requireMayChange(changes, { isOwner, isSelf, sendsMail })
  return decide(context, await people.changePerson(table, caller, { id, patch }, requireMay))
}

export async function isCalledByOwner({ table, caller }: Context): Promise<boolean> {
  return (await findPerson(table, caller.companyId, caller.userId))?.row.role === 'owner'
}

export function decide<Result>(
  { table, caller }: Context,
  { writes, result }: invitations.PeopleChange<Result>,
): Decision<Result> {
  return { changeset: draftChangeset(caller, table.now(), { more: writes }), result }
}
