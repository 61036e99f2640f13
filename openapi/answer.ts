import type { HeaderRefs } from './headers'

export type Answer = { description: string; headers: HeaderRefs; content?: object }

/** A body in JSON. `exact`: its own schema, where `schema` is that of several answers. */
export function describeJson(schema: object, example?: unknown, exact?: object): object {
  const own = exact === undefined ? {} : { 'x-schema': exact }
  return { 'application/json': { schema, ...own, ...(example === undefined ? {} : { example }) } }
}
