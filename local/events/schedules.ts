import * as z from 'zod'
import type { LambdaEndpoint } from '../functions/lambda-endpoint'
import { type Answer, renderJson } from '../gateway/gateway-responses'
import type { HttpRequest } from '../gateway/proxy-integration'
import { readResources, type Stack } from '../template'

const schedulesPath = '/_local/schedules'

const Rule = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })).default([]),
})

type Rule = z.output<typeof Rule>

type Runner = Pick<LambdaEndpoint, 'invokeLater'>

const units: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 24 * 3_600_000 }
/** Between two looks at the clock. */
const pauseMs = 100

/**
 * `GET /_local/schedules` lists what AWS would run on a schedule. `POST /_local/schedules/<id>/run` runs one, and
 * answers when it has ended, retries included.
 */
export function makeScheduleAnswers(stack: Stack, runner: Runner): (request: HttpRequest) => Promise<Answer | null> {
  const rules = [...readResources(stack, 'AWS::Events::Rule', Rule)]
  const data = rules.map(([id, { ScheduleExpression: expression }]) => ({ id, expression }))
  return async ({ method, path }) => {
    if (method === 'GET' && path === schedulesPath) return renderJson(200, { data })
    const id = path.startsWith(`${schedulesPath}/`) ? path.slice(schedulesPath.length + 1).replace(/\/run$/, '') : ''
    const rule = rules.find(([name]) => name === id)?.[1]
    if (!rule || method !== 'POST' || !path.endsWith('/run')) return null
    const error = await run(rule, runner)
    return error === null ? renderJson(200, { id, status: 'completed' }) : renderJson(500, { id, error })
  }
}

/**
 * From now on, each rule with a rate (`rate(10 minutes)`) runs by itself, by the runtime's clock. Those with a time of
 * the day (`cron(…)`) do not. `now`: epoch milliseconds. Returns what ends it.
 */
export function startRates(stack: Stack, runner: Runner, now: () => number): () => Promise<void> {
  const rates = [...readResources(stack, 'AWS::Events::Rule', Rule).values()].flatMap((rule) => {
    const everyMs = readRate(rule.ScheduleExpression ?? '')
    return everyMs === null || rule.State !== 'ENABLED' ? [] : [{ rule, everyMs, lastAt: now() }]
  })
  const timer = setInterval(() => {
    for (const rate of rates) {
      if (now() - rate.lastAt < rate.everyMs) continue
      rate.lastAt = now()
      void run(rate.rule, runner)
    }
  }, pauseMs)
  return async () => clearInterval(timer)
}

/** In milliseconds. Null where the expression is another than a rate. */
function readRate(expression: string): number | null {
  const [, number, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const unitMs = units[unit]
  return unitMs === undefined ? null : Number(number) * unitMs
}

/** Returns the error of the first function that failed for good, or null. */
async function run({ Targets }: Rule, { invokeLater }: Runner) {
  for (const { Arn, Input } of Targets) {
    const invocation = await invokeLater(Arn, Input === undefined ? { source: 'aws.events' } : JSON.parse(Input))
    if ('error' in invocation) return invocation.error
  }
  return null
}
