import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { MessageQueue } from '../queues/message-queue'
import { findDenial, type Policies } from '../rights/callers'
import { isAllowed } from '../rights/iam'
import { answerInRest, type Served, serve } from '../serve'
import { readResources, type Stack } from '../template'
import { makeDestinationRecord } from './failed-events'
import type { FunctionDefinition } from './function-definitions'
import type { Invocation } from './function-pool'

export type LambdaEndpoint = Served & {
  /** Runs a function as Lambda does with an event: retries, then failure destination. Returns the last outcome. */
  invokeLater: (arn: string, event: unknown) => Promise<Invocation>
}

type Options = {
  functions: Map<string, FunctionDefinition>
  policies: Policies
  invoke: (arn: string, event: unknown) => Promise<Invocation>
  failures: MessageQueue
  /** Epoch milliseconds. */
  now: () => number
  onLog: (line: string) => void
}

/** By the function's name. Lambda's defaults apply where the template sets nothing. */
const Asynchronous = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().optional(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).optional(),
})

/**
 * Lambda's Invoke. A call passes only if the policies of the calling function allow it, or if the engineer makes it.
 * Retries follow at once.
 */
export async function openLambdaEndpoint(
  stack: Stack,
  { functions, policies, invoke, failures, now, onLog }: Options,
): Promise<LambdaEndpoint> {
  const configs = [...readResources(stack, 'AWS::Lambda::EventInvokeConfig', Asynchronous).values()]
  const invokeLater = async (arn: string, event: unknown): Promise<Invocation> => {
    const { name = arn, role = [] } = functions.get(arn) ?? {}
    const config = configs.find(({ FunctionName }) => FunctionName === name)
    const attempts = 1 + (config?.MaximumRetryAttempts ?? 2)
    let invocation = await invoke(arn, event)
    for (let attempt = 2; attempt <= attempts && 'error' in invocation; attempt++) invocation = await invoke(arn, event)
    if ('result' in invocation) return invocation
    const queue = config?.DestinationConfig?.OnFailure?.Destination
    const kept = queue === failures.arn && isAllowed(role, { action: 'sqs:SendMessage', resource: queue })
    onLog(`${name} failed ${attempts} times: ${kept ? `its event is in ${queue}` : 'its event is lost'}`)
    if (kept) failures.send(makeDestinationRecord({ arn, event, error: invocation.error }, attempts, now()))
    return invocation
  }

  const served = await serve(async (incoming, outgoing) => {
    const body = await text(incoming)
    const name = decodeURIComponent(
      /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(incoming.url ?? '')?.[1] ?? '',
    )
    const [arn] = [...functions].find(([id, definition]) => id === name || definition.name === name) ?? []
    if (arn === undefined)
      return answerInRest(outgoing, 404, { Message: `Function not found: ${name}` }, 'ResourceNotFoundException')
    const denial = findDenial(incoming, policies, { action: 'lambda:InvokeFunction', resource: arn })
    if (denial !== null) return answerInRest(outgoing, 403, { Message: denial }, 'AccessDeniedException')
    const event: unknown = body === '' ? {} : JSON.parse(body)
    if (incoming.headers['x-amz-invocation-type'] === 'Event') {
      void invokeLater(arn, event)
      return outgoing.writeHead(202).end()
    }
    const invocation = await invoke(arn, event)
    if ('result' in invocation) outgoing.writeHead(200).end(JSON.stringify(invocation.result))
    else outgoing.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end(JSON.stringify(invocation.error))
  })
  return { ...served, invokeLater }
}
