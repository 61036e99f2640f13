import type { Role } from '../../functions/domain/companies/person'
import { acceptInvitation, invitePerson } from '../../functions/operations/people/people'
import { openLocalDirectory } from '../../functions/runtime/user-directory'
import { transact } from '../../functions/store/contention'
import { type Call, makeClient } from './client'
import type { Customer, TestService } from './service'

export type SignedIn = { id: string; email: string; token: string; call: Call }

let count = 0

/** A person of the company who has signed in at the service's own provider. */
export async function signInAs(
  service: TestService,
  { company }: { company: Pick<Customer['company'], 'id' | 'plan'> },
  role: Role,
  named: { email?: string; name?: string } = {},
): Promise<SignedIn> {
  const email = `${role}-${company.id}-${++count}@example.com`.toLowerCase()
  const fields = { email, name: role, ...named, role, id: null }
  const { writes, result } = await invitePerson(service.rows, ownDirectory(service), company, fields)
  await transact(service.rows, writes)
  await acceptInvitation(service.rows, { company_id: company.id, id: result.id })
  const token = await getToken(service, result.email)
  return { id: result.id, email: result.email, token, call: makeClient(service, token) }
}

/** An access token of the person, as the provider makes it after a sign-in. */
export async function getToken(service: TestService, email: string): Promise<string> {
  const answer = await fetch(`${service.signIn?.issuer}/tokens`, {
    method: 'POST',
    body: new URLSearchParams({ email }),
  })
  return ((await answer.json()) as { token: string }).token
}

const ownDirectory = ({ signIn }: TestService) => openLocalDirectory(signIn?.issuer ?? '')
