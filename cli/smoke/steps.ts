import { randomUUID } from 'node:crypto'
import type { RouteId, Routes } from '../../functions/routes'
import type { Session } from './session'

/** What the reference page answers. It may be switched off. */
export const publicRoutes = ['GET /docs', 'GET /docs/{file+}', 'GET /openapi.json'] as const
export type RouteOfKeys = { [Id in RouteId]: Routes[Id] extends { needsPeople: true } ? never : Id }[RouteId]
/** All that a key can call: every route but those of people, and the reference page. */
export type SmokeRoute = RouteOfKeys | (typeof publicRoutes)[number]

/** `what` says what of the route is tried. `run` throws where it does not work. */
export type Step<Of extends SmokeRoute = SmokeRoute> = {
  route: Of
  what: string
  run: (session: Session) => Promise<void>
}

export function step<Of extends SmokeRoute>(route: Of, what: string, run: Step['run']): Step<Of> {
  return { route, what, run }
}

/** Asked twice: the first answer comes from the rows, the second one from the log since then. */
export function readTwice<Of extends SmokeRoute>(route: Of, what: string, run: Step['run']): Step<Of> {
  return {
    route,
    what: `${what}, twice`,
    run: async (session) => {
      await run(session)
      await run(session)
    },
  }
}

type Options = { idempotencyKey: string }
type Change = (session: Session, options: Options) => Promise<unknown>

/** The change is sent twice under one idempotency key, since a route needs another grant to find its record. */
export function change<Of extends SmokeRoute>(route: Of, what: string, send: Change): Step<Of> {
  const run = async (session: Session) => {
    const options = { idempotencyKey: `smoke-${randomUUID()}` }
    await send(session, options)
    try {
      await send(session, options)
    } catch (error) {
      if (error instanceof Error) error.message = `sent again under its key: ${error.message}`
      throw error
    }
    requireEqual('Idempotent-Replayed', session.exchanges.last?.headers.get('idempotent-replayed'), 'true')
  }
  return { route, what: `${what}, sent twice`, run }
}

/** Throws where an answer is not what it must be. `name` says of what. */
export function requireEqual(name: string, value: unknown, wanted: unknown): void {
  const [is, must] = [JSON.stringify(value), JSON.stringify(wanted)]
  if (is !== must) throw new Error(`the answer is wrong: ${name} is ${is}, not ${must}`)
}
