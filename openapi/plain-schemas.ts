import { isDeepStrictEqual } from 'node:util'

// Generators of clients read JSON Schema in part only: docs/decisions/0039-schemas-that-generators-read.md. So the
// document has plain schemas, and beside them, in keywords of our own, what they leave out:
//
//   x-variants       the forms of which a value has one; the plain schema has the fields of all
//   x-same           the fields of a form that are what they are in the plain schema
//   x-known-values   the words that an answer may have today; the plain schema allows any text
//   x-types          the types of a value; the plain schema allows any, or null, too
//   x-const          the one value; the plain schema has its type
//   x-any            any value is taken, and compared with what is stored; the plain schema has the type of the answer
//   x-schema         of one answer, where the plain one is that of all successes of the operation

type Part = { [keyword: string]: unknown }
type Schemas = { [name: string]: Part }

/** Replaces what generators do not read. `isReply` tells by the name of a schema whether it is of an answer. */
export function makePlain(schemas: Schemas, isReply: (name: string) => boolean): Schemas {
  const typed = mapValues(schemas, (schema, name) => {
    const fetched = schemas[nameFetched(name)]
    return fetched ? typeReadOnlyFields(schema, fetched) : schema
  })
  return mapValues(typed, (schema, name) => simplify(schema, typed, isReply(name)))
}

function mapValues(parts: Schemas, map: (part: Part, name: string) => Part): Schemas {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, map(part, name)]))
}

/** The schema by which the content of a request was fetched: `UpdateItem` takes back an `Item`. */
function nameFetched(request: string): string {
  return /^(?:Update|Fetched)(\w+?)(?:Row)?$/.exec(request)?.[1] ?? ''
}

/** A field of any type is sent as null by some clients, where a program does not set it. */
function typeReadOnlyFields(schema: Part, fetched: Part): Part {
  const [fields, answered] = [schema, fetched].map(({ properties }) => properties as { [field: string]: Part })
  const properties = mapValues(fields ?? {}, (field, name) => {
    const isAny = Object.keys(field).every((keyword) => keyword === 'description')
    return isAny ? { ...listTypes(answered?.[name]), ...field, 'x-any': true } : field
  })
  return { ...schema, properties }
}

/** Without words and format: a client that parses a time may write it in another way, and it would be compared. */
function listTypes({ type, anyOf, items }: Part = {}): Part {
  const types = [type, ...((anyOf as Part[] | undefined) ?? []).map((variant) => variant.type)].flat().filter(Boolean)
  return { type: types.length === 1 ? types[0] : types, ...(items ? { items: listTypes(items as Part) } : {}) }
}

/** A document with exact schemas, for what is made and checked here. */
export function makeExact<Document>(document: Document): Document {
  return restore(document) as Document
}

/** By our keyword: the one that it stands for. */
const replaced = { 'x-known-values': 'enum', 'x-types': 'type', 'x-const': 'const', 'x-schema': 'schema' }

function restore(value: unknown): unknown {
  return mapParts(value, ({ 'x-variants': variants, ...part }) => {
    const { description, properties } = part
    if (variants) return { ...(description ? { description } : {}), anyOf: describeFields(variants, properties) }
    if (part['x-any']) return { description }
    for (const [own, keyword] of Object.entries(replaced)) if (own in part) rename(part, own, keyword)
    return part
  })
}

/** The fields of variants mean what those of the plain schema mean. */
function describeFields(value: unknown, described: unknown): unknown {
  const meanings = described as { [field: string]: Part }
  return mapParts(value, ({ 'x-same': same, ...part }) => {
    if (!part.properties) return part
    const fields = Object.entries(part.properties as { [field: string]: Part })
    const properties = fields.map(([name, field]) => [name, { description: meanings[name]?.description, ...field }])
    const shared = ((same ?? []) as string[]).map((name) => [name, meanings[name]])
    return { ...part, properties: Object.fromEntries([...shared, ...properties]) }
  })
}

function mapParts(value: unknown, map: (part: Part) => Part): unknown {
  if (Array.isArray(value)) return value.map((part) => mapParts(part, map))
  if (typeof value !== 'object' || value === null) return value
  return map(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapParts(part, map)])))
}

function simplify(schema: Part, schemas: Schemas, isReply: boolean): Part {
  const within = (part: unknown) => simplify(part as Part, schemas, isReply)
  const variants = listVariants(schema)
  if (variants && !isNullable(variants))
    return shareFields(within(merge(variants, schemas)), mapParts(variants, dropDescription))
  const plain = foldList(schema)
  if (plain.properties) plain.properties = mapValues(plain.properties as Schemas, within)
  if (plain.items) plain.items = within(plain.items)
  if (isReply) openWords(plain)
  if (isReply && variants?.some((variant) => variant.enum)) plain.anyOf = variants.map(within)
  openTypes(plain)
  if ('const' in plain) rename(plain, 'const', 'x-const')
  return plain
}

