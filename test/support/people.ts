import type { Role } from '../../functions/domain/companies/person'
import type { Plan } from '../../functions/domain/companies/plan'
import { openContext } from '../../functions/operations/context'
import { acceptInvitation } from '../../functions/operations/people/accept-invitation'
import { invitePerson } from '../../functions/operations/people/person-changes'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { hashSubject } from '../../functions/store/companies/principals'
import type { Table } from '../../functions/store/table/table'
import { type Call, makeClient } from './client'
import { type Customer, createCompanyWithKey, type TestService } from './service'
import { makeCaller } from './table'

type Fields = { email: string; name: string; role: Role }
type Of = { company: Pick<Customer['company'], 'id' | 'plan'> }
export type SignedIn = { id: string; email: string; token: string; call: Call }

let count = 0
const makeEmail = (role: Role, companyId: string) => `${role}-${companyId}-${++count}@example.com`.toLowerCase()

/** Invites somebody, who has not accepted yet. */
export async function invite(table: Table, { id, plan }: Of['company'], fields: Fields) {
  return invitePerson(openContext(table, { ...makeCaller(id), plan }), foreignDirectory, { id: null, ...fields })
}

/** Somebody who was invited, and has accepted. The provider knows everybody by the address. */
export async function addPerson(
  table: Table,
  company: Of['company'],
  fields: Fields,
  issuer = 'https://id.example.com',
) {
  const { id, email } = await invite(table, company, fields)
  const identity = { hash: hashSubject({ issuer, subject: email }), subject: email, email }
  return acceptInvitation(table, identity, { invitationId: id, requestId: 'test' })
}

/** Somebody who has signed in, with an open invitation, and is nobody's person yet. */
export async function inviteStranger(service: TestService, { company }: Of, role: Role) {
  const fields = { email: makeEmail(role, company.id), name: role, role }
  return enter(service, await invite(service.rows, company, fields))
}

/** A person of the company who has signed in at the service's own provider. */
export async function signInAs(
  service: TestService,
  { company }: Of,
  role: Role,
  named: { email?: string; name?: string } = {},
): Promise<SignedIn> {
  const fields = { email: makeEmail(role, company.id), name: role, ...named, role }
  return enter(service, await addPerson(service.rows, company, fields, service.signIn?.issuer))
}

async function enter(service: TestService, { id, email }: { id: string; email: string }) {
  const { token, id_token: idToken } = await getTokens(service, email)
  return { id, email, token, idToken, call: makeClient(service, token) }
}

/** Provides, for each test, a new company on the plan, and its owner. */
export function useOwner(service: TestService, plan: Plan): { customer: Customer; owner: SignedIn } {
  const [customer, owner] = [{} as Customer, {} as SignedIn]
  beforeEach(async () => {
    service.setTime(0) // the provider's clock is the machine's
    Object.assign(customer, await createCompanyWithKey(service, plan))
    Object.assign(owner, await signInAs(service, customer, 'owner'))
  })
  return { customer, owner }
}

/** How somebody has signed in: in epoch seconds, or '' for not told; and by which methods, with blanks between. */
type SignIn = { auth_time?: string; amr?: string }

/** An access token of the person, as the provider makes it after a sign-in: now, by two factors, unless told. */
export async function getToken(service: TestService, email: string, signIn?: SignIn): Promise<string> {
  return (await getTokens(service, email, signIn)).token
}

type Tokens = { token: string; id_token: string }

export async function getTokens(service: TestService, email: string, signIn: SignIn = {}): Promise<Tokens> {
  const asked = { method: 'POST', body: new URLSearchParams({ email, ...signIn }) }
  const answer = await fetch(`${service.signIn?.issuer}/tokens`, asked)
  return (await answer.json()) as Tokens
}
