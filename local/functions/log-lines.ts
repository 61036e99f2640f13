/** Applies `translate` to the stacks in what a function has printed: lines of JSON, or text. */
export function translateLog(text: string, translate: (stack: string) => string): string {
  const lines = text.split('\n')
  if (!lines.some((line) => parseObject(line))) return translate(text)
  return lines.map((line) => translateLine(line, translate)).join('\n')
}

function translateLine(line: string, translate: (stack: string) => string): string {
  if (!parseObject(line)) return line
  return JSON.stringify(
    JSON.parse(line, (name, value: unknown) =>
      name === 'stack' && typeof value === 'string' ? translate(value) : value,
    ),
  )
}

type LoggedError = { stack: string; location?: string }

/** For people: the stack of an error stands below its line. The line then lacks its `location`, in the bundle. */
export function unfoldStacks(text: string): string {
  return text.split('\n').map(unfoldLine).join('\n')
}

function unfoldLine(line: string): string {
  if (!parseObject(line)) return line
  const stacks: string[] = []
  const rest: unknown = JSON.parse(line, (_, value: unknown) => {
    if (!isError(value)) return value
    const { stack, location, ...shown } = value
    stacks.push(stack)
    return shown
  })
  return stacks.length === 0 ? line : [JSON.stringify(rest), ...stacks].join('\n')
}

function isError(value: unknown): value is LoggedError {
  return typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string'
}

function parseObject(line: string): object | null {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}
