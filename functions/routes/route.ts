import type * as z from 'zod'
import type { NameField } from '../contract/row-fields'
import type { Scope } from '../domain/companies/caller'
import type { RefusalCode } from '../domain/errors'

type Schemas = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** True where every field of the body is optional, so that the body may be left out. */
  bodyOptional?: boolean
  /** True where `If-Match` makes the change conditional. */
  takesIfMatch?: boolean
  /** True where a read may write or start work. Such a read is counted before it runs. */
  meterBeforeRunning?: boolean
  /** The error code of the 404 for an id that cannot exist. */
  missing?: RefusalCode
  /** Error codes that not every route of its kind has. */
  refuses?: readonly RefusalCode[]
  /** The schema of the answer to a `dry_run`, whose status is 200. */
  dryRunReply?: z.ZodType
  /** Where what a 201 creates is found, by its id, if that is not below the route's own path. Null: nowhere. */
  creates?: `/${string}` | null
  /** True where the route is absent from a stack without events. */
  needsEvents?: boolean
  /** True where the route is absent from a stack at which nobody signs in. */
  needsPeople?: boolean
  /**
   * True where a person's sign-in must be recent, since it gives access to others, or the fields of the body that give
   * it. Keys are not asked.
   */
  needsRecentSignIn?: true | readonly string[]
  /** True for what an owner reaches also where a second factor is missing. */
  withoutSecondFactor?: true
  /** Names a part of a row of the body. Set where operations refuse rows. */
  nameField?(body: unknown): NameField
}

type Unnamed = Schemas & {
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY'
  /** The path below `/v1`, in API Gateway's notation. */
  path: `/${string}`
  /** The scope that the key needs, or null where any valid key will do. */
  scope: Scope | null
} & Success

/** The status and the schema of a success, or a status without a body. `not-found` has no success. */
type Success = { status: 200 | 201; reply: z.ZodType } | { status: 204 | null; reply?: never }

/** One route of the API. The stack, the reference, the tests and the route's handler (`handlers/<id>.ts`) use it. */
export type Route = Unnamed & { id: string }

type Answering = Schemas & { reply: z.ZodType }
type Path = `/${string}`

/** Of most routes. Some name another scope. */
export const usual: { [Use in 'read' | 'write']: Scope } = { read: 'read', write: 'write' }

export function read<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'GET', path, summary, scope: usual.read, status: 200, ...rest } as const
}

export function create<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'POST', path, summary, scope: usual.write, status: 201, ...rest } as const
}

/** A verb on something that exists, or on several things at once. */
export function act<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'POST', path, summary, scope: usual.write, status: 200, ...rest } as const
}

/** A verb that answers nothing. */
export function command<const P extends Path, const Rest extends Schemas>(path: P, summary: string, rest: Rest) {
  return { method: 'POST', path, summary, scope: usual.write, status: 204, ...rest } as const
}

export function update<const P extends Path, const Rest extends Answering>(path: P, summary: string, rest: Rest) {
  return { method: 'PUT', path, summary, scope: usual.write, status: 200, ...rest } as const
}

export function remove<const P extends Path, const Rest extends Schemas>(path: P, summary: string, rest: Rest) {
  return { method: 'DELETE', path, summary, scope: usual.write, status: 204, ...rest } as const
}

export function nameRoutes<const Routes extends { [id: string]: Unnamed }>(routes: Routes) {
  const entries = Object.entries(routes).map(([id, route]) => [id, { ...route, id }])
  return Object.fromEntries(entries) as { [Id in keyof Routes & string]: Routes[Id] & { id: Id } }
}
