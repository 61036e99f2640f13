import * as z from 'zod'
import * as accessLog from '../functions/contract/access-log'
import * as account from '../functions/contract/account'
import * as apiKey from '../functions/contract/api-key'
import * as audit from '../functions/contract/audit'
import * as event from '../functions/contract/event'
import * as item from '../functions/contract/item'
import * as order from '../functions/contract/order'
import * as page from '../functions/contract/page'
import * as person from '../functions/contract/person'
import * as problem from '../functions/contract/problem'
import * as receipt from '../functions/contract/receipt'
import * as restore from '../functions/contract/restore'
import * as snapshot from '../functions/contract/snapshot'
import * as suggestion from '../functions/contract/suggestion'
import * as transaction from '../functions/contract/transaction'
import * as webhook from '../functions/contract/webhook'
import { type Route, routes } from '../functions/routes'
import { commonDescriptions, pageDescriptions, problemDescriptions } from './descriptions/common'
import * as companies from './descriptions/companies'
import { itemDescriptions } from './descriptions/item'
import { auditDescriptions, eventDescriptions } from './descriptions/log'
import { orderDescriptions, receiptDescriptions, suggestionDescriptions } from './descriptions/orders'
import { restoreDescriptions, snapshotDescriptions } from './descriptions/snapshots'
import { transactionDescriptions } from './descriptions/transaction'
import { webhookDescriptions } from './descriptions/webhook'
import { makePlain } from './plain-schemas'

/** A JSON Schema of the dialect that OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema
type Io = 'input' | 'output'

const all = Object.values<Route>(routes)
const requests = new Set([
  ...all.map(({ body }) => body),
  item.ItemRow,
  item.UpdateItemRow,
  item.UpsertItemRow,
  item.DeleteItemRow,
  order.CreateLineItem,
  order.FetchedLineItem,
  transaction.Movement,
])
const parameters = new Set(all.flatMap(({ params, query }) => [params, query]))

/** The modules of the contract that export schemas, and what those mean. */
export const modules: [contract: object, descriptions: Descriptions][] = [
  [accessLog, companies.accessDescriptions],
  [account, companies.accountDescriptions],
  [apiKey, companies.apiKeyDescriptions],
  [audit, auditDescriptions],
  [event, eventDescriptions],
  [item, itemDescriptions],
  [order, orderDescriptions],
  [suggestion, suggestionDescriptions],
  [page, pageDescriptions],
  [person, companies.personDescriptions],
  [problem, problemDescriptions],
  [receipt, receiptDescriptions],
  [restore, restoreDescriptions],
  [snapshot, snapshotDescriptions],
  [transaction, transactionDescriptions],
  [webhook, webhookDescriptions],
]
type Named = { name: string; descriptions: Descriptions }

/** The schemas that the contract exports, by their names there. Those of parameters have no name in the document. */
const named = new Map<z.ZodType, Named>()
for (const [contract, descriptions] of modules)
  for (const [name, value] of Object.entries(contract))
    if (value instanceof z.ZodType && !parameters.has(value)) named.set(value, { name, descriptions })

// The schema of an event is named after its type, such as ItemStockChanged.
for (const [type, schema] of Object.entries(event.eventSchemas)) {
  const name = type.replace(/(?:^|[._])[a-z]/g, (start) => start.slice(-1).toUpperCase())
  named.set(schema, { name, descriptions: eventDescriptions })
}

