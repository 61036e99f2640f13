import { ApiError } from '../../client'
import { type Route, routes } from '../../functions/routes'
import { audit } from './audit'
import { items } from './items'
import { orders } from './orders'
import { others } from './others'
import { MissingError, type Session } from './session'
import { snapshotEnd, snapshots } from './snapshots'
import { publicRoutes, type SmokeRoute, type Step } from './steps'
import { stock } from './stock'
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
