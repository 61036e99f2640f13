import { join, relative } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs'
import { parseJson } from '../../functions/domain/json'
import { toPascalCase } from '../../lib/stack-name'
import { type MappedFunction, SourceMaps } from '../../local/source-maps'
import { type Command, type Options, text, UsageError } from '../command-line'

const usage = `Translates logged stacks into our files, and names function, route and operation.

  npx inventory trace < FILE          a stack, or lines of a log, on stdin: lines without a stack are left out
  npx inventory trace --stack NAME    the errors in the logs of a deployed stack

  --since TIME   how far back: 90s, 15m, 1h (the default) or 2d
  --request ID   only this request
  --function ID  whose stack it is, such as get-item, where its text does not say so
  --maps DIR     the source maps of the build that is deployed (default dist/maps)

  A line of our logger names its bundle, so that a map of another build is noticed. A line that Lambda wrote itself does
  not: its answer is only right if the maps are those of the build that ran. docs/operating.md says where they are.`

const millis: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

async function trace(options: Options): Promise<void> {
  const maps = new SourceMaps(String(options.maps ?? relative('', join(__dirname, '../../dist/maps'))))
  const errors =
    typeof options.stack === 'string' ? await search(options.stack, maps, options) : await readStdin(options)
  const traced = errors.map((error) => describe(error, maps, options.function))
  if (traced.some(({ failed }) => failed)) process.exitCode = 1
  console.log(traced.length === 0 ? 'No stack.' : traced.map(({ text }) => text).join('\n\n'))
}

function search(stack: string, maps: SourceMaps, { since, request }: Options): Promise<LoggedError[]> {
  const requestId = parseRequest(request)
  return readDeployedErrors({ stack, since: parseSince(since), requestId, functionIds: maps.all.map(({ id }) => id) })
}

async function readStdin({ request, since }: Options): Promise<LoggedError[]> {
  if (since !== undefined) throw new UsageError('--since needs --stack')
  const requestId = parseRequest(request)
  const errors = parseLog(await readText(process.stdin))
  return errors.filter((error) => requestId === null || error.requestId === requestId)
}

/** In CloudWatch's pattern, it stands between quotes. */
function parseRequest(request: Options[string]): string | null {
  if (request === undefined) return null
  if (typeof request !== 'string' || !/^[\w-]+$/.test(request)) throw new UsageError('--request must be an id')
  return request
}

function parseSince(since: Options[string] = '1h'): Date {
  const [, amount, unit = ''] = /^(\d{1,5})([smhd])$/.exec(String(since)) ?? []
  const unitMs = millis[unit]
  if (unitMs === undefined) throw new UsageError('--since must be such as 90s, 15m, 1h or 2d')
  return new Date(Date.now() - Number(amount) * unitMs)
}

function describe(error: LoggedError, maps: SourceMaps, given: Options[string]): { text: string; failed: boolean } {
  const { at, requestId, bundle } = error
  const about = [at, requestId && `request ${requestId}`].filter(Boolean).join(', ')
  const found = findFunction(error, maps, given)
  if (typeof found === 'string')
    return { text: [about, `Not translated: ${found}`, error.stack].filter(Boolean).join('\n'), failed: true }
  const stack = found.translate(error.stack)
  const operation = /functions\/operations\/[^\s)]+/.exec(stack)?.[0]
  const lines = [
    about,
    `function  ${found.id}`,
    found.route && `route     ${found.route}`,
    operation && `operation ${operation}`,
    bundle === null && `Not checked: the log does not say whether ${maps.folder} is of the build that ran.`,
    stack,
  ]
  return { text: lines.filter(Boolean).join('\n'), failed: false }
}

/** Otherwise, the reason. */
function findFunction(
  { bundle, functionId }: LoggedError,
  maps: SourceMaps,
  given: Options[string],
): MappedFunction | string {
  if (bundle !== null)
    return maps.findByBundle(bundle) ?? `no map in ${maps.folder} fits the bundle ${bundle}: it is of another build.`
  const id = given ?? functionId
  if (id === undefined || id === null) return 'the text does not say whose stack it is: name it with --function.'
  return maps.all.find((candidate) => candidate.id === id) ?? `${maps.folder} has no map of a function ${id}.`
}

export const command: Command = {
  usage,
  action: { options: { stack: text, maps: text, since: text, request: text, function: text }, run: trace },
}

/** What a logged stack comes with. Each part is null where the text does not say it. */
export type LoggedError = {
  stack: string
  /** The name of the bundle whose stack it is. */
  bundle: string | null
  requestId: string | null
  at: string | null
  /** The function that wrote the line, where its log says so. */
  functionId: string | null
}