/** All named schemas of bodies and replies. */
export function describeSchemas(): { [name: string]: JsonSchema } {
  const select = (io: Io) => [...named].filter(([schema]) => requests.has(schema) === (io === 'input'))
  const [inputs, outputs] = [convertAll(select('input'), 'input'), convertAll(select('output'), 'output')]
  const exact = describeAll({ ...inputs, ...outputs })
  const schemas = describeAll(makePlain(exact, (name) => name in outputs))
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function describeAll(schemas: { [name: string]: JsonSchema }): { [name: string]: JsonSchema } {
  for (const { name, descriptions } of named.values()) addDescriptions(descriptions, name, schemas[name] ?? {})
  return schemas
}

export function refer(schema: z.ZodType): { $ref: string } {
  return { $ref: makeUri(nameSchema(schema)) }
}

export function nameSchema(schema: z.ZodType): string {
  const { name } = named.get(schema) ?? {}
  if (name === undefined) throw new Error('the contract does not export a schema of a route')
  return name
}

/** The fields of parameters by their names, as clients know them and not as text in a URL. */
export function describeFields(schema: z.ZodType): { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', override: tidyRequest })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property as JsonSchema,
  }))
}

function convertAll(schemas: [z.ZodType, Named][], io: Io): { [name: string]: JsonSchema } {
  const registry = z.registry<{ id: string }>()
  for (const [schema, { name }] of schemas) registry.add(schema, { id: name })
  const override = io === 'input' ? tidyRequest : tidyReply
  const converted = z.toJSONSchema(registry, { io, uri: makeUri, override }).schemas
  return Object.fromEntries(Object.entries(converted).map(([name, { $schema, $id, ...rest }]) => [name, rest]))
}

function makeUri(name: string): string {
  return `#/components/schemas/${name}`
}

type Conversion = { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }

function tidyRequest({ zodSchema, jsonSchema }: Conversion): void {
  tidy(jsonSchema)
  const { def } = zodSchema._zod
  const { inUrl } = jsonSchema
  if (inUrl !== undefined) {
    for (const key of ['type', 'pattern', 'enum', 'inUrl']) delete jsonSchema[key]
    Object.assign(jsonSchema, inUrl)
  }
  // zod leaves out the default of what it transforms.
  if (def.type === 'default' && jsonSchema.default === undefined) jsonSchema.default = def.defaultValue
  if (zodSchema === item.ItemRow)
    jsonSchema.anyOf = [item.CreateItem, item.UpdateItemRow, item.UpsertItemRow, item.DeleteItemRow].map(refer)
}

/** Clients must ignore fields that they do not know: within a version, replies get more of them. */
function tidyReply({ jsonSchema }: Conversion): void {
  tidy(jsonSchema)
  delete jsonSchema.additionalProperties
  delete jsonSchema.propertyNames
}

/** Leaves out what no reader needs: the bounds of safe integers, and patterns beside a format. */
function tidy(jsonSchema: JsonSchema): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (typeof jsonSchema.const === 'number') jsonSchema.type = 'integer'
}

/**
 * What schemas and fields mean. The key of a schema is its name. That of a field is its path or the end of it, with the
 * name of the schema in front where it means something of its own there: `CreateItem.quantity`. The longest end counts.
 */
export type Descriptions = { [name: string]: string }

/** Adds the descriptions that a named schema and its fields lack. Throws where there is none. */
function addDescriptions(own: Descriptions, name: string, schema: JsonSchema): void {
  schema.description = own[name] ?? fail(name)
  const descriptions: Descriptions = { ...commonDescriptions, ...own }
  addToFields(schema, [], (path) => {
    const names = path.map((_, from) => path.slice(from).join('.')).flatMap((end) => [`${name}.${end}`, end])
    const found = names.find((each) => descriptions[each] !== undefined)
    return (found && descriptions[found]) ?? fail(`${name}.${path.join('.')}`)
  })
}

function addToFields(schema: JsonSchema, path: string[], describe: (path: string[]) => string): void {
  for (const [field, property] of Object.entries((schema.properties ?? {}) as { [field: string]: JsonSchema })) {
    property.description ??= describe([...path, field])
    addToFields(property, [...path, field], describe)
  }
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  for (const part of parts as (JsonSchema | undefined)[]) if (part) addToFields(part, path, describe)
}

export function fail(what: string): never {
  throw new Error(`${what} has no description`)
}
