import * as z from 'zod'
import type { Answer } from './gateway-responses'
import type { LambdaEndpoint } from './lambda-endpoint'
import type { HttpRequest } from './proxy-integration'
import { resourcesOf, type Stack } from './template'

const schedulesPath = '/_local/schedules'
const failuresPath = '/_local/failures'

const Rule = z.object({
  ScheduleExpression: z.string().optional(),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })).default([]),
})

/**
 * What would run by itself in AWS, here on demand: `GET /_local/schedules` lists the template's schedules, `POST
 * /_local/schedules/<id>/run` runs one now and answers when it has ended, with its retries; `GET /_local/failures` lists events that failed for good.
 */
export function schedules(
  stack: Stack,
  { invokeLater, failures }: Pick<LambdaEndpoint, 'invokeLater' | 'failures'>,
): (request: HttpRequest) => Promise<Answer | null> {
  const rules = [...resourcesOf(stack, 'AWS::Events::Rule', Rule)]
  return async ({ method, path }) => {
    if (method === 'GET' && path === failuresPath) return json(200, { data: failures })
    if (method === 'GET' && path === schedulesPath)
      return json(200, { data: rules.map(([id, { ScheduleExpression }]) => ({ id, expression: ScheduleExpression })) })
    const id = path.startsWith(`${schedulesPath}/`) ? path.slice(schedulesPath.length + 1).replace(/\/run$/, '') : ''
    const rule = rules.find(([name]) => name === id)?.[1]
    if (!rule || method !== 'POST' || !path.endsWith('/run')) return null
    for (const { Arn, Input } of rule.Targets) {
      const invocation = await invokeLater(Arn, Input === undefined ? { source: 'aws.events' } : JSON.parse(Input))
      if ('error' in invocation) return json(500, { id, error: invocation.error })
    }
    return json(200, { id, status: 'completed' })
  }
}

function json(status: number, body: object): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
