import type { Person, Role } from '../../domain/companies/person'
import type { UserDirectory } from '../../runtime/user-directory'
import { draftChangeset } from '../../store/commit/changeset'
import type { Answer } from '../../store/commit/idempotency'
import type { Context } from '../context'
import { commitChange, type Decision } from '../run-change'
import * as people from './people'

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

export async function changePerson(
  context: Context,
  id: string,
  patch: { name?: string | undefined; role?: Role | undefined },
): Promise<Decision<Person>> {
  return decide(context, await people.changePerson(context.table, context.caller.companyId, id, patch))
}

/** The next request of the person is refused, whatever the provider says. So the provider comes second. */
export async function removePerson(
  context: Context,
  directory: UserDirectory,
  id: string,
  render: () => Answer,
): Promise<void> {
  const remove = async (attempt: Context) =>
    decide(attempt, await people.removePerson(attempt.table, attempt.caller.companyId, id))
  const { result: email } = await commitChange(context, remove, { render })
  await directory.remove(email)
}

function decide<Result>({ table, caller }: Context, { writes, result }: people.PeopleChange<Result>): Decision<Result> {
  return { changeset: draftChangeset(caller, table.now(), { more: writes }), result }
}
