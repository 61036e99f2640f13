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

/** For people: the stack of an error stands below its line, instead of in it. */
export function unfoldStacks(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (!parseObject(line)) return line
      const stacks: string[] = []
      const rest: unknown = JSON.parse(line, (name, value: unknown) => {
        if (name !== 'stack' || typeof value !== 'string') return value
        stacks.push(value)
        return undefined
      })
      return stacks.length === 0 ? line : [JSON.stringify(rest), ...stacks].join('\n')
    })
    .join('\n')
}

function parseObject(line: string): object | null {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}
