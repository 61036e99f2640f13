import { listTypes } from './document'
import type { Read } from './reading'

/**
 * The request as the service takes it: it accepts more than the document asks clients for, by the robustness principle.
 * What is valid after this may succeed.
 */
export function tolerate(request: Read): Read {
  const { operation, query, body } = request
  const ofIntegers = new Set(
    operation.parameters.flatMap(({ name, schema }) => (listTypes(schema).includes('integer') ? [name] : [])),
  )
  const tidy = (name: string, text: string) => (ofIntegers.has(name) ? text.replace(/^0+(?=\d)/, '') : tidyText(text))
  const queries = Object.entries(query).map(([name, values]) => [name, values.map((text) => tidy(name, text))])
  return { ...request, query: Object.fromEntries(queries), body: tidyBody(operation.body !== null, body) }
}

/** An operation without a body takes an empty object: some clients always send one. */
function tidyBody(hasBody: boolean, body: Read['body']): Read['body'] {
  if (!('value' in body)) return body
  if (!hasBody && JSON.stringify(body.value) === '{}') return { given: false }
  return { given: true, value: tidyAll(body.value) }
}

export function tidyAll(value: unknown): unknown {
  if (typeof value === 'string') return tidyText(value)
  if (Array.isArray(value)) return value.map(tidyAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidyAll(part)]))
}

/** Texts are trimmed and normalised before their length counts. Times may be in any form of ISO 8601. */
function tidyText(text: string): string {
  if (text.length > 20_000) return text // far beyond each limit, and slow to normalise
  const trimmed = text.trim()
  const [, date, clock, zone] = /^(\d{4}-?\d{2}-?\d{2})[Tt]([\d:.,]+)([Zz]|[+-]\d{2}(?::?\d{2})?)$/.exec(trimmed) ?? []
  if (date === undefined || clock === undefined || zone === undefined) return trimmed.normalize('NFC')
  return `${toDate(date)}T${toClock(clock)}${toZone(zone)}`
}

const toDate = (date: string) => date.replaceAll('-', '').replace(/(....)(..)(..)/, '$1-$2-$3')
const toZone = (zone: string) =>
  /^[Zz]$/.test(zone) ? 'Z' : `${zone.replace(':', '')}00`.replace(/^(...)(..).*/, '$1:$2')

function toClock(clock: string): string {
  const [whole = '', fraction] = clock.split(/[.,]/)
  const digits = `${whole.replaceAll(':', '')}00`.slice(0, 6)
  return digits.replace(/(..)(..)(..)/, '$1:$2:$3') + (fraction ? `.${fraction}` : '')
}
