import { createHash } from 'node:crypto'
import { createCompany } from '../../admin/companies/companies'
import { createApiKey } from '../../admin/keys/api-keys'
import { makeDemoCatalogue } from '../../examples/catalogue'
import { CreateItem } from '../../functions/contract/item'
import { apiKeyBytes, formatApiKey } from '../../functions/domain/companies/api-key'
import { type Role, roles } from '../../functions/domain/companies/person'
import type { Plan } from '../../functions/domain/companies/plan'
import { openContext } from '../../functions/operations/context'
import { writeItems } from '../../functions/operations/items/write-items'
import { acceptInvitation } from '../../functions/operations/people/accept-invitation'
import { invitePerson } from '../../functions/operations/people/person-changes'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { hashSubject } from '../../functions/store/companies/principals'
import type { Table } from '../../functions/store/table/table'
import { type Command, json, text } from '../command-line'
import { toCreatedAnswer } from '../companies/company'
import { openCommandContext } from '../people/main'
import { openLocalTable } from '../target'

const usage = `The demo companies of the local service, which runs this itself.

  create --table NAME --endpoint URL [--issuer URL]   makes what is missing; with --issuer, people, too
  show --table NAME --endpoint URL                      what is there`

type Demo = { id: string; name: string; plan: Plan; items: number; people: DemoPerson[] }
type DemoPerson = { id: string; email: string; role: Role }

const demos: Demo[] = [
  describeDemo(1, 'Corner Hardware', 'starter', 24),
  describeDemo(2, 'Harbour Supplies', 'professional', 36),
  describeDemo(3, 'Northern Logistics', 'enterprise', 45),
]

function describeDemo(number: number, name: string, plan: Plan, items: number): Demo {
  const makeUlid = (last: number) => `01K0DEM0${String(last).padStart(18, '0')}`
  const people = roles.map((role, index) => ({
    id: `usr_${makeUlid(number + 10 * index)}`,
    email: `${role}@${plan}.example`,
    role,
  }))
  return { id: `cmp_${makeUlid(number)}`, name, plan, items, people }
}

async function create(table: Table, demo: Demo, issuer: string | null) {
  const { id, name, plan, items, people } = demo
  const userId = people[0]?.id ?? ''
  const company = (await findCompany(table, id)) ?? (await createCompany(table, { id, userId, name, plan }))
  const key = { companyId: id, userId, plan, expiresAt: null, prefix: 'sk_test_' } as const
  const [random, randomOfReads] = [makeDemoBytes(company, 'read,write'), makeDemoBytes(company, 'read')]
  await createApiKey(table, { ...key, name: 'Demo', scopes: ['read', 'write', 'webhooks'], random })
  await createApiKey(table, { ...key, name: 'Demo, read only', scopes: ['read'], random: randomOfReads })
  await load(table, company, items)
  if (issuer !== null) for (const person of people) await signUp(table, company, issuer, person)
  return toAnswer(company, demo)
}

/** A person who has signed in before. */
async function signUp(table: Table, company: Company, issuer: string, person: DemoPerson): Promise<void> {
  const name = `Demo ${person.role}`
  const { id, email } = person
  const context = openCommandContext(table, company)
  await invitePerson(context, foreignDirectory, { ...person, name }) // nobody is told
  const identity = { hash: hashSubject({ issuer, subject: email }), subject: email, email }
  await acceptInvitation(table, identity, { invitationId: id, requestId: context.caller.requestId })
}

/** By the operation of `POST /items/batch`, and not by a request: functions need not be there yet. */
async function load(table: Table, { id, plan, user_id }: Company, count: number): Promise<void> {
  const actor = { type: 'person', id: user_id, name: 'Demo owner' } as const
  const caller = { companyId: id, plan, timeZone: null, userId: user_id, actor, requestId: 'demo' }
  const rows = makeDemoCatalogue(count).map((item) => ({ create: CreateItem.parse(item) }))
  const answer = { status: 201, body: '', etag: null, warning: null } as const
  for (const outcome of await writeItems(openContext(table, caller), rows, () => answer))
    if ('error' in outcome) throw outcome.error
}

/**
 * The key is the same on every machine, so that documents can quote it. It gives access to the demo only. `use` tells
 * the keys of a company apart: it stays when the key gets more scopes.
 */
function makeDemoBytes({ plan }: Company, use: 'read,write' | 'read'): Uint8Array {
  return createHash('sha256').update(`demo ${plan} ${use}`).digest().subarray(0, apiKeyBytes)
}

function toAnswer(company: Company, { people }: Demo) {
  return {
    ...toCreatedAnswer(company),
    key: formatApiKey('sk_test_', makeDemoBytes(company, 'read,write')),
    read_only_key: formatApiKey('sk_test_', makeDemoBytes(company, 'read')),
    people,
  }
}

export const command: Command = {
  usage,
  actions: {
    create: {
      options: { ...json, issuer: text },
      required: ['table', 'endpoint'],
      run: async ({ table, endpoint, issuer }) => {
        const opened = openLocalTable(String(table), String(endpoint))
        return Promise.all(demos.map((demo) => create(opened, demo, typeof issuer === 'string' ? issuer : null)))
      },
    },
    show: {
      options: json,
      required: ['table', 'endpoint'],
      run: async ({ table, endpoint }) => {
        const opened = openLocalTable(String(table), String(endpoint))
        const found = await Promise.all(demos.map(({ id }) => findCompany(opened, id)))
        return demos.flatMap((demo, index) => (found[index] ? [toAnswer(found[index], demo)] : []))
      },
    },
  },
}
