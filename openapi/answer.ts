import type { HeaderRefs } from './headers'

export type Answer = { description: string; headers: HeaderRefs; content?: object }

/** A body in JSON. */
export function describeJson(schema: object, example?: unknown): object {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } }
}