/** Names the fields of the variants that stand in the plain schema. A default is not told twice. */
function shareFields(plain: Part, variants: unknown): Part {
  const known = mapValues((plain.properties ?? {}) as Schemas, dropDescription)
  const shared = mapParts(variants, ({ properties, ...part }) => {
    if (!properties) return part
    const fields = Object.entries(properties as Schemas)
    const isSame = ([name, { default: _, ...field }]: [string, Part]) => isDeepStrictEqual(field, known[name])
    const same = fields.filter(isSame).map(([name]) => name)
    const others = Object.fromEntries(fields.filter((each) => !isSame(each)))
    return { ...part, properties: others, ...(same.length > 0 ? { 'x-same': same } : {}) }
  })
  return { ...plain, 'x-variants': shared }
}

/** Not that of a field which is called so: that is no text. */
function dropDescription({ description, ...part }: Part): Part {
  return typeof description === 'object' ? { ...part, description } : part
}

function listVariants({ anyOf, oneOf }: Part): Part[] | undefined {
  return (anyOf ?? oneOf) as Part[] | undefined
}

/** Every generator reads this form. */
function isNullable(variants: Part[]): boolean {
  return variants.length === 2 && variants.some(({ type }) => type === 'null')
}

/** A program must go on when a later release has another word. */
function openWords(schema: Part): void {
  if (!Array.isArray(schema.enum)) return
  const words = schema.enum.length > 12 ? ['those in `x-known-values`'] : schema.enum.map((word) => `\`${word}\``)
  const { description = '' } = schema
  schema.description = `${description ? `${description} ` : ''}One of ${words.join(', ')}; others may come.`
  rename(schema, 'enum', 'x-known-values')
}

/** Java sends an empty list where a program sets none, unless its type is a list or null. */
function foldList(schema: Part): Part {
  const { anyOf, ...rest } = schema
  const [list, ...others] = (anyOf as Part[] | undefined) ?? []
  const isList = list?.type === 'array' && isNullable([list, ...others])
  return isList ? { ...list, ...rest, type: ['array', 'null'] } : { ...schema }
}

function openTypes(schema: Part): void {
  const { type } = schema
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) return
  rename(schema, 'type', 'x-types')
}

function rename(schema: Part, from: string, to: string): void {
  schema[to] = schema[from]
  delete schema[from]
}

/** One schema that allows whatever one of the variants allows. */
function merge(variants: Part[], schemas: Schemas): Part {
  return variants.map((variant) => resolve(variant, schemas)).reduce((a, b) => loosen(a, b, schemas))
}

function resolve(schema: Part, schemas: Schemas): Part {
  const found = typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const { description: _, ...resolved } = (found ?? {}) as Part
  const variants = listVariants(resolved)
  return variants && !isNullable(variants) ? merge(variants, schemas) : resolved
}

function loosen(a: Part, b: Part, schemas: Schemas): Part {
  if (isDeepStrictEqual(a, b)) return a
  if (a.type !== 'object' || b.type !== 'object') return loosenValue(a, b)
  const [first, second] = [a.properties, b.properties] as { [field: string]: Part }[]
  const required =
    (a.required as string[] | undefined)?.filter((name) => (b.required as string[])?.includes(name)) ?? []
  const names = [...new Set([...Object.keys(first ?? {}), ...Object.keys(second ?? {})])]
  const properties = names.map((name) => {
    const [one, other] = [first?.[name], second?.[name]]
    if (one && isDeepStrictEqual(one, other)) return [name, one]
    return [name, one && other ? mix(one, other, schemas) : dropDefault(one ?? other)]
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    ...(a.additionalProperties === false && b.additionalProperties === false ? { additionalProperties: false } : {}),
  }
}

/** What has an id is a thing of its own: an item and an order have no form in common, and their field has no type. */
function mix(one: Part, other: Part, schemas: Schemas): Part {
  const areThings = [one, other].every((part) => part.$ref && 'id' in (resolve(part, schemas).properties as Part))
  return areThings ? {} : merge([one, other], schemas)
}

/** A client that sends defaults would send the field in a form that does not have it. */
function dropDefault({ default: _, ...schema }: Part = {}): Part {
  return schema
}

/** Keeps what both demand. A field that has to be null in one form may be null in all. */
function loosenValue(a: Part, b: Part): Part {
  if (a.type === 'null') return { ...b, type: [b.type, 'null'] }
  const same = Object.entries(a).filter(([keyword, value]) => isDeepStrictEqual(value, b[keyword]))
  const words = [...listWords(a), ...listWords(b)]
  const bound = (keyword: 'minimum' | 'maximum', choose: (...bounds: number[]) => number) =>
    typeof a[keyword] === 'number' && typeof b[keyword] === 'number'
      ? { [keyword]: choose(a[keyword], b[keyword]) }
      : {}
  return {
    ...Object.fromEntries(same),
    ...(listWords(a).length > 0 && listWords(b).length > 0 ? { enum: [...new Set(words)] } : {}),
    ...bound('minimum', Math.min),
    ...bound('maximum', Math.max),
  }
}

function listWords({ enum: words, const: word }: Part): unknown[] {
  return (words as unknown[] | undefined) ?? (word === undefined ? [] : [word])
}
