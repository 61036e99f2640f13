import { Refusal } from '../../domain/errors'
import { toSubject } from '../../store/companies/person-row'
import { makeSignOutWrite } from '../../store/companies/sign-out'
import { makeAccessWrite } from '../../store/log/access-row'
import type { Context } from '../context'
import { type Decision, decide } from '../run-change'
import { requirePerson } from './people'
import { isCalledByOwner } from './person-changes'

/**
 * Ends the sessions of a person: tokens of earlier sign-ins are refused from the next request on. Refused with
 * `forbidden` for whom the caller may not sign out, and with `person_not_found`.
 */
export async function signOutPerson(context: Context, id: string): Promise<Decision<null>> {
  const { table, caller } = context
  if (id !== caller.userId && !(await isCalledByOwner(context)))
    throw new Refusal('forbidden', 'Only an owner may sign other people out.')
  const person = await requirePerson(table, caller.companyId, id)
  const access = makeAccessWrite(table, caller, { action: 'person.signed_out', subject: toSubject(person.row) })
  return decide(context, { writes: [makeSignOutWrite(person, table.now()), access], result: null })
}
