import { type Call, type Content, listCalls, nameReference, type OpenApi, type Operation } from '../../openapi/open-api'

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
export function writeMethods(document: OpenApi): string {
  const calls = listCalls(document)
  return `// npm run client:generate writes this from openapi/openapi.json.

import type { ListingOf } from '../listing'
import type { CallOptions, ChangeOptions, ConditionalOptions } from '../options'
import type * as types from './types'

export interface Methods {
${calls.map(writeMethod).join('\n')}
}

export const operations = {
${calls.map(writeOperation).join('\n')}
} as const
`
}

function writeMethod({ method, path, operation }: Call): string {
  const { operationId, summary, description } = operation
  const options = `options?: ${nameOptions(method, operation)}`
  const signatures = overloads[operationId] ?? [[listArguments(path, operation), nameResult(operation)]]
  const lines = signatures.map(([takes, returns]) => {
    const result = isList(operation) ? `ListingOf<${returns}>` : `Promise<${returns}>`
    return `  ${toName(operationId)}(${[takes, options].filter(Boolean).join(', ')}): ${result}`
  })
  const comment = `  /** ${summary}. ${description} \`${method} ${path}\` */`
  return [comment, ...lines].join('\n')
}

function listArguments(path: string, operation: Operation): string {
  const body = operation.requestBody && nameBody(operation.requestBody)
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${toName(name)}: string`),
    ...(hasQuery(operation) ? [`query?: types.${toName(operation.operationId, true)}Query`] : []),
    ...(body ? [`body${operation.requestBody?.required ? '' : '?'}: types.${body}`] : []),
  ].join(', ')
}

function nameOptions(method: string, { parameters = [] }: Operation): string {
  if (method === 'GET') return 'CallOptions'
  return parameters.some(({ name }) => name === 'If-Match') ? 'ConditionalOptions' : 'ChangeOptions'
}

function nameResult({ operationId, responses }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  const names = [...new Set(successes.map(([, response]) => nameBody(response)))]
  const [name = null] = names
  if (names.length > 1) throw new Error(`${operationId} has several results: say in overloads when it has which`)
  return name === null ? 'void' : `types.${name}`
}

/** Every list takes an offset. */
function isList({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name === 'offset')
}

function writeOperation({ method, path, operation }: Call): string {
  const input = hasQuery(operation) ? "'query'" : operation.requestBody ? "'body'" : 'null'
  const name = toName(operation.operationId)
  return `  ${name}: { method: '${method}', path: '${path}', input: ${input}, isList: ${isList(operation)} },`
}

export const hasQuery = ({ parameters = [] }: Operation) => parameters.some((parameter) => parameter.in === 'query')

/** The name of the schema of a body, or null where there is none. */
function nameBody({ content }: { content?: Content }): string | null {
  return content ? nameReference(content['application/json'].schema) : null
}

/** `list-items` and `list_items` become `listItems`, or `ListItems` with a capital. */
export function toName(words: string, capital = false): string {
  return words.replace(capital ? /(?:^|[-_])(\w)/g : /[-_](\w)/g, (_, letter) => letter.toUpperCase())
}
