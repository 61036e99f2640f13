import * as z from 'zod'
import { type Answer, renderJson } from './gateway-responses'
import type { LambdaEndpoint } from './lambda-endpoint'
import type { HttpRequest } from './proxy-integration'
import { readResources, type Stack } from './template'

const schedulesPath = '/_local/schedules'

const Rule = z.object({
  ScheduleExpression: z.string().optional(),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })).default([]),
})

/**
 * `GET /_local/schedules` lists what AWS would run on a schedule. `POST /_local/schedules/<id>/run` runs one, and
 * answers when it has ended, retries included.
 */
export function makeScheduleAnswers(
  stack: Stack,
  { invokeLater }: Pick<LambdaEndpoint, 'invokeLater'>,
): (request: HttpRequest) => Promise<Answer | null> {
  const rules = [...readResources(stack, 'AWS::Events::Rule', Rule)]
  return async ({ method, path }) => {
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
