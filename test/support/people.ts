import type { Role } from '../../functions/domain/companies/person'
import type { Plan } from '../../functions/domain/companies/plan'
import { acceptInvitation, invitePerson } from '../../functions/operations/people/people'
import { foreignDirectory, openLocalDirectory, type UserDirectory } from '../../functions/runtime/people/user-directory'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { type Call, makeClient } from './client'
import { type Customer, createCompanyWithKey, type TestService } from './service'

type Fields = { email: string; name: string; role: Role }
type Of = { company: Pick<Customer['company'], 'id' | 'plan'> }
export type SignedIn = { id: string; email: string; token: string; call: Call }

let count = 0
const makeEmail = (role: Role, companyId: string) => `${role}-${companyId}-${++count}@example.com`.toLowerCase()

/** Invites somebody, who has not accepted yet. */
export async function invite(table: Table, directory: UserDirectory, company: Of['company'], fields: Fields) {
  const { writes, result } = await invitePerson(table, directory, company, { id: null, ...fields })
  await transact(table, writes)
  return result
}

/** Somebody who was invited, and has accepted. */
export async function addPerson(...invitation: Parameters<typeof invite>) {
  const [table, , company] = invitation
  const result = await invite(...invitation)
  await acceptInvitation(table, { company_id: company.id, id: result.id })
  return result
}

/** A provider of somebody else, who knows everybody by the address. */
export const otherDirectory: UserDirectory = {
  ...foreignDirectory,
  add: async ({ email: subject }) => ({ issuer: 'https://id.example.com', subject }),
}

/** Somebody who has signed in at a provider that is not ours, with an open invitation, and is not linked to it yet. */
export async function inviteStranger(service: TestService, { company }: Of, role: Role) {
  const fields = { email: makeEmail(role, company.id), name: role, role }
  const result = await invite(service.rows, foreignDirectory, company, fields)
  return enter(service, result)
}

/** A person of the company who has signed in at the service's own provider. */
export async function signInAs(
  service: TestService,
  { company }: Of,
  role: Role,
  named: { email?: string; name?: string } = {},
): Promise<SignedIn> {
  const fields = { email: makeEmail(role, company.id), name: role, ...named, role }
  const result = await addPerson(service.rows, ownDirectory(service), company, fields)
  return enter(service, result)
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

const ownDirectory = ({ signIn }: TestService) => openLocalDirectory(signIn?.issuer ?? '')
