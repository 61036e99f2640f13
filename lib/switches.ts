import type { Node } from 'constructs'
import { isEmail } from '../functions/domain/companies/person'

/** A provider of OpenID Connect whose access tokens are JWTs: RFC 9068. */
export type OidcProvider = { issuer: string; clientId: string; audience: string }

type Limits = { min: number; max: number }
/** How often the event source of a queue may run its function at the same time. SQS's limits. */
const ofQueues: Limits = { min: 2, max: 1_000 }
/** Concurrency that a function has for itself. None would stop it. */
const ofFunctions: Limits = { min: 1, max: 9_999 }

/** What a stack is to have. `-c NAME=VALUE` sets each by its name. docs/costs.md says what each one costs. */
const makeReaders = (disposable: boolean) => ({
  /** The reference page and the OpenAPI document, for everybody. */
  docs: readFlag(true),
  /** A line for each request, without secrets and personal data. */
  requestLog: readFlag(true),
  alarms: readFlag(!disposable),
  /** The stream of the table, the bus and what puts events on it; webhooks. The feed of events is there without. */
  events: readFlag(true),
  dashboard: readFlag(!disposable),
  /** People who sign in. */
  people: readFlag(true),
  /** The address of the API at one's own domain: people come back there. */
  url: readUrl,
  /** The address from which alerts are mailed, or null for none. */
  mailFrom: readSender,
  /** How many companies the night works on at the same time: so many functions, of those that the account may run. */
  nightlyWorkers: readCount(ofQueues, 5),
  /** The metrics of our own. */
  metrics: readFlag(true),
  /** AWS's own address of the API, also beside a domain. */
  defaultEndpoint: readFlag(true),
  /** API Gateway's metrics by method. */
  detailedMetrics: readFlag(false),
  /** The most runs at once of each worker that clients start, kept free for it. Null: no limit of its own. */
  workerConcurrency: readCount(ofFunctions, null),
  /** The share of requests that are traced, from 0 to 1. Above 0, the stack has a rule that few emulators know. */
  traces: readShare(disposable ? 0 : 0.05),
  /** Where the pages of the runbook are, for the descriptions of alarms: a URL, or a path in this repository. */
  runbook: readAddress('docs/runbook'),
})

/** Reads a context value, which is undefined where it is not given. On the command line, it is a text. */
type Reader<Value> = (name: string, value: unknown) => Value
type Readers = ReturnType<typeof makeReaders>
export type Switches = { [Name in keyof Readers]: ReturnType<Readers[Name]> } & {
  /** Who signs people in. Null for a user pool of the stack. */
  oidc: OidcProvider | null
  /** Owners need a second factor. */
  ownerMfa: boolean
}

const ofProvider = ['oidcIssuer', 'oidcClientId', 'oidcAudience'] as const
const ofSchedules = ['dailySnapshots', 'nightlyUpkeep', 'removeOrphanedGatewayKeys']
/** All context values that the app reads. Those of the CDK have a colon or an @ in their names. */
export const switchNames = [
  ...[...Object.keys(makeReaders(false)), ...ofProvider, ...ofSchedules],
  ...['ownerMfa', 'stage', 'stream', 'table', 'webhookKey'],
].sort()

/** Throws an `Error` that names the value at fault. A `disposable` stage has nobody whom an alarm could wake. */
export function readSwitches(node: Node, { disposable }: { disposable: boolean }): Switches {
  requireKnownNames(node)
  const values = Object.entries(makeReaders(disposable)).map(([name, read]) => [
    name,
    read(name, node.tryGetContext(name)),
  ])
  const oidc = readProvider(node)
  // On by default where it is known to work: few other providers say in access tokens how people have signed in.
  const ownerMfa = readFlag(!disposable && oidc === null)('ownerMfa', node.tryGetContext('ownerMfa'))
  const switches: Switches = { ...Object.fromEntries(values), oidc, ownerMfa }
  if (switches.mailFrom !== null && !(switches.events && switches.people))
    throw new Error('The context value "mailFrom" needs events and people: alerts are events, mailed to people.')
  return switches
}

/** A misspelt switch would have no effect, and nobody would notice. */
function requireKnownNames(node: Node): void {
  const unknown = Object.keys(node.getAllContext()).find((name) => !/[:@]/.test(name) && !switchNames.includes(name))
  if (unknown !== undefined) throw new Error(`There is no switch "${unknown}". There are ${switchNames.join(', ')}.`)
}

/** The address is a part of ARNs. */
function readSender(name: string, value: unknown): string | null {
  if (value === undefined) return null
  const address = String(value).trim()
  if (isEmail(address)) return address
  throw new Error(`The context value "${name}" must be an e-mail address, such as alerts@example.com.`)
}

function readFlag(otherwise: boolean): Reader<boolean> {
  return (name, value = otherwise) => {
    if (String(value) !== 'true' && String(value) !== 'false')
      throw new Error(`The context value "${name}" must be true or false.`)
    return String(value) === 'true'
  }
}

function readShare(otherwise: number): Reader<number> {
  return (name, value = otherwise) => {
    const share = String(value).trim() === '' ? Number.NaN : Number(value)
    if (!(share >= 0 && share <= 1)) throw new Error(`The context value "${name}" must be a number from 0 to 1.`)
    return share
  }
}

function readCount<Otherwise extends number | null>({ min, max }: Limits, otherwise: Otherwise) {
  return (name: string, value: unknown): number | Otherwise => {
    if (value === undefined) return otherwise
    const count = /^\d{1,4}$/.test(String(value)) ? Number(value) : Number.NaN
    if (count >= min && count <= max) return count
    throw new Error(`The context value "${name}" must be a whole number from ${min} to ${max}.`)
  }
}

/** The descriptions of alarms have it, and their length is limited. */
function readAddress(otherwise: string): Reader<string> {
  return (name, value = otherwise) => {
    const address = String(value).trim().replace(/\/$/, '')
    if (address === '' || address.length > 500)
      throw new Error(`The context value "${name}" must be a URL or a path of at most 500 characters.`)
    return address
  }
}

/** All three, or none. */
function readProvider(node: Node): OidcProvider | null {
  const [issuer, clientId, audience] = ofProvider.map((name) => String(node.tryGetContext(name) ?? '').trim())
  if (!issuer && !clientId && !audience) return null
  if (!issuer || !clientId || !audience) throw new Error(`The context values ${ofProvider.join(', ')} go together.`)
  return { issuer: readUrl('oidcIssuer', issuer) ?? '', clientId, audience }
}

/** Without a slash at its end. */
function readUrl(name: string, value: unknown): string | null {
  if (value === undefined) return null
  const url = URL.parse(String(value))
  if (url?.protocol !== 'https:') throw new Error(`The context value "${name}" must be an https URL.`)
  return String(value).replace(/\/$/, '')
}
