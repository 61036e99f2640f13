import { type Person, type PersonPatch, requireMayChange } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import type { UserDirectory } from '../../runtime/people/user-directory'
import { draftChangeset } from '../../store/commit/changeset'
import type { Answer } from '../../store/commit/idempotency'
import { findPerson } from '../../store/companies/person-row'
import type { Context } from '../context'
import { commitChange, type Decision } from '../run-change'
import * as invitations from './invite-person'
import * as people from './people'

// What the routes do with people, as changes of the caller's company.

/**
 * The table comes first: so one mail is sent for each invitation that is there. Where the mail fails, the invitation is
 * taken back. The answer is recorded last, so that a request that is sent again goes on.
 */
export async function invitePerson(
  context: Context,
  directory: UserDirectory,
  fields: invitations.Invitation,
  render?: (person: Person) => Answer,
): Promise<Person> {
  const { table, caller } = context
  const invitation = { ...fields, key: context.idempotency?.key ?? null }
  const { result } = await commitChange(context, async (attempt) =>
    decide(attempt, await invitations.invitePerson(table, caller, invitation)),
  )
  const { person, mail } = result
  try {
    await directory.invite(mail)
  } catch (error) {
    await takeBack(context, person.id)
    throw error
  }
  const record = render && { render: () => render(person) }
  await commitChange(context, async (attempt) => decide(attempt, { writes: [], result: null }), record)
  return person
}

/** Each half can be repeated: where one fails, an invitation is left that nobody knows of. */
async function takeBack(context: Context, id: string): Promise<void> {
  const { table, caller } = context
  const revoke = async (attempt: Context) =>
    decide(attempt, await people.revokePerson(table, caller, { id, keys: null }))
  const forget = async (attempt: Context) => decide(attempt, await people.deletePerson(table, caller, id))
  await commitChange(context, revoke)
  await commitChange(context, forget)
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
