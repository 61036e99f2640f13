import type { Node } from 'constructs'

/** A provider of OpenID Connect whose access tokens are JWTs: RFC 9068. */
export type OidcProvider = { issuer: string; clientId: string; audience: string }

/** What a stack is to have. `-c NAME=VALUE` sets each by its name. docs/costs.md says what each one costs. */
export type Switches = {
  /** The reference page and the OpenAPI document, for everybody. */
  docs: boolean
  /** A line for each request, without secrets and personal data. */
  accessLog: boolean
  alarms: boolean
  /** The stream of the table, the bus and what puts events on it; webhooks. The feed of events is there without. */
  events: boolean
  dashboard: boolean
  /** People who sign in. */
  people: boolean
  /** Who signs them in. Null for a user pool of the stack. */
  oidc: OidcProvider | null
  /** The address of the API at one's own domain: people come back there. */
  url: string | null
  /** The address from which alerts are mailed, or null for none. */
  mailFrom: string | null
  /** How many companies the night works on at the same time: so many functions, of those that the account may run. */
  nightlyWorkers: number
  /** The metrics of our own. */
  metrics: boolean
  /** AWS's own address of the API, also beside a domain. */
  defaultEndpoint: boolean
  /** API Gateway's metrics by method. */
  detailedMetrics: boolean
  /** The most runs at once of each worker that clients start, kept free for it. Null: no limit of its own. */
  workerConcurrency: number | null
  /** The share of requests that are traced, from 0 to 1. Above 0, the stack has a rule that few emulators know. */
  traces: number
  /** Where the pages of the runbook are, for the descriptions of alarms: a URL, or a path in this repository. */
  runbook: string
}

/** All context values that the app reads. Those of the CDK have a colon or an @ in their names. */
export const switchNames = [
  ...['accessLog', 'alarms', 'dailySnapshots', 'dashboard', 'defaultEndpoint', 'detailedMetrics', 'docs', 'events'],
  ...[
    'mailFrom',
    'metrics',
    'nightlyUpkeep',
    'nightlyWorkers',
    'oidcAudience',
    'oidcClientId',
    'oidcIssuer',
    'people',
    'removeDeadGatewayKeys',
    'runbook',
    'stage',
    'stream',
  ],
  ...['table', 'traces', 'url', 'webhookKey', 'workerConcurrency'],
]

/** Throws an `Error` that names the value at fault. A `disposable` stage has nobody whom an alarm could wake. */
export function readSwitches(node: Node, { disposable }: { disposable: boolean }): Switches {
  requireKnownNames(node)
  const readFlag = (name: string, otherwise: boolean) => parseFlag(name, node.tryGetContext(name) ?? otherwise)
  const switches = {
    docs: readFlag('docs', true),
    accessLog: readFlag('accessLog', true),
    alarms: readFlag('alarms', !disposable),
    events: readFlag('events', true),
    dashboard: readFlag('dashboard', !disposable),
    people: readFlag('people', true),
    oidc: readProvider(node),
    url: readUrl('url', node.tryGetContext('url')),
    mailFrom: readSender(node.tryGetContext('mailFrom')),
    nightlyWorkers: parseCount('nightlyWorkers', node.tryGetContext('nightlyWorkers') ?? 5, queueLimits),
    metrics: readFlag('metrics', true),
    defaultEndpoint: readFlag('defaultEndpoint', true),
    detailedMetrics: readFlag('detailedMetrics', false),
    traces: parseShare('traces', node.tryGetContext('traces') ?? (disposable ? 0 : 0.05)),
    workerConcurrency: readCount('workerConcurrency', node.tryGetContext('workerConcurrency'), functionLimits),
    runbook: parseAddress('runbook', node.tryGetContext('runbook') ?? 'docs/runbook'),
  }
  if (switches.mailFrom !== null && !(switches.events && switches.people))
    throw new Error('The context value "mailFrom" needs events and people: alerts are events, mailed to people.')
  return switches
}

/** The address is a part of ARNs. */
function readSender(value: unknown): string | null {
  if (value === undefined) return null
  const address = String(value).trim()
  if (/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(address) && address.length <= 254) return address
  throw new Error('The context value "mailFrom" must be an e-mail address, such as alerts@example.com.')
}

/** A misspelt switch would have no effect, and nobody would notice. */
function requireKnownNames(node: Node): void {
  const unknown = Object.keys(node.getAllContext()).find((name) => !/[:@]/.test(name) && !switchNames.includes(name))
  if (unknown !== undefined) throw new Error(`There is no switch "${unknown}". There are ${switchNames.join(', ')}.`)
}

/** On the command line, a context value is a text. */
function parseFlag(name: string, value: unknown): boolean {
  if (String(value) !== 'true' && String(value) !== 'false')
    throw new Error(`The context value "${name}" must be true or false.`)
  return String(value) === 'true'
}

function parseShare(name: string, value: unknown): number {
  const share = String(value).trim() === '' ? Number.NaN : Number(value)
  if (!(share >= 0 && share <= 1)) throw new Error(`The context value "${name}" must be a number from 0 to 1.`)
  return share
}

type Limits = { min: number; max: number }
/** How often the event source of a queue may run its function at the same time. SQS's limits. */
const queueLimits: Limits = { min: 2, max: 1_000 }
/** Concurrency that a function has for itself. */
const functionLimits: Limits = { min: 1, max: 9_999 }

function parseCount(name: string, value: unknown, { min, max }: Limits): number {
  const count = /^\d{1,4}$/.test(String(value)) ? Number(value) : Number.NaN
  if (count >= min && count <= max) return count
  throw new Error(`The context value "${name}" must be a whole number from ${min} to ${max}.`)
}

/** Null where none is given. None would stop what it is for. */
function readCount(name: string, value: unknown, limits: Limits): number | null {
  return value === undefined ? null : parseCount(name, value, limits)
}

/** The descriptions of alarms have it, and their length is limited. */
function parseAddress(name: string, value: unknown): string {
  const address = String(value).trim().replace(/\/$/, '')
  if (address === '' || address.length > 500)
    throw new Error(`The context value "${name}" must be a URL or a path of at most 500 characters.`)
  return address
}

/** All three, or none. */
function readProvider(node: Node): OidcProvider | null {
  const names = ['oidcIssuer', 'oidcClientId', 'oidcAudience'] as const
  const [issuer, clientId, audience] = names.map((name) => String(node.tryGetContext(name) ?? '').trim())
  if (!issuer && !clientId && !audience) return null
  if (!issuer || !clientId || !audience) throw new Error(`The context values ${names.join(', ')} go together.`)
  return { issuer: readUrl('oidcIssuer', issuer) ?? '', clientId, audience }
}

/** Without a slash at its end. */
function readUrl(name: string, value: unknown): string | null {
  if (value === undefined) return null
  const url = URL.parse(String(value))
  if (url?.protocol !== 'https:') throw new Error(`The context value "${name}" must be an https URL.`)
  return String(value).replace(/\/$/, '')
}
