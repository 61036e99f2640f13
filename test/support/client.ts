import type * as z from 'zod'
import { makeSend } from '../../client/send'
import type { Problem } from '../../functions/contract/problem'
import type { Routes } from '../../functions/routes'

/** `text` is the body as JSON, its fields in their order; empty where there is none. */
export type Answer<Body = Problem> = { status: number; headers: Headers; text: string; body: Body }

/**
 * A string body is sent unchanged. The routes give the answer its type: the fields of the success and of the refusal,
 * of which a test reads what it expects. For a plain string as path, only the error of a refusal is known.
 */
export type Call = <Method extends string, Path extends string>(
  method: Method,
  path: Path,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<BodyOf<Method, Path>>>

export type BodyOf<Method extends string, Path extends string> = Problem & ReplyOf<Method, Path>
/** The body of a success. Unknown where no route matches. */
type ReplyOf<Method extends string, Path extends string> = [RouteTo<Method, Path>] extends [never]
  ? unknown
  : Merged<Output<RouteTo<Method, Path>>>

type AnyRoute = Routes[keyof Routes]
type Output<Route> = Route extends { reply: infer Reply extends z.ZodType } ? z.output<Reply> : object

/** The routes that a request may lead to. For a union of paths, one for each path. */
type RouteTo<Method extends string, Path extends string> = Path extends unknown
  ? Extract<Closest<WithPath<AnyRoute, Segments<PathnameOf<Path>>>>, { method: Method }>
  : never
type PathnameOf<Path extends string> = Path extends `${infer Pathname}?${string}` ? Pathname : Path
type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [Path]
type WithPath<Route, Given> = Route extends { path: infer Path extends string }
  ? Fits<Given, Segments<Path>> extends true
    ? Route
    : never
  : never
type Fits<Given, Pattern> = [Given, Pattern] extends [[infer Part, ...infer Parts], [infer Name, ...infer Names]]
  ? Part extends (Name extends `{${string}}` ? string : Name)
    ? Fits<Parts, Names>
    : false
  : [Given, Pattern] extends [[], []]
    ? true
    : false
/** Where a path without an id fits, routes with an id do not count. */
type Closest<Route> =
  Extract<Route, { path: `${string}{id}${string}` }> extends infer WithId
    ? [Exclude<Route, WithId>] extends [never]
      ? WithId
      : Exclude<Route, WithId>
    : never

/** Merges a union of objects into one object with all fields, since a test knows which fields to expect. */
type Merged<Value> =
  | Exclude<Value, object>
  | (Extract<Value, object> extends infer Objects
      ? [Objects] extends [never]
        ? never
        : [Objects] extends [readonly (infer Row)[]]
          ? Merged<Row>[]
          : { [Field in FieldOf<Objects>]: Merged<ValueOf<Objects, Field>> }
      : never)
type FieldOf<Objects> = Objects extends unknown ? keyof Objects : never
type ValueOf<Objects, Field> = Objects extends unknown ? (Field extends keyof Objects ? Objects[Field] : never) : never

/** Sends each request once. `key` is null for none. For a 500, which no test expects, prints the service's last log. */
export function makeClient({ baseUrl, logs }: { baseUrl: string; logs?: string[] }, key: string | null): Call {
  const send = makeSend({ baseUrl, apiKey: key, retry: { maxAttempts: 1 } })
  return async (method, path, body, headers = {}) => {
    const answer = await send({ method, path, body, headers })
    if (answer.status === 500) process.stderr.write(`${method} ${path}: 500\n${logs?.at(-1) ?? ''}\n`)
    const text = answer.body === null ? '' : JSON.stringify(answer.body)
    return { ...answer, text, body: answer.body as never }
  }
}

export function makeError(code: string, message: string, field?: string) {
  return { error: { code, message, ...(field ? { field } : {}) } }
}

/** The status of an answer, then the code and the field of a refusal, where it has them. */
export async function tell(answer: PromiseLike<{ status: number; body: unknown }>): Promise<(number | string)[]> {
  const { status, body } = await answer
  const { code, field } = Object(Object(body).error)
  return [status, code, field].filter((each) => each !== undefined)
}

/** What was thrown, or null. */
export const failWith = (result: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(result).then(
    () => null,
    (error: unknown) => error,
  )
