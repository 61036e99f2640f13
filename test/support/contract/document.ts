import { makeExact } from '../../../openapi/plain-schemas'

/** A JSON Schema, as far as our document uses it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  not?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: { [field: string]: Schema }
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  [keyword: string]: unknown
}

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
type Header = { schema: Schema; required: boolean }
/** `codes` are the error codes that the operation may be refused with. `schema` is null where there is no body. */
export type DocumentedAnswer = { codes: Set<string>; headers: Map<string, Header>; schema: Schema | null }

export type Operation = {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body: { schema: Schema; required: boolean } | null
  answers: Map<number, DocumentedAnswer>
}

/** What an OpenAPI document promises. */
export type Contract = { operations: Operation[]; schemas: { [name: string]: Schema } }

type Content = { 'application/json': { schema: Schema } }
type AnswerObject = { description: string; headers?: { [name: string]: object }; content?: Content }
type OperationObject = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: { [status: string]: object }
}
type Document = {
  paths: { [path: string]: { [method: string]: OperationObject } }
  components: { schemas: { [name: string]: Schema } }
}

/** With exact schemas: what is plain for generators alone is checked as it is meant. */
export function readContract(published: object): Contract {
  const document = makeExact(published)
  const { paths, components } = document as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(document, path, method, operation)),
  )
  return { operations, schemas: components.schemas }
}

function readOperation(document: object, path: string, method: string, operation: OperationObject): Operation {
  const { operationId: id, parameters = [], requestBody, responses } = operation
  const answers = Object.entries(responses).map(
    ([status, answer]) => [Number(status), readAnswer(document, resolve<AnswerObject>(document, answer))] as const,
  )
  const { required = false, content } = requestBody ?? {}
  return {
    ...{ id, method: method.toUpperCase(), path, answers: new Map(answers) },
    parameters: parameters.map((parameter) => resolve<Parameter>(document, parameter)),
    body: content ? { required, schema: content['application/json'].schema } : null,
  }
}

/** Headers that an answer has only at times. The others that are documented are always there. */
const occasional = new Set(['idempotent-replayed', 'location', 'warning'])

function readAnswer(document: object, { description, headers = {}, content }: AnswerObject): DocumentedAnswer {
  const named = Object.entries(headers).map(([name, header]) => {
    const { schema, required } = resolve<{ schema: Schema; required?: boolean }>(document, header)
    return [name.toLowerCase(), { schema, required: required ?? !occasional.has(name.toLowerCase()) }] as const
  })
  const codes = [...description.matchAll(/^- `([a-z_]+)`/gm)].map(([, code = '']) => code)
  return { codes: new Set(codes), headers: new Map(named), schema: content?.['application/json'].schema ?? null }
}

/** Follows a reference within the document, if it is one. */
function resolve<Found>(document: object, value: object): Found {
  const { $ref } = value as { $ref?: string }
  if ($ref === undefined) return value as Found
  const steps = $ref.split('/').slice(1)
  return steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], document) as Found
}

/** The schema itself, or the named one that it refers to. */
export function dereference(schema: Schema, { schemas }: Pick<Contract, 'schemas'>): Schema {
  if (schema.$ref === undefined) return schema
  const found = schemas[schema.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`there is no schema ${schema.$ref}`)
  return found
}

/** The types that a schema allows. */
export function listTypes({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat()
}
