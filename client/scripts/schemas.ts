import {
  type Content,
  listCalls,
  nameReference,
  type OpenApi,
  type Operation,
  type Schema,
} from '../../openapi/open-api'

export const hasQuery = ({ parameters = [] }: Operation) => parameters.some((parameter) => parameter.in === 'query')

/** The name of the schema of a body, or null where there is none. */
export function nameBody({ content }: { content?: Content }): string | null {
  return content ? nameReference(content['application/json'].schema) : null
}

/** `list-items` and `list_items` become `listItems`, or `ListItems` with a capital. */
export function toName(words: string, capital = false): string {
  return words.replace(capital ? /(?:^|[-_])(\w)/g : /[-_](\w)/g, (_, letter) => letter.toUpperCase())
}

/** The schemas of all bodies, without examples, and those of queries as `<Operation>Query`. */
export function collectSchemas(document: OpenApi): { [name: string]: Schema } {
  const queries = listCalls(document)
    .filter(({ operation }) => hasQuery(operation))
    .map(({ operation }) => [`${toName(operation.operationId, true)}Query`, toObject(operation)])
  return dropExamples({ ...document.components.schemas, ...Object.fromEntries(queries) })
}

function toObject({ summary, parameters = [] }: Operation): Schema & { additionalProperties: boolean } {
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
