import type * as z from 'zod'
import type { Route } from '../routes'
import type { Answer } from '../store/commit/idempotency'

type Body<R extends Route> = R extends { reply: z.ZodType } ? z.input<R['reply'] | DryRunReply<R>> : undefined
type DryRunReply<R extends Route> = R extends { dryRunReply: infer Reply extends z.ZodType } ? Reply : never

/** `revision` is for `ETag`, `warning` for `Warning`. Without `status`, the route's own is sent. */
export type Reply<R extends Route> = { body: Body<R>; revision?: number; warning?: string; status?: 200 }

/** Renders a reply. A field that the route's schema does not name is left out. */
export function renderReply<R extends Route>(route: R, { body, revision, warning, status }: Reply<R>): Answer {
  const schema = status === 200 ? (route.dryRunReply ?? route.reply) : route.reply
  return {
    status: status ?? route.status ?? 204,
    body: schema ? JSON.stringify(schema.parse(body)) : '',
    etag: revision === undefined ? null : `"${revision}"`,
    warning: warning ?? null,
  }
}
