import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import type { Options } from '../command-line'
import { readInfo } from '../local-service'
import { localAccess } from '../target'
import {
  adviseRepublish,
  type FailedEvent,
  getFunctionName,
  parseFailedEvent,
  parseLostRecords,
  type QueuedMessage,
} from './failed-event'
import { FailuresQueue } from './failures-queue'

/** For so long nobody else may replay the event: longer than its function may run. */
export const replaySeconds = jobTimeoutMs / 1_000 + 60

/** `gone`: another command has deleted or taken the event meanwhile. `unknown`: what it is for is not known. */
export type Replay = {
  id: string
  status: 'completed' | 'failed' | 'gone' | 'unknown'
  function: string | null
  error: string | null
}

/** Runs the function with the event, to its end. Deletes the message only if the function has succeeded. */
export async function replay({ queue, lambda }: Failures, message: QueuedMessage): Promise<Replay> {
  const { id } = message
  const failed = parseFailedEvent(message)
  if (!failed) return { id, status: 'unknown', function: null, error: explain(message) }
  const name = getFunctionName(failed.functionArn)
  if (!(await queue.hide(message, replaySeconds))) return { id, status: 'gone', function: name, error: null }
  console.error(`${id}: running ${name} with ${JSON.stringify(failed.event)}`)
  queue.leave(message) // Ctrl-C does not end the function: nobody should start it a second time meanwhile
  const error = await invoke(lambda, failed)
  if (error === null) await queue.delete(message)
  else queue.hold(message)
  console.error(`${id}: ${error ?? 'completed'}`)
  return { id, status: error === null ? 'completed' : 'failed', function: name, error }
}

function explain(message: QueuedMessage): string {
  const lost = parseLostRecords(message)
  if (lost) return `it has no records: ${adviseRepublish(lost)}`
  return 'a message of an unknown form is not replayed'
}

/** Returns what went wrong, or null where the function succeeded. */
async function invoke(lambda: LambdaClient, { functionArn, event }: FailedEvent): Promise<string | null> {
  const Payload = Buffer.from(JSON.stringify(event))
  const request = { FunctionName: functionArn, InvocationType: 'RequestResponse' as const, Payload }
  try {
    const answer = await lambda.send(new InvokeCommand(request))
    return answer.FunctionError === undefined ? null : `the function failed: ${answer.Payload?.transformToString()}`
  } catch (error) {
    return String(error)
  }
}

export type Failures = { queue: FailuresQueue; lambda: LambdaClient }

/** The deployed stack of `--stack`, otherwise the local service that the file of `--info` describes. */
export async function openFailures({ info, stack }: Options): Promise<Failures> {
  if (typeof stack === 'string') {
    const output = await (await import('../deployed-stack')).readOutputs(stack)
    return { queue: new FailuresQueue(new SQSClient({}), output('FailuresQueueUrl')), lambda: openLambda({}) }
  }
  const { sqs_endpoint, lambda_endpoint, failures_queue_url } = readInfo(info)
  const client = new SQSClient({ endpoint: sqs_endpoint, ...localAccess })
  const lambda = openLambda({ endpoint: lambda_endpoint, ...localAccess })
  return { queue: new FailuresQueue(client, failures_queue_url), lambda }
}

/** Waits as long as a job may run, and sends nothing again: a job must not run twice because its answer was lost. */
function openLambda(config: LambdaClientConfig): LambdaClient {
  const requestHandler = {
    connectionTimeout: 5_000,
    requestTimeout: jobTimeoutMs + 30_000,
    throwOnRequestTimeout: true,
  }
  return new LambdaClient({ requestHandler, maxAttempts: 1, ...config })
}
