import type { Operation } from './document'
import type { Sent } from './sending'

/** A request as whoever reads the document understands it. */
export type Read = {
  operation: Operation
  path: Fields
  /** Each value of a parameter that is repeated. */
  query: { [name: string]: string[] }
  /** By names in lower case. */
  headers: Fields
  body: { given: false } | { given: true; fault: string } | { given: true; value: unknown }
}
type Fields = { [name: string]: string }

export function read({ operation, target, headers, body }: Sent): Read {
  const [path = '', query = ''] = splitAtFirst(target, '?')
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()])
  return {
    operation,
    path: readPath(operation, path),
    query: readQuery(query),
    headers: Object.fromEntries(lower),
    body: readBody(body, Object.fromEntries(lower)),
  }
}

function readPath(operation: Operation, path: string): Fields {
  const parts = path.split('/')
  const named = operation.path.split('/').map((name, at) => [name, decodeURIComponent(parts[at] ?? '')] as const)
  return Object.fromEntries(named.flatMap(([name, part]) => (name.startsWith('{') ? [[name.slice(1, -1), part]] : [])))
}

function readQuery(query: string): Read['query'] {
  const parameters = new URLSearchParams(query)
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]))
}

function readBody(body: Buffer, headers: Fields): Read['body'] {
  if (body.length === 0) return { given: false }
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json') return { given: true, fault: 'it is not sent as JSON' }
  try {
    return { given: true, value: JSON.parse(body.toString()) as unknown }
  } catch {
    return { given: true, fault: 'it is not JSON' }
  }
}

function splitAtFirst(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
