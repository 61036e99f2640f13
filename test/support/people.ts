import type { Role } from '../../functions/domain/companies/person'
import type { Plan } from '../../functions/domain/companies/plan'
import { acceptInvitation, invitePerson } from '../../functions/operations/people/people'
import { foreignDirectory, openLocalDirectory } from '../../functions/runtime/people/user-directory'
import { transact } from '../../functions/store/contention'
import { type Call, makeClient } from './client'
import { type Customer, createCompanyWithKey, type TestService } from './service'

type Of = { company: Pick<Customer['company'], 'id' | 'plan'> }
export type SignedIn = { id: string; email: string; token: string; call: Call }

let count = 0
const makeEmail = (role: Role, companyId: string) => `${role}-${companyId}-${++count}@example.com`.toLowerCase()

/** Somebody who has signed in at a provider that is not ours, with an open invitation, and is not linked to it yet. */
export async function inviteStranger(service: TestService, { company }: Of, role: Role) {
  const fields = { email: makeEmail(role, company.id), name: role, role, id: null }
  const { writes, result } = await invitePerson(service.rows, foreignDirectory, company, fields)
  await transact(service.rows, writes)
  const { token, id_token: idToken } = await getTokens(service, result.email)
  return { id: result.id, email: result.email, token, idToken, call: makeClient(service, token) }
}

/** A person of the company who has signed in at the service's own provider. */
export async function signInAs(
  service: TestService,
  { company }: Of,
  role: Role,
  named: { email?: string; name?: string } = {},
): Promise<SignedIn> {
  const fields = { email: makeEmail(role, company.id), name: role, ...named, role, id: null }
  const { writes, result } = await invitePerson(service.rows, ownDirectory(service), company, fields)
  await transact(service.rows, writes)
  await acceptInvitation(service.rows, { company_id: company.id, id: result.id })
  const token = await getToken(service, result.email)
  return { id: result.id, email: result.email, token, call: makeClient(service, token) }
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

/** An access token of the person, as the provider makes it after a sign-in. */
export async function getToken(service: TestService, email: string): Promise<string> {
  return (await getTokens(service, email)).token
}

export async function getTokens(service: TestService, email: string): Promise<{ token: string; id_token: string }> {
  const answer = await fetch(`${service.signIn?.issuer}/tokens`, {
    method: 'POST',
    body: new URLSearchParams({ email }),
  })
  return (await answer.json()) as { token: string; id_token: string }
}

const ownDirectory = ({ signIn }: TestService) => openLocalDirectory(signIn?.issuer ?? '')
