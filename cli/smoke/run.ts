import { ApiError } from '../../client'
import { type Route, routes } from '../../functions/routes'
import type { Cleaning } from './clean-up'
import { items, stock } from './items'
import { orders } from './orders'
import { audit, others } from './others'
import { snapshotEnd, snapshots } from './snapshots'
import { MissingError, publicRoutes, type RouteOfKeys, type Session, type SmokeRoute, type Step } from './steps'
import { webhooks } from './webhooks'

const played = [...items, ...stock, ...orders, ...snapshots, ...audit, ...snapshotEnd, ...webhooks, ...others]
/** Requires a step for each route. A route without one does not compile. */
type EachPlayed<Of extends (typeof played)[number]['route']> = Of
const steps: Step<EachPlayed<SmokeRoute>>[] = played

type StepState = 'ok' | 'failed' | 'not on this plan' | 'switched off' | 'left out'

/**
 * `request`, `status` and `request_id` are of the step's last request, `ms` of all. `answer` is what is wrong, or why
 * the step was left out.
 */
export type StepResult = {
  route: SmokeRoute
  what: string
  outcome: StepState
  request: string | null
  status: number | null
  ms: number | null
  request_id: string | null
  answer: string | null
}

/** Goes on where a step fails. A step that needs what the failed one has not made is left out. */
export async function runSteps(
  session: Session,
  report: (result: StepResult) => void,
  stop: AbortSignal,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) {
    if (stop.aborted) break
    const result = await runStep(session, step)
    if (stop.aborted && result.outcome === 'failed') break // its wait was ended
    results.push(result)
    report(result)
  }
  return results
}

async function runStep(session: Session, { route, what, run }: Step): Promise<StepResult> {
  const { exchanges } = session
  exchanges.begin()
  const error = await run(session).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const { request = null, status = null, requestId: request_id = null } = exchanges.last ?? {}
  const ms = request === null ? null : Math.round(exchanges.ms)
  const outcome = chooseOutcome(error, route)
  const answer = error === null ? null : error instanceof Error ? error.message : String(error)
  return { route, what, outcome, request, status, ms, request_id, answer }
}

/** The routes of a stack without events are fewer. */
function needsEvents(route: SmokeRoute): boolean {
  return Object.values<Route>(routes).some((each) => each.id === route && each.needsEvents === true)
}

function chooseOutcome(error: unknown, route: SmokeRoute): StepState {
  if (error === null) return 'ok'
  if (error instanceof MissingError) return 'left out'
  if (!(error instanceof ApiError)) return 'failed'
  if (error.code === 'plan_limit_reached') return 'not on this plan'
  // Without the page, its paths need a key as all others do.
  const hasNoPage = error.status === 401 && publicRoutes.some((path) => path === route)
  const isOff = hasNoPage || (error.code === 'not_found' && needsEvents(route))
  return isOff ? 'switched off' : 'failed'
}

const all: SmokeRoute[] = [
  ...Object.values<Route>(routes)
    .filter(isOfKeys)
    .map(({ id }) => id),
  ...publicRoutes,
]

function isOfKeys(route: Route): route is Route & { id: RouteOfKeys } {
  return !route.needsPeople
}

export type Summary = { called: SmokeRoute[]; failed: SmokeRoute[]; not_called: SmokeRoute[] }

export function formatResult({ route, what, outcome, status, ms, request_id, answer }: StepResult): string {
  const time = ms === null ? '' : `${ms} ms`
  const line = [outcome.padEnd(16), String(status ?? '').padEnd(3), time.padStart(8), ` ${route.padEnd(20)}`, what]
  const request = request_id === null || outcome !== 'failed' ? '' : `, request ${request_id}`
  return line.join(' ') + (answer === null ? '' : `\n${' '.repeat(17)}${answer}${request}`)
}

/** A route is called where at least one step has had an answer of it, and failed where one has failed. */
export function summarize(results: StepResult[]): Summary {
  const having = (...outcomes: StepResult['outcome'][]) =>
    all.filter((route) => results.some((result) => result.route === route && outcomes.includes(result.outcome)))
  const called = having('ok', 'failed')
  return { called, failed: having('failed'), not_called: all.filter((route) => !called.includes(route)) }
}

export function formatSummary({ called, failed, not_called }: Summary, { cleared, left }: Cleaning): string {
  const named = failed.length > 0 ? `: ${failed.join(', ')}` : ''
  const lines = [
    `${called.length} of ${all.length} routes called, ${failed.length} failed${named}.`,
    ...(not_called.length > 0 ? [`Not called: ${not_called.join(', ')}.`] : []),
    `Cleared away: ${cleared} items, orders, snapshots and webhooks.`,
    'Items stay in trash for 30 days. Ended orders and the log stay.',
    ...left.map(({ id, why }) => `Not cleared away: ${id}: ${why}`),
  ]
  return lines.join('\n')
}
