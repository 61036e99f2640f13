import { type Route, routes } from '../../functions/routes'
import type { Cleaning } from './clean-up'
import type { StepResult } from './run'
import { publicRoutes, type RouteOfKeys, type SmokeRoute } from './steps'

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
