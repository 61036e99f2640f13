import type * as z from 'zod'
import type { Decision } from '../operations/run-change'
import type { Route } from '../routes'
import type { Changeset } from '../store/commit/changeset'
import type { Answer } from '../store/commit/idempotency'

type Body<R extends Route> = R extends { reply: z.ZodType } ? z.input<R['reply']> : undefined

/**
 * What a handler replies: the body that the route's schema lets out, the revision for `ETag`, a `Warning`, and the status where it
 * is not the route's own.
 */
export type Reply<R extends Route> = { body: Body<R>; revision?: number; warning?: string; status?: 200 }

/** What a handler has decided to change, null for nothing, and its reply. */
export type Decided<R extends Route> = { changeset: Changeset | null; reply: Reply<R> }

/** The reply as it is sent: a field that the route's schema does not name stays here. */
export function answerOf<R extends Route>(route: R, { body, revision, warning, status }: Reply<R>): Answer {
  return {
    status: status ?? route.status ?? 204,
    body: route.reply ? JSON.stringify(route.reply.parse(body)) : '',
    etag: revision === undefined ? null : `"${revision}"`,
    warning: warning ?? null,
  }
}

/** What `decide` decides, with its reply rendered: what cannot be answered is not committed. */
export function rendered<R extends Route, Request>(
  route: R,
  request: Request,
  decide: (request: Request) => Promise<Decided<R>>,
): () => Promise<Decision<Answer>> {
  return async () => {
    const { changeset, reply } = await decide(request)
    return { changeset, result: answerOf(route, reply) }
  }
}
