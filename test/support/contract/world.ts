import { type KeyScope, keyScopes } from '../../../functions/domain/companies/caller'
import { inviteStranger, signInAs } from '../people'
import { createCompanyWithKey, createKey, type TestService } from '../service'
import { Customer } from './customer'

/** The companies that the generated requests are sent for, and what they have. */
export type World = { customers: Customer[]; keys: { [kind: string]: string | null } }

export async function openWorld(service: TestService, companies: number): Promise<World> {
  const customers = await Promise.all(Array.from({ length: companies }, () => openCustomer(service)))
  const small = await createCompanyWithKey(service, 'starter', [...keyScopes])
  const keys = { none: null, unknown: `sk_test_${'1'.repeat(33)}`, malformed: 'x', small: small.secret }
  return { customers, keys }
}

async function openCustomer(service: TestService): Promise<Customer> {
  const { company, secret: full } = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
  const addKey = async (scope: KeyScope) =>
    (await createKey(service, company.id, 'enterprise', { scopes: [scope] })).secret
  const [reader, writer, sender] = [await addKey('read'), await addKey('write'), await addKey('webhooks')]
  const { token: owner } = await signInAs(service, { company }, 'owner')
  const { id: invitation, token: guest, idToken } = await inviteStranger(service, { company }, 'member')
  const customer = new Customer({ full, reader, writer, sender, owner, guest })
  customer.add('idtoken', idToken)
  customer.add('invitation', invitation)
  return customer
}
