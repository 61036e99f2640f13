import { roles } from '../../functions/domain/companies/person'
import * as people from '../../functions/operations/people/people'
import { removeAccount } from '../../functions/operations/people/people'
import { findPersonOfAny } from '../../functions/store/companies/person-row'
import type { Table } from '../../functions/store/table/table'
import { type Command, type Options, parseChoice, serviceOptions, serviceUsage, UsageError } from '../command-line'
import { openCompany } from '../companies/company'
import { openTarget } from '../target'
import { commitPeople, parseInvitation } from './invitation'

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
  const body = new URLSearchParams({ email: await findEmail(table, String(person)) })
  const answer = await fetch(`${issuer}/tokens`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`the provider of sign-in answered ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return { token }
}

async function findEmail(table: Table, id: string): Promise<string> {
  const person = await findPersonOfAny(table, id)
  if (!person) throw new UsageError(`there is no person ${id}`)
  return person.row.email
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
