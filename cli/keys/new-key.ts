import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey, revokeApiKey } from '../../admin/keys/api-keys'
import { type KeyScope, keyScopes, usualScopes } from '../../functions/domain/companies/caller'
import { toApiKey } from '../../functions/store/companies/key-row'
import type { ApiKeyRow } from '../../functions/store/companies/principal-row'
import { readBaseUrl } from '../access'
import { describeError } from '../aws-errors'
import { listenForStop, type Options, parseChoice, UsageError } from '../command-line'
import { openCompany } from '../companies/company'
import type { Target } from '../target'

/** Makes a key in the table and at API Gateway, and tries it. Returns it with its secret. */
export async function createKey(options: Options) {
  const url = readBaseUrl(options.url, { inEnvironment: false })
  if (url !== null && options['no-wait']) throw new UsageError('--url and --no-wait exclude each other')
  const wanted = parseScopes(options.scopes)
  const expiresAt = parseTime(options['expires-at'])
  const { company, ...target } = await openCompany(options)
  if (company.suspended_at !== undefined)
    throw new UsageError(`the company ${company.id} is suspended: it gets no new keys`)
  if (options.user !== undefined && options.user !== company.user_id)
    throw new UsageError(`there is no user ${options.user} in ${company.id}`)
  const { row, secret } = await createApiKey(target.table, {
    companyId: company.id,
    userId: company.user_id,
    plan: company.plan,
    timeZone: company.time_zone ?? null,
    name: typeof options.name === 'string' ? options.name : null,
    scopes: wanted,
    expiresAt,
    prefix: target.keyPrefix,
  })
  await revokeWhereBroken(target, row.id, async () => {
    await target.gatewayKeys.create(row.id, company.plan)
    const apiUrl = url ?? target.apiUrl
    if (apiUrl !== null) await waitUntilKnown(apiUrl, secret, options)
  })
  return { ...toApiKey(row), key: secret }
}

/** If `work` fails, the key would not work, and its secret is never shown. */
async function revokeWhereBroken(target: Target, keyId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await revokeEverywhere(target, keyId).catch(() => {
      throw new Error(`${describeError(error)}\nWhat was made is left: npx inventory keys revoke --key ${keyId}`)
    })
    throw error
  }
}

/** Says on stderr where it is not known whether the key works. Throws where API Gateway does not come to know it. */
async function waitUntilKnown(apiUrl: string, secret: string, options: Options): Promise<void> {
  const stop = listenForStop()
  const pause = () => sleep(1_000, null, { signal: stop })
  const { result, why } = options['no-wait']
    ? ({ result: 'untried', why: '--no-wait was given' } as const)
    : await tryKey(apiUrl, secret, pause)
  if (result === 'unknown')
    throw new Error(
      `${why} for a minute: API Gateway does not know the new key, or the URL leads to another stack. ` +
        'The key is revoked: check the URL, and create another.',
    )
  if (result === 'untried')
    console.error(
      `The key is made, but was not tried: ${why}. ` +
        'For up to a minute, API Gateway may answer 401. If that goes on, revoke the key, and create another.',
    )
}

/** The table comes first: with that, the key stops working. Safe to repeat. */
export async function revokeEverywhere({ table, gatewayKeys }: Target, keyId: string): Promise<ApiKeyRow | null> {
  const row = await revokeApiKey(table, keyId)
  if (row) await gatewayKeys.remove(row.id)
  return row
}

function parseScopes(value: Options[string]): KeyScope[] {
  const names = String(value ?? usualScopes.join(',')).split(',')
  return [...new Set(names.map((name) => parseChoice('scopes', name.trim(), keyScopes)))]
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

/** `untried`: no answer told whether the key works. `why` says it in words. */
export type Trial = { result: 'accepted' | 'unknown' | 'untried'; why: string }

const attempts = 60
/** Attempts in a row without an answer after which the API cannot be reached from here. */
const attemptsUnreached = 3
const timeoutMs = 10_000

/** Waits until API Gateway knows a new key. `pause` waits a second between two attempts, or throws to end it. */
export async function tryKey(apiUrl: string, secret: string, pause: () => Promise<unknown>): Promise<Trial> {
  let last: Trial = { result: 'untried', why: '' }
  for (let attempt = 1, unreached = 0; attempt <= attempts; attempt++) {
    last = await attemptOnce(apiUrl, secret)
    unreached = last.result === 'untried' ? unreached + 1 : 0
    if (last.result === 'accepted' || unreached === attemptsUnreached) return last
    try {
      await pause()
    } catch {
      return { result: 'untried', why: 'the waiting was stopped' }
    }
  }
  return last
}

async function attemptOnce(apiUrl: string, secret: string): Promise<Trial> {
  const options = { headers: { Authorization: `Bearer ${secret}` }, signal: AbortSignal.timeout(timeoutMs) }
  try {
    const { status, headers } = await fetch(`${apiUrl.replace(/\/$/, '')}/items?limit=1`, options)
    // The service counts a request once the key is known, also where the key may only write.
    if (status < 400 || Number(headers.get('x-ratelimit-limit')) > 0) return { result: 'accepted', why: '' }
    // The key is new and the service accepts it, so a 401 comes from API Gateway.
    return { result: status === 401 ? 'unknown' : 'untried', why: `${apiUrl} answers ${status}` }
  } catch (error) {
    return { result: 'untried', why: `${apiUrl} cannot be reached: ${describe(error)}` }
  }
}

/** The cause of a failed `fetch` says what happened, such as `ECONNREFUSED`. */
function describe(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
