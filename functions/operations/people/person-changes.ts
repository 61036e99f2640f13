import { type Person, type PersonPatch, requireMayChange } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import type { UserDirectory } from '../../runtime/people/user-directory'
import { draftChangeset } from '../../store/commit/changeset'
import type { Answer } from '../../store/commit/idempotency'
import { findPerson } from '../../store/companies/person-row'
import type { Context } from '../context'
import { commitChange, type Decision } from '../run-change'
import * as people from './people'
import { removeAccount } from './people'

// What the routes do with people, as changes of the caller's company.

export async function invitePerson(
  context: Context,
  directory: UserDirectory,
  fields: Omit<people.Invitation, 'id'>,
): Promise<Decision<Person>> {
  const { table, caller } = context
  const company = { id: caller.companyId, plan: caller.plan }
  return decide(context, await people.invitePerson(table, directory, company, { ...fields, id: null }))
}

/** Refused with `forbidden` for what is not the caller's to change. */
export async function changePerson(
  context: Context,
  { sendsMail }: { sendsMail: boolean },
  id: string,
  patch: PersonPatch,
): Promise<Decision<Person>> {
  const { companyId, userId } = context.caller
  const isSelf = id === userId
  const isOwner = (await findPerson(context.table, companyId, userId))?.row.role === 'owner'
  if (!isOwner && !isSelf) throw new Refusal('forbidden', 'Only an owner may change other people.')
  const requireMay = (changes: PersonPatch) => requireMayChange(changes, { isOwner, isSelf, sendsMail })
  return decide(context, await people.changePerson(context.table, companyId, { id, patch }, requireMay))
}

/**
 * The table comes first: with that, the person has no access, whatever the provider says. The answer is recorded last,
 * so that a request that is sent again goes on.
 */
export async function removePerson(
  context: Context,
  directory: UserDirectory,
  id: string,
  render: () => Answer,
): Promise<void> {
  const { companyId } = context.caller
  const { result: person } = await commitChange(context, async (attempt) =>
    decide(attempt, await people.revokePerson(attempt.table, companyId, id)),
  )
  await removeAccount(directory, person)
  const finish = async (attempt: Context) => decide(attempt, await people.deletePerson(attempt.table, companyId, id))
  await commitChange(context, finish, { render })
}

function decide<Result>({ table, caller }: Context, { writes, result }: people.PeopleChange<Result>): Decision<Result> {
  return { changeset: draftChangeset(caller, table.now(), { more: writes }), result }
}
