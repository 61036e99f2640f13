import { type Scope, scopes } from '../functions/domain/companies/caller'
import { createApiKey } from '../functions/operations/companies/api-keys'
import type { ApiKeyRow } from '../functions/store/companies/api-key-row'
import { readApiKeys, revokeApiKey } from '../functions/store/companies/api-keys'
import { findCompany } from '../functions/store/companies/companies'
import { toKeyAnswer } from './answers'
import { type Options, parseChoice, runCommandLine, UsageError } from './command-line'
import { openTarget, type Target } from './target'

const usage = `API keys of a company.

  npm run keys -- create --company ID [--user ID] [--name NAME] [--scopes read,write] [--expires-at TIME]
  npm run keys -- list --company ID
  npm run keys -- revoke --key ID

  The secret is shown once, by create. TIME is ISO 8601, such as 2027-01-31T00:00:00Z. --user is the owner unless given.
  --json        one JSON document on stdout (use npm run --silent)
  --info FILE   of the running local service (default .local/service.json)
  --stack NAME  a deployed stack instead: there the key is also added to the company's usage plan`

const text = { type: 'string' } as const

async function create(options: Options) {
  const wanted = parseScopes(options.scopes)
  const expiresAt = parseTime(options['expires-at'])
  const target = await openTarget(options)
  const company = await getCompanyOf(target, options)
  if (company.suspended_at !== undefined)
    throw new UsageError(`the company ${company.id} is suspended: it gets no new keys`)
  if (options.user !== undefined && options.user !== company.user_id)
    throw new UsageError(`there is no user ${options.user} in ${company.id}`)
  const { row, secret } = await createApiKey(target.table, {
    companyId: company.id,
    userId: company.user_id,
    plan: company.plan,
    name: typeof options.name === 'string' ? options.name : null,
    scopes: wanted,
    expiresAt,
    prefix: target.keyPrefix,
  })
  try {
    await target.gatewayKeys.create(row.id, company.plan, secret)
  } catch (error) {
    // The key would not work, and its secret is never shown: revoke it.
    await revokeEverywhere(target, row.id).catch(() => {
      throw new Error(`${error}\nWhat was made is left: npm run keys -- revoke --key ${row.id}`)
    })
    throw error
  }
  return { ...toKeyAnswer(row), key: secret }
}

async function list(options: Options) {
  const target = await openTarget(options)
  const company = await getCompanyOf(target, options)
  return (await readApiKeys(target.table, company.id)).map(toKeyAnswer)
}

async function revoke(options: Options) {
  const row = await revokeEverywhere(await openTarget(options), String(options.key))
  if (!row) throw new UsageError(`there is no key ${options.key}`)
  return toKeyAnswer(row)
}

/** The table comes first: with that, the key stops working. Safe to repeat. */
async function revokeEverywhere({ table, gatewayKeys }: Target, keyId: string): Promise<ApiKeyRow | null> {
  const row = await revokeApiKey(table, keyId)
  if (row) await gatewayKeys.remove(row.id)
  return row
}

async function getCompanyOf({ table }: Target, options: Options) {
  const company = await findCompany(table, String(options.company))
  if (!company) throw new UsageError(`there is no company ${options.company}`)
  return company
}

function parseScopes(value: Options[string]): Scope[] {
  const names = String(value ?? scopes.join(',')).split(',')
  return [...new Set(names.map((name) => parseChoice('scopes', name.trim(), scopes)))]
}

/** Epoch milliseconds, or null where no time is given. */
function parseTime(value: Options[string]): number | null {
  if (value === undefined) return null
  const time = Date.parse(String(value))
  if (!/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(String(value)) || Number.isNaN(time))
    throw new UsageError('--expires-at must be an ISO 8601 time, such as 2027-01-31T00:00:00Z')
  if (time <= Date.now()) throw new UsageError('--expires-at must be in the future')
  return time
}

void runCommandLine(usage, {
  create: {
    options: { company: text, user: text, name: text, scopes: text, 'expires-at': text },
    required: ['company'],
    run: create,
  },
  list: { options: { company: text }, required: ['company'], run: list },
  revoke: { options: { key: text }, required: ['key'], run: revoke },
})
