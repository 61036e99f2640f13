import { makeCommandAuthor } from '../../admin/companies/access-log'
import { InvitePerson } from '../../functions/contract/person'
import { keyChoices, roles } from '../../functions/domain/companies/person'
import { type Context, openContext } from '../../functions/operations/context'
import type { PeopleChange } from '../../functions/operations/people/invite-person'
import * as people from '../../functions/operations/people/people'
import { invitePerson } from '../../functions/operations/people/person-changes'
import { removePerson } from '../../functions/operations/people/remove-person'
import type { Company } from '../../functions/store/companies/companies'
import { findPersonOfAny } from '../../functions/store/companies/person-row'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import {
  type Command,
  type Options,
  parseChoice,
  serviceOptions,
  serviceUsage,
  text,
  UsageError,
} from '../command-line'
import { openCompany } from '../companies/company'
import { readInfo } from '../local-service'
import { openTarget } from '../target'

const usage = `People of a company, who sign in.

  npx inventory people invite --company ID --email MAIL --name NAME --role ROLE
  npx inventory people list --company ID
  npx inventory people role --company ID --person ID --role ROLE
  npx inventory people remove --company ID --person ID [--keys CHOICE]   refuse the person's requests from the next one on
  npx inventory people token --person ID                   an access token, of the local service alone

  ROLE is ${roles.join(', ')}. An invitation can be accepted for seven days, on the page, by who has the address. The
  token's person accepts first, if that is still to be done. CHOICE is ${keyChoices.join(' or ')}: what becomes of the keys that the
  person has made.
${serviceUsage}: its user pool mails the invitation`

async function invite(options: Options) {
  const fields = parseInvitation(options)
  const { table, company, openDirectory } = await openCompany(options)
  const directory = await openDirectory()
  return invitePerson(openCommandContext(table, company), directory, { ...fields, id: null })
}

async function list(options: Options) {
  const { table, company } = await openCompany(options)
  return (await people.listPeople(table, company.id, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })).rows.reverse()
}

async function changeRole(options: Options) {
  const role = parseChoice('role', options.role, roles)
  const { table, company } = await openCompany(options)
  return commitPeople(table, () =>
    people.changePerson(table, makeCommandAuthor(table, company.id), { id: String(options.person), patch: { role } }),
  )
}

async function remove(options: Options) {
  const keys = options.keys === undefined ? null : parseChoice('keys', options.keys, keyChoices)
  const { table, company, gatewayKeys } = await openCompany(options)
  const removal = { id: String(options.person), keys }
  const { row } = await removePerson(openCommandContext(table, company), gatewayKeys, removal)
  return { id: row.id, email: row.email }
}

async function getToken({ info, person }: Options) {
  const { table, issuer, openDirectory } = await openTarget({ info })
  await openDirectory() // refuses where nobody can sign in
  const { base_url: baseUrl } = readInfo(info)
  const found = await findPersonOfAny(table, String(person))
  if (!found) throw new UsageError(`there is no person ${person}`)
  const body = new URLSearchParams({ email: found.row.email })
  const answer = await fetch(`${issuer}/tokens`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`the provider of sign-in answered ${answer.status}`)
  const { token, id_token } = (await answer.json()) as { token: string; id_token: string }
  if (found.row.accepted_at === undefined) await accept(baseUrl, token, { id_token, invitation_id: found.row.id })
  return { token }
}

/** As the person does on the page. */
async function accept(baseUrl: string, token: string, body: { id_token: string; invitation_id: string }) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const link = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(new URL('account/link', baseUrl.replace(/\/?$/, '/')), link)
  if (!answer.ok) throw new Error(`the invitation cannot be accepted: ${await answer.text()}`)
}

export const command: Command = {
  usage,
  actions: {
    invite: { options: serviceOptions, required: ['company', 'email', 'name', 'role'], run: invite },
    list: { options: serviceOptions, required: ['company'], run: list },
    role: { options: serviceOptions, required: ['company', 'person', 'role'], run: changeRole },
    remove: { options: { ...serviceOptions, keys: text }, required: ['company', 'person'], run: remove },
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

/** In which a command changes what belongs to a company. */
export function openCommandContext(
  table: Table,
  { id, plan, time_zone }: Pick<Company, 'id' | 'plan' | 'time_zone'>,
): Context {
  const author = makeCommandAuthor(table, id)
  return openContext(table, { ...author, plan, timeZone: time_zone ?? null, userId: author.actor.id })
}

export function commitPeople<Result>(table: Table, decide: () => Promise<PeopleChange<Result>>): Promise<Result> {
  return retryUntilCommitted(table, async () => {
    const { writes, result } = await decide()
    if (writes.length > 0) await transact(table, writes)
    return result
  })
}
