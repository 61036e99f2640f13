// What the generator reads of the OpenAPI document. See openapi/document.ts, which makes it.

export type Schema = { [keyword: string]: unknown }
type Content = { content?: { 'application/json'?: { schema: { $ref: string } } } }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }

export type Described = {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: { [status: string]: Content }
}

export type Document = {
  info: object
  paths: { [path: string]: { [method: string]: Described } }
  components: { schemas: { [name: string]: Schema } }
}

/** The operations of the document, in its order. */
export function listOperations(document: Document) {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  )
}

export const hasQuery = ({ parameters = [] }: Described) => parameters.some((parameter) => parameter.in === 'query')

/** The name of the schema of a body, or null where there is none. */
export function nameBody({ content }: Content): string | null {
  return content?.['application/json']?.schema.$ref.split('/').at(-1) ?? null
}

/** `list-items` becomes `listItems`, or `ListItems` with a capital. */
export function toName(operationId: string, capital = false): string {
  return operationId.replace(capital ? /(?:^|-)(\w)/g : /-(\w)/g, (_, letter) => letter.toUpperCase())
}

/** The schemas of all bodies, without examples, and those of queries as `<Operation>Query`. */
export function collectSchemas(document: Document): { [name: string]: Schema } {
  const queries = listOperations(document)
    .filter(({ described }) => hasQuery(described))
    .map(({ described }) => [`${toName(described.operationId, true)}Query`, toObject(described)])
  return dropExamples({ ...document.components.schemas, ...Object.fromEntries(queries) })
}

function toObject({ summary, parameters = [] }: Described): Schema {
  const taken = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    description: `${summary}.`,
    properties: Object.fromEntries(taken.map(({ name, description, schema }) => [name, { ...schema, description }])),
    required: taken.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

function dropExamples<Value>(value: Value): Value {
  const isExample = (key: string) => key === 'example' || key === 'examples'
  return JSON.parse(JSON.stringify(value, (key, inner) => (isExample(key) ? undefined : inner)))
}
