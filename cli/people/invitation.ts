import { InvitePerson } from '../../functions/contract/person'
import { roles } from '../../functions/domain/companies/person'
import type { PeopleChange } from '../../functions/operations/people/people'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { type Options, parseChoice, UsageError } from '../command-line'

/** By the rules of the API. `emailOption`: the option that has the address. */
export function parseInvitation({ email, name, role }: Options, emailOption = 'email') {
  const { data, error } = InvitePerson.safeParse({ email, name, role: parseChoice('role', role, roles) })
  if (data) return data
  const [issue] = error.issues
  const field = String(issue?.path[0])
  throw new UsageError(`--${field === 'email' ? emailOption : field} ${issue?.message}`)
}

export function commitPeople<Result>(table: Table, decide: () => Promise<PeopleChange<Result>>): Promise<Result> {
  return retryUntilCommitted(table, async () => {
    const { writes, result } = await decide()
    if (writes.length > 0) await transact(table, writes)
    return result
  })
}
