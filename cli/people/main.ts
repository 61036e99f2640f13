import { InvitePerson } from '../../functions/contract/person'
import { roles } from '../../functions/domain/companies/person'
import * as people from '../../functions/operations/people/people'
import { type PeopleChange, removeAccount } from '../../functions/operations/people/people'
import { findPersonOfAny } from '../../functions/store/companies/person-row'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { type Command, type Options, parseChoice, serviceOptions, serviceUsage, UsageError } from '../command-line'
import { openCompany } from '../companies/company'
import { openTarget } from '../target'

const usage = `People of a company, who sign in.

  npx inventory people invite --company ID --email MAIL --name NAME --role ROLE
  npx inventory people list --company ID
  npx inventory people role --company ID --person ID --role ROLE
  npx inventory people remove --company ID --person ID     refuse the person's requests from the next one on
  npx inventory people token --person ID                   an access token, of the local service alone

  ROLE is ${roles.join(', ')}. An invitation can be accepted for seven days. An address belongs to one company.
${serviceUsage}: its user pool mails the invitation`

async function invite(options: Options) {
  const fields = parseInvitation(options)
  const { table, company, openDirectory } = await openCompany(options)
  const directory = await openDirectory()
  return commitPeople(table, () => people.invitePerson(table, directory, company, { ...fields, id: null }))
}

async function list(options: Options) {
  const { table, company } = await openCompany(options)
  return (await people.listPeople(table, company.id, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })).rows.reverse()
}

async function changeRole(options: Options) {
  const role = parseChoice('role', options.role, roles)
  const { table, company } = await openCompany(options)
  return commitPeople(table, () =>
    people.changePerson(table, company.id, { id: String(options.person), patch: { role } }),
  )
}

/** The table comes first: with that, no request of the person is answered. Run again where the provider fails. */
async function remove(options: Options) {
  const { table, company, openDirectory } = await openCompany(options)
  const directory = await openDirectory()
  const id = String(options.person)
  const person = await commitPeople(table, () => people.revokePerson(table, company.id, id))
  await removeAccount(directory, person)
  await commitPeople(table, () => people.deletePerson(table, company.id, id))
  return { id, email: person.row.email }
}

async function getToken({ info, person }: Options) {
  const { table, issuer, openDirectory } = await openTarget({ info })
  await openDirectory() // refuses where nobody can sign in
  const found = await findPersonOfAny(table, String(person))
  if (!found) throw new UsageError(`there is no person ${person}`)
  const body = new URLSearchParams({ email: found.row.email })
  const answer = await fetch(`${issuer}/tokens`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`the provider of sign-in answered ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return { token }
}

export const command: Command = {
  usage,
  actions: {
    invite: { options: serviceOptions, required: ['company', 'email', 'name', 'role'], run: invite },
    list: { options: serviceOptions, required: ['company'], run: list },
    role: { options: serviceOptions, required: ['company', 'person', 'role'], run: changeRole },
    remove: { options: serviceOptions, required: ['company', 'person'], run: remove },
    token: { options: serviceOptions, required: ['person'], run: getToken },
  },
}

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
