import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs'

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

/** The stacks of lines of JSON, as our logger or Lambda writes them. All other text is one stack. */
export function parseLog(text: string): LoggedError[] {
  const whole = parseObject(text)
  if (whole) return readErrors(whole)
  const lines = text.split('\n').map((line) => ({ line, parsed: parseObject(line) }))
  const plain = lines.filter(({ parsed }) => !parsed).map(({ line }) => line)
  const logged = lines.flatMap(({ parsed }) => (parsed ? readErrors(parsed) : []))
  const stack = plain.join('\n').trimEnd()
  return stack === '' ? logged : [...logged, { stack, bundle: null, requestId: null, at: null, functionId: null }]
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
  try {
    const parsed: unknown = JSON.parse(text)
    return isFields(parsed) ? parsed : null
  } catch {
    return null
  }
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
          ...parseLog(message).map((error) => ({ ...error, functionId: findFunction(search, logStreamName) })),
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
function findFunction({ stack, functionIds }: Search, logStream: string): string | null {
  const found = functionIds.find((id) => new RegExp(`${stack}-${toLogicalName(id)}[0-9A-F]{8}`).test(logStream))
  return found ?? null
}

function toLogicalName(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
}
