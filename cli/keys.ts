import { type Scope, scopes } from '../functions/domain/companies/caller'
import { createApiKey } from '../functions/operations/companies/api-keys'
import type { ApiKeyRow } from '../functions/store/companies/api-key-row'
import { listApiKeys, revokeApiKey } from '../functions/store/companies/api-keys'
import { getCompany } from '../functions/store/companies/companies'
import { type Options, oneOf, runCommandLine, UsageError } from './command-line'
import { type Target, targetOf } from './target'

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
  const wanted = scopesOf(options.scopes)
  const expiresAt = timeOf(options['expires-at'])
  const target = await targetOf(options)
  const company = await companyOf(target, options)
  const { row, secret } = await createApiKey(target.table, {
    companyId: company.id,
    userId: String(options.user ?? company.user_id),
    plan: company.plan,
    name: typeof options.name === 'string' ? options.name : null,
    scopes: wanted,
    expiresAt,
    prefix: target.keyPrefix,
  })
  try {
    await target.gatewayKeys.add(row.id, company.plan, secret)
  } catch (error) {
    // It would not work, and its secret is not shown.
    await revokeEverywhere(target, row.id).catch(() => {
      throw new Error(`${error}\nWhat was made is left: npm run keys -- revoke --key ${row.id}`)
    })
    throw error
  }
  return { ...shown(row), key: secret }
}

async function list(options: Options) {
  const target = await targetOf(options)
  const company = await companyOf(target, options)
  return (await listApiKeys(target.table, company.id)).map(shown)
}

async function revoke(options: Options) {
  const row = await revokeEverywhere(await targetOf(options), String(options.key))
  if (!row) throw new UsageError(`there is no key ${options.key}`)
  return shown(row)
}

/** Revokes our key, then deletes API Gateway's: from the first step on it opens nothing. May be repeated. */
async function revokeEverywhere({ table, gatewayKeys }: Target, keyId: string): Promise<ApiKeyRow | null> {
  const row = await revokeApiKey(table, keyId)
  if (row) await gatewayKeys.remove(row.id)
  return row
}

async function companyOf({ table }: Target, options: Options) {
  const company = await getCompany(table, String(options.company))
  if (!company) throw new UsageError(`there is no company ${options.company}`)
  return company
}

function scopesOf(value: Options[string]): Scope[] {
  const names = String(value ?? scopes.join(',')).split(',')
  return [...new Set(names.map((name) => oneOf('scopes', name.trim(), scopes)))]
}

/** Epoch milliseconds. */
function timeOf(value: Options[string]): number | null {
  if (value === undefined) return null
  const time = Date.parse(String(value))
  if (!/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(String(value)) || Number.isNaN(time))
    throw new UsageError('--expires-at must be an ISO 8601 time, such as 2027-01-31T00:00:00Z')
  if (time <= Date.now()) throw new UsageError('--expires-at must be in the future')
  return time
}

function shown(row: ApiKeyRow) {
  const { id, name = null, prefix, last4, user_id, created_at, last_used_at, valid_until, revoked_at } = row
  return {
    id,
    name,
    prefix,
    last4,
    scopes: row.scopes,
    user_id,
    created_at: iso(created_at),
    last_used_at: iso(last_used_at),
    expires_at: iso(valid_until),
    revoked_at: iso(revoked_at),
  }
}

function iso(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
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
