import type * as z from 'zod'
import type { Route } from '../routes'
import type { Answer } from '../store/commit/idempotency'

type Body<R extends Route> = R extends { reply: z.ZodType } ? z.input<R['reply']> : undefined

/**
 * What a handler replies: the body that the route's schema lets out, the revision for `ETag`, a `Warning`, and the status where it
 * is not the route's own.
 */
export type Reply<R extends Route> = { body: Body<R>; revision?: number; warning?: string; status?: 200 }

/** The answer that a reply is sent as: a field that the route's schema does not name stays here. */
export function renderReply<R extends Route>(route: R, { body, revision, warning, status }: Reply<R>): Answer {
  return {
    status: status ?? route.status ?? 204,
    body: route.reply ? JSON.stringify(route.reply.parse(body)) : '',
    etag: revision === undefined ? null : `"${revision}"`,
    warning: warning ?? null,
  }
}
