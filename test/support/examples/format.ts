const lineLength = 120

/** JSON with what fits on one line on one line: short, and its changes can be read line by line. */
export function formatJson(value: unknown, depth = 0): string {
  const line = formatOnOneLine(value)
  if (line.length + depth <= lineLength || typeof value !== 'object' || value === null) return line
  const indent = ' '.repeat(depth + 1)
  const rows = Array.isArray(value)
    ? value.map((each) => indent + formatJson(each, depth + 1))
    : Object.entries(value).map(([key, each]) => `${indent}${JSON.stringify(key)}: ${formatJson(each, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${rows.join(',\n')}\n${' '.repeat(depth)}${close}`
}

function formatOnOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatOnOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${formatOnOneLine(each)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