/** The stacks of lines of JSON, as our logger or Lambda writes them, and those in plain text. Other lines have none. */
export function parseLog(text: string): LoggedError[] {
  const whole = parseObject(text)
  if (whole) return readErrors(whole)
  const lines = text.split('\n').map((line) => ({ line, parsed: parseObject(line) }))
  const plain = lines.filter(({ parsed }) => !parsed).map(({ line }) => line)
  const logged = lines.flatMap(({ parsed }) => (parsed ? readErrors(parsed) : []))
  const unnamed = { bundle: null, requestId: null, at: null, functionId: null }
  return [...logged, ...findPlainStacks(plain).map((stack) => ({ stack, ...unnamed }))]
}

/** Its last word has a place in a file. It is looked through once, from its first slash: lines may be long. */
const frame = /^\s*at (?:.*\s)?[^\s/>\\]*[/>\\]\S*:\d+:\d+\)?\s*$/
const head = /^\S*(Error|Exception)\b/

/** Each with its message: from the line that names the error, or else from the one before the frames. */
function findPlainStacks(lines: string[]): string[] {
  const stacks: string[] = []
  let rest = 0
  for (const [index, line] of lines.entries()) {
    if (index < rest || !frame.test(line)) continue
    const before = lines.slice(rest, index)
    const named = before.findLastIndex((text) => head.test(text))
    const from = named < 0 ? Math.max(rest, index - 1) : rest + named
    // What is set in belongs to it, such as its cause.
    rest = index + 1
    while (/^[\s}]/.test(lines[rest] ?? '')) rest += 1
    stacks.push(lines.slice(from, rest).join('\n').trimEnd())
  }
  return stacks
}

type Fields = Record<string, unknown>

function readErrors(line: Fields): LoggedError[] {
  const text = (name: string) => (typeof line[name] === 'string' ? line[name] : null)
  return findStacks(line).map((stack) => ({
    stack,
    bundle: text('bundle'),
    requestId: text('request_id') ?? text('requestId'),
    at: text('timestamp') ?? text('time'),
    functionId: null,
  }))
}

/** Of an error and of its causes, wherever they are in the line. */
function findStacks(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findStacks)
  if (!isFields(value)) return []
  const { stack, stackTrace, trace, ...others } = value
  const frames = [stackTrace, trace].find((list) => Array.isArray(list))
  return [
    ...(typeof stack === 'string' && stack !== '' ? [stack] : []),
    ...(frames ? [frames.join('\n')] : []),
    ...Object.values(others).flatMap(findStacks),
  ]
}

function parseObject(text: string): Fields | null {
  const parsed = parseJson(text)
  return isFields(parsed) ? parsed : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The logs of functions, by the beginning of their logical ids. */
const logNames = ['RouteLog', 'JobLog', 'AuthorizerLog']

export type Search = { stack: string; since: Date; requestId: string | null; functionIds: string[] }

/** The errors in the logs of a deployed stack, oldest first. */
export async function readDeployedErrors(search: Search): Promise<LoggedError[]> {
  const client = new CloudWatchLogsClient({})
  const errors: LoggedError[] = []
  for (const logGroupName of await findLogGroups(search.stack)) {
    const filter = { logGroupName, startTime: search.since.getTime(), filterPattern: makePattern(search.requestId) }
    for await (const { events = [] } of paginateFilterLogEvents({ client }, filter))
      for (const { message = '', logStreamName = '' } of events)
        errors.push(
          ...parseLog(message).map((error) => ({ ...error, functionId: nameFunction(search, logStreamName) })),
        )
  }
  // The authorizer refuses unknown keys by this error.
  const wanted = errors.filter(({ stack }) => !/^Error: Unauthorized$/m.test(stack))
  return wanted.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
}

function makePattern(requestId: string | null): string {
  const isError = '($.level = "ERROR" || $.level = "WARN")'
  if (requestId === null) return `{ ${isError} }`
  return `{ ${isError} && ($.request_id = "${requestId}" || $.requestId = "${requestId}") }`
}

async function findLogGroups(stack: string): Promise<string[]> {
  const groups: string[] = []
  const pages = paginateListStackResources({ client: new CloudFormationClient({}) }, { StackName: stack })
  for await (const { StackResourceSummaries = [] } of pages)
    for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === 'AWS::Logs::LogGroup' && logNames.some((name) => LogicalResourceId.startsWith(name)))
        groups.push(PhysicalResourceId ?? '')
  if (groups.length === 0) throw new Error(`the stack ${stack} has no logs of functions: is it an inventory stack?`)
  return groups
}

/** A log stream's name has that of the function, which begins with those of the stack and of the logical id. */
function nameFunction({ stack, functionIds }: Search, logStream: string): string | null {
  const found = functionIds.find((id) => new RegExp(`${stack}-${toPascalCase(id)}[0-9A-F]{8}`).test(logStream))
  return found ?? null
}
