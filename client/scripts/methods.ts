import { type Described, type Document, hasQuery, listOperations, nameBody, toName } from './schemas'

const one = 'Exclude<types.CreateTransactions, { transactions: unknown }>'
const many = 'Extract<types.CreateTransactions, { transactions: unknown }>'

/** Arguments and results of operations whose result depends on what is sent. The last one takes anything. */
const overloads: { [operationId: string]: [takes: string, returns: string][] } = {
  'create-transactions': [
    [`body: ${one} & { dry_run?: false }`, 'types.Transaction & { id: string }'],
    [`body: ${one}`, 'types.Transaction'],
    [`body: ${many}`, 'Extract<types.CreatedTransactions, { data: unknown }>'],
    ['body: types.CreateTransactions', 'types.CreatedTransactions'],
  ],
  'restore-snapshot': [
    ['id: string, body: types.RestoreSnapshot & { dry_run: true }', 'types.RestoreCounts'],
    ['id: string, body?: types.RestoreSnapshot & { dry_run?: false }', 'types.Restore'],
    ['id: string, body: types.RestoreSnapshot', 'types.Restore | types.RestoreCounts'],
  ],
}

/** The source of the interface of all methods, and of the table from which they are made. */
export function writeMethods(document: Document): string {
  const operations = listOperations(document)
  return `// npm run client:generate writes this from openapi/openapi.json.

import type { ListingOf } from '../listing'
import type { CallOptions, ChangeOptions, ConditionalOptions } from '../options'
import type * as types from './types'

export interface Methods {
${operations.map(({ method, path, described }) => writeMethod(method, path, described)).join('\n')}
}

export const operations = {
${operations.map(({ method, path, described }) => writeOperation(method, path, described)).join('\n')}
} as const
`
}

function writeMethod(method: string, path: string, described: Described): string {
  const { operationId, summary, description = '' } = described
  const options = `options?: ${nameOptions(method, described)}`
  const signatures = overloads[operationId] ?? [[listArguments(path, described), nameResult(described)]]
  const lines = signatures.map(([takes, returns]) => {
    const result = isList(described) ? `ListingOf<${returns}>` : `Promise<${returns}>`
    return `  ${toName(operationId)}(${[takes, options].filter(Boolean).join(', ')}): ${result}`
  })
  const comment = `  /** ${summary}. ${description} \`${method} ${path}\` */`
  return [comment, ...lines].join('\n')
}

function listArguments(path: string, described: Described): string {
  const body = described.requestBody && nameBody(described.requestBody)
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${toArgument(name)}: string`),
    ...(hasQuery(described) ? [`query?: types.${toName(described.operationId, true)}Query`] : []),
    ...(body ? [`body${described.requestBody?.required ? '' : '?'}: types.${body}`] : []),
  ].join(', ')
}

/** `delivery_id` as `deliveryId`. */
function toArgument(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function nameOptions(method: string, { parameters = [] }: Described): string {
  if (method === 'GET') return 'CallOptions'
  return parameters.some(({ name }) => name === 'If-Match') ? 'ConditionalOptions' : 'ChangeOptions'
}

function nameResult({ operationId, responses }: Described): string {
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  const names = [...new Set(successes.map(([, response]) => nameBody(response)))]
  const [name = null] = names
  if (names.length > 1) throw new Error(`${operationId} has several results: say in overloads when it has which`)
  return name === null ? 'void' : `types.${name}`
}

/** Every list takes an offset. */
function isList({ parameters = [] }: Described): boolean {
  return parameters.some(({ name }) => name === 'offset')
}

function writeOperation(method: string, path: string, described: Described): string {
  const input = hasQuery(described) ? "'query'" : described.requestBody ? "'body'" : 'null'
  const name = toName(described.operationId)
  return `  ${name}: { method: '${method}', path: '${path}', input: ${input}, isList: ${isList(described)} },`
}
