import type { Customer } from './customer'
import type { Operation } from './document'
import type { Sent } from './sending'

/** A request as whoever reads the document understands it. */
export type Read = {
  operation: Operation
  customer: Customer
  path: Fields
  /** Each value of a parameter that is repeated. */
  query: { [name: string]: string[] }
  /** By names in lower case. */
  headers: Fields
  body: { given: false } | { given: true; fault: string } | { given: true; value: unknown }
}
type Fields = { [name: string]: string }

export function read({ operation, customer, target, headers, body }: Sent): Read {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? []
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const parameters = new URLSearchParams(query)
  const queries = Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]))
  const ofTarget = { path: readPath(operation, path), query: queries }
  return { operation, customer, ...ofTarget, headers: lower, body: readBody(body, lower) }
}

function readPath(operation: Operation, path: string): Fields {
  const parts = path.split('/')
  const named = operation.path.split('/').map((name, at) => [name, decodeURIComponent(parts[at] ?? '')] as const)
  return Object.fromEntries(named.flatMap(([name, part]) => (name.startsWith('{') ? [[name.slice(1, -1), part]] : [])))
}

function readBody(body: Buffer, headers: Fields): Read['body'] {
  if (body.length === 0) return { given: false }
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json') return { given: true, fault: 'it is not sent as JSON' }
  try {
    const value: unknown = JSON.parse(body.toString())
    return hasRepeatedKey(body.toString(), value) ? { given: true, fault: 'a key is repeated' } : { given: true, value }
  } catch {
    return { given: true, fault: 'it is not JSON' }
  }
}

/** Of a repeated key, `JSON.parse` keeps one. In valid JSON, a string before a colon is a key. */
function hasRepeatedKey(text: string, value: unknown): boolean {
  const strings = text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/gs)
  return [...strings].filter(([, colon]) => colon === ':').length > countKeys(value)
}

function countKeys(value: unknown): number {
  let count = 0
  const open = [value]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const parts = Object.values(part)
    if (!Array.isArray(part)) count += parts.length
    for (const each of parts) open.push(each)
  }
  return count
}
