import * as z from 'zod'
import type { Answer } from './gateway-responses'
import type { LambdaEndpoint } from './lambda-endpoint'
import type { HttpRequest } from './proxy-integration'
import { readResources, type Stack } from './template'

const schedulesPath = '/_local/schedules'
const failuresPath = '/_local/failures'

const Rule = z.object({
  ScheduleExpression: z.string().optional(),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })).default([]),
})

/**
 * `GET /_local/schedules` lists what AWS would run on a schedule. `POST /_local/schedules/<id>/run` runs one, and
 * answers when it has ended, retries included. `GET /_local/failures` lists the events that failed for good.
 */
export function makeScheduleAnswers(
  stack: Stack,
  { invokeLater, failures }: Pick<LambdaEndpoint, 'invokeLater' | 'failures'>,
): (request: HttpRequest) => Promise<Answer | null> {
  const rules = [...readResources(stack, 'AWS::Events::Rule', Rule)]
  return async ({ method, path }) => {
    if (method === 'GET' && path === failuresPath) return renderJson(200, { data: failures })
    if (method === 'GET' && path === schedulesPath)
      return renderJson(200, {
        data: rules.map(([id, { ScheduleExpression }]) => ({ id, expression: ScheduleExpression })),
      })
    const id = path.startsWith(`${schedulesPath}/`) ? path.slice(schedulesPath.length + 1).replace(/\/run$/, '') : ''
    const rule = rules.find(([name]) => name === id)?.[1]
    if (!rule || method !== 'POST' || !path.endsWith('/run')) return null
    for (const { Arn, Input } of rule.Targets) {
      const invocation = await invokeLater(Arn, Input === undefined ? { source: 'aws.events' } : JSON.parse(Input))
      if ('error' in invocation) return renderJson(500, { id, error: invocation.error })
    }
    return renderJson(200, { id, status: 'completed' })
  }
}

function renderJson(status: number, body: object): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
