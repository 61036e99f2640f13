import { createHash } from 'node:crypto'
import { apiKeyBytes, formatApiKey } from '../functions/domain/companies/api-key'
import type { Scope } from '../functions/domain/companies/caller'
import type { Plan } from '../functions/domain/companies/plan'
import { createApiKey } from '../functions/operations/companies/api-keys'
import { createCompany } from '../functions/operations/companies/companies'
import type { Table } from '../functions/store/client'
import { revokeApiKey } from '../functions/store/companies/api-keys'
import { type Company, getCompany } from '../functions/store/companies/companies'
import { runCommandLine } from './command-line'
import { demoCatalogue } from './demo-catalogue'
import { openLocalTable } from './target'

const usage = `The demo companies of the local service, which runs this itself.

  create --table NAME --endpoint URL --base-url URL   makes what is missing
  show --table NAME --endpoint URL                    what is there`

const text = { type: 'string' } as const
const table = { table: text, endpoint: text }

type Demo = { id: string; userId: string; name: string; plan: Plan; items: number }

const demos: Demo[] = [
  demo(1, 'Corner Hardware', 'starter', 24),
  demo(2, 'Harbour Supplies', 'professional', 36),
  demo(3, 'Northern Logistics', 'enterprise', 45),
]

function demo(number: number, name: string, plan: Plan, items: number): Demo {
  const ulid = `01K0DEM0${String(number).padStart(18, '0')}`
  return { id: `cmp_${ulid}`, userId: `usr_${ulid}`, name, plan, items }
}

async function create(table: Table, { id, userId, name, plan, items }: Demo, baseUrl: string) {
  const company = (await getCompany(table, id)) ?? (await createCompany(table, { id, userId, name, plan }))
  const key = { companyId: id, userId, plan, expiresAt: null, prefix: 'sk_test_' } as const
  await createApiKey(table, {
    ...key,
    name: 'Demo',
    scopes: ['read', 'write'],
    random: demoBytes(company, ['read', 'write']),
  })
  await createApiKey(table, { ...key, name: 'Demo, read only', scopes: ['read'], random: demoBytes(company, ['read']) })
  // With a key of its own, so that the demo's keys have their whole first minute.
  const loader = await createApiKey(table, { ...key, name: 'Demo loader', scopes: ['write'] })
  await load(baseUrl, loader.secret, demoCatalogue(items))
  await revokeApiKey(table, loader.row.id)
  return shown(company)
}

async function load(baseUrl: string, key: string, items: object[]): Promise<void> {
  const answer = await fetch(`${baseUrl}/items/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ items }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the demo items were refused: ${text}`)
  const failed = (JSON.parse(text) as { data: { status: number }[] }).data.filter(({ status }) => status !== 201)
  if (failed.length > 0) throw new Error(`${failed.length} demo items were refused: ${JSON.stringify(failed[0])}`)
}

/** The same key on every machine, so that documents can quote it. It opens nothing but a demo. */
function demoBytes({ plan }: Company, scopes: Scope[]): Uint8Array {
  return createHash('sha256').update(`demo ${plan} ${scopes.join()}`).digest().subarray(0, apiKeyBytes)
}

function shown(company: Company) {
  return {
    id: company.id,
    name: company.name,
    plan: company.plan,
    user_id: company.user_id,
    key: formatApiKey('sk_test_', demoBytes(company, ['read', 'write'])),
    read_only_key: formatApiKey('sk_test_', demoBytes(company, ['read'])),
  }
}

void runCommandLine(usage, {
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
      const companies = await Promise.all(demos.map(({ id }) => getCompany(opened, id)))
      return companies.filter((company) => company !== null).map(shown)
    },
  },
})
