/**
 * Whether a line matches a filter pattern of CloudWatch Logs for JSON: comparisons of `$.path` with a text or a number
 * by `=` and `>`, joined by `&&` and `||`, in brackets or not. `&&` binds tighter. Throws for anything else.
 */
export function matchesPattern(line: object, pattern: string): boolean {
  const [, inner = ''] = /^\{ (.*) \}$/.exec(pattern) ?? []
  const tokens = inner.match(/&&|\|\||[()]|\$[\w.]+ (?:=|>) (?:"[^"]*"|[\d.]+)/g) ?? []
  if (tokens.join('').replaceAll(' ', '') !== inner.replaceAll(' ', '')) throw new Error(`not understood: ${pattern}`)
  const parseAny = (): boolean => {
    let holds = parseAll()
    while (tokens[0] === '||') {
      tokens.shift()
      holds = parseAll() || holds
    }
    return holds
  }
  const parseAll = (): boolean => {
    let holds = parseOne()
    while (tokens[0] === '&&') {
      tokens.shift()
      holds = parseOne() && holds
    }
    return holds
  }
  const parseOne = (): boolean => {
    const token = tokens.shift() ?? ''
    if (token !== '(') return compare(line, token)
    const holds = parseAny()
    tokens.shift()
    return holds
  }
  return parseAny()
}

function compare(line: object, comparison: string): boolean {
  const [, path = '', operator, value = ''] = /^\$\.(\S+) (=|>) (.*)$/.exec(comparison) ?? []
  const found = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], line)
  return operator === '=' ? found === JSON.parse(value) : Number(found) > Number(value)
}
