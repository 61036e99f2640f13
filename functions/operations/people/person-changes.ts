import { type Person, type PersonPatch, requireMayChange } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import type { UserDirectory } from '../../runtime/people/user-directory'
import type { Answer } from '../../store/commit/idempotency'
import { findPerson } from '../../store/companies/person-row'
import type { Context } from '../context'
import { commitChange, type Decision, decide } from '../run-change'
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

/** Not from who has accepted meanwhile: of the same request, sent again, only the mail has failed. */
async function takeBack(context: Context, id: string): Promise<void> {
  const person = await findPerson(context.table, context.caller.companyId, id)
  if (person && person.row.accepted_at === undefined) await endMembership(context, { id, keys: null })
}

/** Both halves of a removal. Each can be repeated. The answer is recorded with the second. */
export async function endMembership(context: Context, removal: people.Removal, render?: () => Answer): Promise<void> {
  const { table, caller } = context
  const revoke = async (attempt: Context) => decide(attempt, await people.revokePerson(table, caller, removal))
  const forget = async (attempt: Context) => decide(attempt, await people.deletePerson(table, caller, removal.id))
  await commitChange(context, revoke)
  await commitChange(context, forget, { render })
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
