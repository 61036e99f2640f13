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
