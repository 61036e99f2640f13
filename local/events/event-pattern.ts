/** A pattern of EventBridge, or the filter of an event source: fields, and lists of what a value may be. */
export type EventPattern = { [field: string]: EventPattern | unknown[] }

/**
 * True where the event has all fields of the pattern, each with a value that the pattern lists. Throws for a comparison
 * that it does not know, so that no part of a pattern is ignored.
 */
export function matchesPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, wanted]) => {
    const value = isObject(event) ? event[field] : undefined
    return Array.isArray(wanted) ? wanted.some((each) => matchesValue(each, value)) : matchesPattern(wanted, value)
  })
}

/** A list of the event matches where one of its values does. */
function matchesValue(wanted: unknown, value: unknown): boolean {
  if (isObject(wanted)) return Object.entries(wanted).every(([name, to]) => compare(name, to, value))
  return toList(value).some((each) => each === wanted)
}

function compare(name: string, to: unknown, value: unknown): boolean {
  const known = comparisons[name]
  if (!known) throw new Error(`the local bus does not know the comparison "${name}" yet`)
  return known(to, value)
}

const comparisons: { [name: string]: (to: unknown, value: unknown) => boolean } = {
  exists: (to, value) => (value !== undefined && !isObject(value)) === to,
  prefix: (to, value) => toTexts(value).some((text) => text.startsWith(String(to))),
  suffix: (to, value) => toTexts(value).some((text) => text.endsWith(String(to))),
  'equals-ignore-case': (to, value) => toTexts(value).some((text) => text.toLowerCase() === String(to).toLowerCase()),
  'anything-but': (to, value) => value !== undefined && !toList(value).some((each) => toList(to).includes(each)),
  numeric: (to, value) => toList(value).some((each) => typeof each === 'number' && isWithin(toList(to), each)),
}

/** `bounds`: pairs of an operator and a number. */
function isWithin(bounds: unknown[], value: number): boolean {
  for (let at = 0; at < bounds.length; at += 2) {
    const [operator, bound] = [String(bounds[at]), Number(bounds[at + 1])]
    const holds = {
      '=': value === bound,
      '<': value < bound,
      '<=': value <= bound,
      '>': value > bound,
      '>=': value >= bound,
    }
    if (!(holds as { [operator: string]: boolean })[operator]) return false
  }
  return true
}

function isObject(value: unknown): value is { [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function toTexts(value: unknown): string[] {
  return toList(value).filter((each) => typeof each === 'string')
}
