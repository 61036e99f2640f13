import type { Schema as Published } from '../../../openapi/open-api'
import { makeExact } from '../../../openapi/plain-schemas'

/** A JSON Schema, as far as our document uses it. `$ref` is the name of a schema. */
export type Schema = Omit<Published, 'properties' | 'items' | 'anyOf' | 'oneOf'> & {
  properties?: { [field: string]: Schema }
  additionalProperties?: boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  pattern?: string
}

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type Header = { schema: Schema; required: boolean }

/** `codes` are the error codes that the operation may be refused with. `schema` is null where there is no body. */
export type DocumentedAnswer = { codes: Set<string>; headers: Map<string, Header>; schema: Schema | null }

export type Operation = {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body: { schema: Schema; required: boolean } | null
  /** The paths of the fields of the body of which the document says nothing. */
  readOnly: string[]
  answers: Map<number, DocumentedAnswer>
}

/** What an OpenAPI document promises. */
export type Contract = { operations: Operation[]; schemas: { [name: string]: Schema } }

/** With exact schemas: what is plain for generators alone is checked as it is meant. */
export function readContract(published: object): Contract {
  const { components, paths } = Object(makeExact(published))
  const schemas: Contract['schemas'] = inline(components.schemas, components)
  const operations = Object.entries(inline(paths, components)).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, operation]) => {
      return { path, method: method.toUpperCase(), ...readOperation(Object(operation), schemas) }
    }),
  )
  return { operations, schemas }
}

/**
 * Parts stand where they are referred to, but schemas, which keep their names. An object has no fields but those that
 * are named: clients ignore others in answers, but the service must send none.
 */
function inline(part: unknown, components: { [kind: string]: { [name: string]: unknown } }) {
  return JSON.parse(JSON.stringify(part), (_, value) => {
    const [, , kind = '', name = ''] = String(value?.$ref ?? '').split('/')
    if (name) return kind === 'schemas' ? { $ref: name } : inline(components[kind]?.[name], components)
    return value?.properties ? { additionalProperties: false, ...value } : value
  })
}

function readOperation(operation: object, schemas: Contract['schemas']): Omit<Operation, 'path' | 'method'> {
  const { operationId: id, parameters = [], requestBody, responses } = Object(operation)
  const { required = false, content } = requestBody ?? {}
  const body = content ? { required, schema: content['application/json'].schema } : null
  const fields = body ? listFields(body.schema, { schemas }) : []
  const readOnly = fields.flatMap(([path, field]) => (isFree(field) ? [path] : []))
  const answers = Object.entries(responses).map(([status, answer]) => [Number(status), readAnswer(answer)] as const)
  return { id, parameters, body, readOnly, answers: new Map(answers) }
}

/** Headers that an answer has only at times. The others that are documented are always there. */
const occasional = new Set(['idempotent-replayed', 'location', 'warning'])

function readAnswer(answer: unknown): DocumentedAnswer {
  const { description, headers = {}, content } = Object(answer)
  const named = Object.entries(headers).map(([given, header]): [string, Header] => {
    const name = given.toLowerCase()
    return [name, { required: !occasional.has(name), ...Object(header) }]
  })
  const codes = [...description.matchAll(/^- `([a-z_]+)`/gm)].map(([, code = '']) => code)
  return { codes: new Set(codes), headers: new Map(named), schema: content?.['application/json'].schema ?? null }
}

/** The schema itself, or the named one that it refers to. */
export function dereference(schema: Schema, { schemas }: Pick<Contract, 'schemas'>): Schema {
  if (schema.$ref === undefined) return schema
  const found = schemas[schema.$ref]
  if (!found) throw new Error(`there is no schema ${schema.$ref}`)
  return found
}

type Field = [path: string, schema: Schema]

/** The fields of all forms of a value, and of what is in them, by their paths: `.lines[].item_id`. */
export function listFields(given: Schema, contract: Pick<Contract, 'schemas'>, path = ''): Field[] {
  const { anyOf = [], oneOf = [], properties = {}, items } = dereference(given, contract)
  const fields = Object.entries(properties).map(([name, field]): Field => [`${path}.${name}`, field])
  const forms = [...anyOf, ...oneOf].map((form): Field => [path, form])
  const rows: Field[] = items ? [[`${path}[]`, items]] : []
  return [...fields, ...[...fields, ...forms, ...rows].flatMap(([at, schema]) => listFields(schema, contract, at))]
}

/** True where the document does not say which values are valid. */
export function isFree(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description')
}

/** The types that a schema allows. */
export function listTypes({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat()
}
