import { isUsable } from '../../functions/domain/companies/api-key'
import { findRow } from '../../functions/store/client'
import { findKey, readApiKeys, toApiKey } from '../../functions/store/companies/key-row'
import { keys } from '../../functions/store/schema'
import { type Command, json, type Options, ofService, UsageError } from '../command-line'
import { getCompany } from '../companies/get-company'
import { openTarget } from '../target'
import { createKey, revokeEverywhere } from './new-key'

const usage = `API keys of a company.

  npx inventory keys create --company ID [--user ID] [--name NAME] [--scopes read,write] [--expires-at TIME]
                            [--url URL | --no-wait]
  npx inventory keys list --company ID
  npx inventory keys revoke --key ID
  npx inventory keys leftovers [--remove]   the keys at API Gateway that are in no usage plan any more
  npx inventory keys leftovers --stack NAME [--remove]   those of this stack that open nothing

  The secret is shown once, by create. TIME is ISO 8601, such as 2027-01-31T00:00:00Z. --user is the owner unless given.
  --json        one JSON document on stdout
  --info FILE   of the running local service (default .local/service.json)
  --stack NAME  a deployed stack instead: there the key is also added to the company's usage plan

  API Gateway may need up to a minute to know a new key. With --stack, create tries the key until then.
  --url URL     try it at this base URL, such as https://api.example.com/v1, in place of the stack's output ApiUrl
  --no-wait     do not try it
  Where API Gateway goes on answering 401, the key is revoked. Where the URL cannot be reached, the key stays.

  leftovers: 'cdk destroy' deletes the usage plans of a stack, but not the keys that this command has made. They count
  against the account's quota. It looks into the region of AWS_REGION. With --stack, it lists the keys of a stack that
  no usable key of a company belongs to: revoked, expired, or made by a request that was killed. --remove deletes the
  keys that it lists. Younger keys than an hour, and keys that others have made, are left alone.`

const text = { type: 'string' } as const

async function list(options: Options) {
  const { table } = await openTarget(options)
  const company = await getCompany(table, options)
  return (await readApiKeys(table, company.id)).map(toApiKey)
}

async function revoke(options: Options) {
  const row = await revokeEverywhere(await openTarget(options), String(options.key))
  if (!row) throw new UsageError(`there is no key ${options.key}`)
  return toApiKey(row)
}

async function listLeftovers(options: Options) {
  const { remove, stack } = options
  // Loaded only when needed, as in target.ts.
  const { LeftoverKeys } = await import('./leftover-keys')
  const leftovers = new LeftoverKeys(console.error)
  const isOfStack = typeof stack === 'string'
  const found = isOfStack
    ? await leftovers.findOfStack(Date.now(), stack, await openUsableKeys(options))
    : await leftovers.find(Date.now())
  if (!remove) return found
  const removed = await leftovers.remove(found, { inUsagePlans: isOfStack })
  if (removed.some(({ outcome }) => outcome.startsWith('failed'))) process.exitCode = 1
  return removed
}

/** Tells whether a key may be used, by its id. */
async function openUsableKeys(options: Options) {
  const { table } = await openTarget(options)
  return async (keyId: string) => {
    const address = await findRow(table, keys.principalById(keyId))
    const key = address ? await findKey(table, String(address.company_id), keyId) : null
    return key !== null && isUsable(key.row, table.now())
  }
}

const newKey = { company: text, user: text, name: text, scopes: text, 'expires-at': text }

export const command: Command = {
  usage,
  actions: {
    create: {
      options: { ...ofService, ...newKey, url: text, 'no-wait': { type: 'boolean' } },
      required: ['company'],
      run: createKey,
    },
    list: { options: { ...ofService, company: text }, required: ['company'], run: list },
    revoke: { options: { ...ofService, key: text }, required: ['key'], run: revoke },
    leftovers: { options: { ...json, stack: text, remove: { type: 'boolean' } }, run: listLeftovers },
  },
}
