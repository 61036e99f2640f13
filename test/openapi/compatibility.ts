// What a client of the released document could no longer rely on. A request that was allowed must still be allowed, and
// what is answered now must be what was promised. Replies may get new fields and new words: clients ignore what they do
// not know.

import { resolveParameters } from '../../openapi/open-api'
import { makeExact } from '../../openapi/plain-schemas'

type Json = { [key: string]: Json | undefined }
type Document = { root: Json; replies: boolean }

/** The sentences name the operation and the field. Empty where every client of `released` goes on working. */
export function findBreakingChanges(released: object, current: object): string[] {
  const read = (document: object) => makeExact(resolveParameters(document)) as Json
  const [before, now] = [read(released), read(current)]
  return Object.entries(before.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([method, operation]) => {
      const next = now.paths?.[path]?.[method]
      const name = `${method.toUpperCase()} ${path}`
      if (next === undefined) return [`${name} is gone`]
      return [
        ...compareParameters(operation ?? {}, next, name),
        ...compareBodies([operation ?? {}, before], [next, now], name),
        ...compareReplies([operation ?? {}, before], [next, now], name),
      ]
    }),
  )
}

function compareParameters(before: Json, now: Json, name: string): string[] {
  const nameOf = (parameter: Json) => `${name}, ${parameter.in} parameter ${parameter.name}`
  const list = (operation: Json) =>
    new Map(Object.values(operation.parameters ?? {}).map((each = {}) => [nameOf(each), each]))
  const [known, next] = [list(before), list(now)]
  const required = [...next].filter(([key, parameter]) => parameter.required && !known.get(key)?.required)
  return [
    ...required.map(([key]) => `${key} is required`),
    ...[...known].flatMap(([key, parameter]) => {
      const same = next.get(key)
      if (same === undefined) return [`${key} is gone`]
      const document = { root: {}, replies: false }
      return listForbidden([parameter.schema ?? {}, document], [same.schema ?? {}, document], key)
    }),
  ]
}

type Within = [operation: Json, root: Json]

function compareBodies([before, rootBefore]: Within, [now, root]: Within, name: string): string[] {
  const [old, next] = [before.requestBody, now.requestBody]
  if (old === undefined) return next?.required ? [`${name}, body is required`] : []
  if (next === undefined) return [`${name}, body is gone`]
  const required = next.required && !old.required ? [`${name}, body is required`] : []
  const from: Side = [findSchema(old), { root: rootBefore, replies: false }]
  return [...required, ...listForbidden(from, [findSchema(next), { root, replies: false }], `${name}, body`)]
}

function compareReplies([before, rootBefore]: Within, [now, root]: Within, name: string): string[] {
  const successes = Object.entries(before.responses ?? {}).filter(([status]) => status.startsWith('2'))
  return successes.flatMap(([status, old = {}]) => {
    const next = now.responses?.[status]
    if (next === undefined) return [`${name}, status ${status} is gone`]
    const from: Side = [findSchema(next), { root, replies: true }]
    return listForbidden(from, [findSchema(old), { root: rootBefore, replies: true }], `${name}, ${status}`)
  })
}

function findSchema(described: Json): Json {
  return described.content?.['application/json']?.schema ?? {}
}

type Side = [schema: Json, document: Document]

/** Why a value that the schema `from` allows may be forbidden by `to`. */
function listForbidden(from: Side, to: Side, name: string): string[] {
  const [a, b] = [resolve(from), resolve(to)]
  const variants = (schema: Json) => Object.values(schema.anyOf ?? schema.oneOf ?? { it: schema }) as Json[]
  if (variants(a).length > 1 || variants(b).length > 1)
    return variants(a).flatMap((variant) => {
      const reasons = variants(b).map((other) => listForbidden([variant, from[1]], [other, to[1]], name))
      return reasons.reduce((best, each) => (each.length < best.length ? each : best))
    })
  return [
    ...compareWords(a, b, from[1].replies, name),
    ...compareBounds(a, b, name),
    ...compareFields([a, from[1]], [b, to[1]], name),
    ...(a.items && b.items ? listForbidden([a.items, from[1]], [b.items, to[1]], `${name}[]`) : []),
  ]
}

function resolve([schema, { root }]: Side): Json {
  const reference = schema.$ref as string | undefined
  if (reference === undefined) return schema
  const [, ...parts] = reference.split('/')
  return parts.reduce<Json>((at, part) => at[part] ?? {}, root)
}

function compareWords(from: Json, to: Json, replies: boolean, name: string): string[] {
  const list = (value: Json | undefined) =>
    value === undefined ? null : [value].flat().map((each) => JSON.stringify(each))
  const [types, allowedTypes] = [list(from.type), list(to.type)]
  const wrong = allowedTypes !== null && !types?.every((type) => allowedTypes.includes(type))
  const words = list((from.enum as Json | undefined) ?? from.const)
  const allowed = list((to.enum as Json | undefined) ?? to.const)
  const lost = allowed === null || replies ? [] : (words ?? ['another value']).filter((word) => !allowed.includes(word))
  return [
    ...(wrong ? [`${name}: type ${types ?? 'any'} in place of ${allowedTypes}`] : []),
    ...lost.map((word) => `${name}: ${word} is not among ${allowed}`),
    ...['pattern', 'format']
      .filter((rule) => to[rule] !== undefined && from[rule] !== to[rule])
      .map((rule) => `${name}: another ${rule}`),
  ]
}

const lowerBounds = ['minimum', 'minLength', 'minItems']
const upperBounds = ['maximum', 'maxLength', 'maxItems']

function compareBounds(from: Json, to: Json, name: string): string[] {
  const read = (schema: Json, rule: string, none: number) => Number(schema[rule] ?? none)
  return [
    ...lowerBounds.filter((rule) => read(from, rule, -Infinity) < read(to, rule, -Infinity)),
    ...upperBounds.filter((rule) => read(from, rule, Infinity) > read(to, rule, Infinity)),
  ].map((rule) => `${name}: ${rule} ${from[rule] ?? 'none'} in place of ${to[rule]}`)
}

function compareFields([from, a]: Side, [to, b]: Side, name: string): string[] {
  const [fields, known] = [from.properties ?? {}, to.properties ?? {}]
  const has = (list: Json | undefined, field: string) =>
    Object.values(list ?? {}).some((each) => String(each) === field)
  const closed = String(to.additionalProperties) === 'false'
  return [
    ...Object.keys(known)
      .filter((field) => has(to.required, field) && !has(from.required, field))
      .map((field) => `${name}.${field}: ${a.replies ? 'may be missing' : 'is required'}`),
    ...Object.entries(fields).flatMap(([field, schema = {}]) => {
      const other = known[field]
      if (other === undefined) return closed ? [`${name}.${field} is gone`] : []
      return listForbidden([schema, a], [other, b], `${name}.${field}`)
    }),
  ]
}
