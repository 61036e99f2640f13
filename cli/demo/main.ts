import { createHash } from 'node:crypto'
import { createCompany } from '../../admin/companies/companies'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { type CreateItem, createClient } from '../../client'
import { apiKeyBytes, formatApiKey } from '../../functions/domain/companies/api-key'
import type { Plan } from '../../functions/domain/companies/plan'
import type { Table } from '../../functions/store/client'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { type Command, json } from '../command-line'
import { openLocalTable } from '../target'
import { makeDemoCatalogue } from './catalogue'

const usage = `The demo companies of the local service, which runs this itself.

  create --table NAME --endpoint URL --base-url URL   makes what is missing
  show --table NAME --endpoint URL                    what is there`

const text = { type: 'string' } as const
const table = { ...json, table: text, endpoint: text }

type Demo = { id: string; userId: string; name: string; plan: Plan; items: number }

const demos: Demo[] = [
  describeDemo(1, 'Corner Hardware', 'starter', 24),
  describeDemo(2, 'Harbour Supplies', 'professional', 36),
  describeDemo(3, 'Northern Logistics', 'enterprise', 45),
]

function describeDemo(number: number, name: string, plan: Plan, items: number): Demo {
  const ulid = `01K0DEM0${String(number).padStart(18, '0')}`
  return { id: `cmp_${ulid}`, userId: `usr_${ulid}`, name, plan, items }
}

async function create(table: Table, { id, userId, name, plan, items }: Demo, baseUrl: string) {
  const company = (await findCompany(table, id)) ?? (await createCompany(table, { id, userId, name, plan }))
  const key = { companyId: id, userId, plan, expiresAt: null, prefix: 'sk_test_' } as const
  await createApiKey(table, {
    ...key,
    name: 'Demo',
    scopes: ['read', 'write', 'webhooks'],
    random: makeDemoBytes(company, 'read,write'),
  })
  await createApiKey(table, {
    ...key,
    name: 'Demo, read only',
    scopes: ['read'],
    random: makeDemoBytes(company, 'read'),
  })
  // The items are loaded with a separate key, so that the demo keys keep all of their first minute.
  const loader = await createApiKey(table, { ...key, name: 'Demo loader', scopes: ['write'] })
  await load(baseUrl, loader.secret, makeDemoCatalogue(items))
  await revokeApiKey(table, loader.row.id)
  return toAnswer(company)
}

async function load(baseUrl: string, apiKey: string, items: CreateItem[]): Promise<void> {
  const { data } = await createClient({ baseUrl, apiKey }).createItems({ items })
  const refused = data.filter(({ status }) => status !== 201)
  if (refused.length > 0) throw new Error(`${refused.length} demo items were refused: ${JSON.stringify(refused[0])}`)
}

/**
 * The key is the same on every machine, so that documents can quote it. It gives access to the demo only. `use` tells
 * the keys of a company apart: it stays when the key gets more scopes.
 */
function makeDemoBytes({ plan }: Company, use: 'read,write' | 'read'): Uint8Array {
  return createHash('sha256').update(`demo ${plan} ${use}`).digest().subarray(0, apiKeyBytes)
}

function toAnswer(company: Company) {
  return {
    id: company.id,
    name: company.name,
    plan: company.plan,
    user_id: company.user_id,
    key: formatApiKey('sk_test_', makeDemoBytes(company, 'read,write')),
    read_only_key: formatApiKey('sk_test_', makeDemoBytes(company, 'read')),
  }
}

export const command: Command = {
  usage,
  actions: {
    create: {
      options: { ...table, 'base-url': text },
      required: ['table', 'endpoint', 'base-url'],
      run: async (options) => {
        const opened = openLocalTable(String(options.table), String(options.endpoint))
        return Promise.all(demos.map((demo) => create(opened, demo, String(options['base-url']))))
      },
    },
    show: {
      options: table,
      required: ['table', 'endpoint'],
      run: async (options) => {
        const opened = openLocalTable(String(options.table), String(options.endpoint))
        const companies = await Promise.all(demos.map(({ id }) => findCompany(opened, id)))
        return companies.filter((company) => company !== null).map(toAnswer)
      },
    },
  },
}
