import type * as z from 'zod'
import { accountDescriptions } from './descriptions/account'
import { apiKeyDescriptions } from './descriptions/api-key'
import { auditDescriptions } from './descriptions/audit'
import { commonDescriptions } from './descriptions/common'
import { eventDescriptions } from './descriptions/event'
import { itemDescriptions } from './descriptions/item'
import { orderDescriptions } from './descriptions/order'
import { pageDescriptions } from './descriptions/page'
import { personDescriptions } from './descriptions/person'
import { problemDescriptions } from './descriptions/problem'
import { receiptDescriptions } from './descriptions/receipt'
import { restoreDescriptions } from './descriptions/restore'
import { snapshotDescriptions } from './descriptions/snapshot'
import { suggestionDescriptions } from './descriptions/suggestion'
import { transactionDescriptions } from './descriptions/transaction'
import { webhookDescriptions } from './descriptions/webhook'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * What schemas and fields mean. The key of a schema is its name. That of a field is its path or the end of it, with the
 * name of the schema in front where it means something of its own there: `CreateItem.quantity`. The longest end counts.
 */
type Descriptions = { [name: string]: string }

/** By the module of the contract that exports the schemas. */
export const allDescriptions = {
  account: accountDescriptions,
  'api-key': apiKeyDescriptions,
  audit: auditDescriptions,
  event: eventDescriptions,
  item: itemDescriptions,
  order: orderDescriptions,
  suggestion: suggestionDescriptions,
  page: pageDescriptions,
  person: personDescriptions,
  problem: problemDescriptions,
  receipt: receiptDescriptions,
  restore: restoreDescriptions,
  snapshot: snapshotDescriptions,
  transaction: transactionDescriptions,
  webhook: webhookDescriptions,
} satisfies { [module: string]: Descriptions }

/** Adds the descriptions that a named schema and its fields lack. Throws where there is none. */
export function addDescriptions(module: keyof typeof allDescriptions, name: string, schema: JsonSchema): void {
  const own: Descriptions = allDescriptions[module]
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

function fail(what: string): never {
  throw new Error(`${what} has no description`)
}
