import { readApiKeys, toApiKey } from '../../functions/store/companies/key-row'
import { type Command, flag, json, type Options, serviceOptions, serviceUsage, text, UsageError } from '../command-line'
import { openCompany } from '../companies/company'
import { openTarget } from '../target'
import { createKey, revokeEverywhere } from './new-key'
import { repairKeys } from './repair'

const usage = `API keys of a company.

  npx inventory keys create --company ID [--user ID] [--name NAME] [--scopes read,write] [--expires-at TIME]
                            [--url URL | --no-wait]
  npx inventory keys list --company ID
  npx inventory keys revoke --key ID
  npx inventory keys repair --company ID          put its keys at API Gateway, into the usage plan of its plan
  npx inventory keys repair --all [--after ID]    the same for every company
  npx inventory keys leftovers [--remove]   the keys at API Gateway that are in no usage plan any more
  npx inventory keys leftovers --stack NAME [--remove]   those of this stack that open nothing

  The secret is shown once, by create. TIME is ISO 8601, such as 2027-01-31T00:00:00Z. --user is the owner unless given.
${serviceUsage}: there the key is also added to the company's usage plan

  API Gateway may need up to a minute to know a new key. With --stack, create tries the key until then.
  --url URL     try it at this base URL, such as https://api.example.com/v1, in place of the stack's output ApiUrl
  --no-wait     do not try it
  Where API Gateway goes on answering 401, the key is revoked. Where the URL cannot be reached, the key stays.

  repair: the table says which keys there are. It makes those that API Gateway lacks, as where a stack was lost, and
  moves those that are in another usage plan. Revoked and expired keys are left alone. --all goes by the companies' ids,
  some at once, no faster than API Gateway admits: where all are missing, 10,000 keys take some 45 minutes. Where a
  company fails, the others go on: it is told, and the exit status is 1. Ended before all are done, it prints the
  command to go on with: --after leaves out the companies up to that id.

  leftovers: 'cdk destroy' deletes the usage plans of a stack, but not the keys that this command has made. They count
  against the account's quota. It looks into the region of AWS_REGION. With --stack, it lists the keys of a stack that
  no usable key of a company belongs to, and why: revoked, expired, or unknown to the table, as one made by a request
  that was killed. A job removes these every night. --remove deletes the keys that it lists. Younger keys than an hour,
  and keys that others have made, are left alone.`

async function list(options: Options) {
  const { table, company } = await openCompany(options)
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
  const inUsagePlans = typeof stack === 'string'
  const found = inUsagePlans
    ? await leftovers.findOfStack(Date.now(), stack, (await openTarget(options)).table)
    : await leftovers.find(Date.now())
  if (!remove) return found
  const removed = await leftovers.remove(found, { inUsagePlans })
  if (removed.some(({ outcome }) => outcome.startsWith('failed'))) process.exitCode = 1
  return removed
}

const newKey = { user: text, name: text, scopes: text, 'expires-at': text }

export const command: Command = {
  usage,
  actions: {
    create: {
      options: { ...serviceOptions, ...newKey, url: text, 'no-wait': flag },
      required: ['company'],
      run: createKey,
      adviseUnseen: ({ id }) =>
        `The key ${id} is made, and works, but its secret was not shown, and never will be.\n` +
        `Create another, and revoke this one: npx inventory keys revoke --key ${id}`,
    },
    list: { options: serviceOptions, required: ['company'], run: list },
    revoke: { options: serviceOptions, required: ['key'], run: revoke },
    repair: { options: { ...serviceOptions, company: text, all: flag, after: text }, run: repairKeys },
    leftovers: { options: { ...json, stack: text, remove: flag }, run: listLeftovers },
  },
}
