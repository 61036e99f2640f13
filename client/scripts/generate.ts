import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { listCalls, type OpenApi, type Operation, type Schema } from '../../openapi/open-api'
import { makeExact } from '../../openapi/plain-schemas'
import { hasQuery, toName, writeMethods } from './methods'

const usage = `Writes client/generated from openapi/openapi.json: the types of all bodies, and the methods.

  npm run client:generate [-- options]

  --check   write nothing, and fail where they differ from the document`

const root = join(__dirname, '../..')

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) return console.log(usage)
  const document: OpenApi = makeExact(JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')))
  const sources = { 'types.ts': await writeTypes(document), 'methods.ts': writeMethods(document) }
  for (const [name, source] of Object.entries(sources)) {
    const file = join('client/generated', name)
    const path = join(root, file)
    if (existsSync(path) && readFileSync(path, 'utf8') === source) continue
    if (values.check) throw new Error(`${file} is not what the document says: run npm run client:generate`)
    writeFileSync(path, source)
    console.log(`${file}: written`)
  }
}

/** A type for each schema, under its name. A field with a default may be left out. */
async function writeTypes(document: OpenApi): Promise<string> {
  const schemas = {
    openapi: '3.1.0',
    info: document.info,
    paths: {},
    components: { schemas: collectSchemas(document) },
  }
  const nodes = await openapiTypes(schemas as never, {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  })
  const source = astToString(nodes)
  const own = source.slice(source.indexOf('export interface components'), source.indexOf('export type $defs'))
  return `// npm run client:generate writes this from openapi/openapi.json.\n\n${own}`
}

/** The schemas of all bodies, without examples, and those of queries as `<Operation>Query`. */
function collectSchemas(document: OpenApi): { [name: string]: Schema } {
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

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
