import type * as z from 'zod'
import { commonDescriptions } from './descriptions/common'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * What schemas and fields mean. The key of a schema is its name. That of a field is its path or the end of it, with the
 * name of the schema in front where it means something of its own there: `CreateItem.quantity`. The longest end counts.
 */
export type Descriptions = { [name: string]: string }

/** Adds the descriptions that a named schema and its fields lack. Throws where there is none. */
export function addDescriptions(own: Descriptions, name: string, schema: JsonSchema): void {
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
