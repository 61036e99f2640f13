import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import {
  type Command,
  listenForStop,
  type Options,
  serviceOptions,
  serviceUsage,
  text,
  UsageError,
} from '../command-line'
import { confirm, yes } from '../confirm'
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
const replaySeconds = jobTimeoutMs / 1_000 + 60
const replayMinutes = replaySeconds / 60

const usage = `The queue of failures: events of jobs that failed three times, and events that did not arrive.

  npx inventory failures list                 show each event; all of them stay in the queue
  npx inventory failures replay               run the function of each event again, one after the other, to its end
  npx inventory failures replay --id ID       the same with one event
  npx inventory failures discard --id ID [--yes]   delete an event that is of no use any more: asks first

  ID is one that list shows. replay deletes an event only when its function has succeeded. If one fails, its event stays
  in the queue, and the exit status is 1. A job may run for ${replayMinutes - 1} minutes. Tells on stderr how far it is. Ctrl-C does not end
  a function that is running: its event is in the queue again after ${replayMinutes} minutes.

  While one command looks at an event, no other one sees it. The queue keeps an event for 14 days.
${serviceUsage}`

/** For so long events are hidden from others while they are listed or searched. */
const lookSeconds = 60

function list(options: Options) {
  return useFailures(options, async ({ queue }) => {
    const messages: QueuedMessage[] = []
    for await (const message of queue.receiveAll(lookSeconds)) messages.push(message)
    await warnOfHidden(queue)
    return messages.map(describe).sort((a, b) => a.at.localeCompare(b.at))
  })
}

function replayEvents({ id, ...options }: Options) {
  return useFailures(options, async (failures) => {
    const replays = id === undefined ? await replayAll(failures) : [await replay(failures, await get(failures, id))]
    if (replays.some(({ status }) => status === 'failed' || status === 'unknown')) process.exitCode = 1
    return replays
  })
}

async function replayAll(failures: Failures): Promise<Replay[]> {
  const replays: Replay[] = []
  // One at a time: the next one is not hidden from others for as long as this one runs.
  for await (const message of failures.queue.receiveAll(replaySeconds, 1)) replays.push(await replay(failures, message))
  await warnOfHidden(failures.queue)
  return replays
}

function discard({ id, ...options }: Options) {
  return useFailures(options, async (failures) => {
    const message = await get(failures, id)
    const act = `This deletes the event ${id}: what it was for is not done.`
    await confirm({ act, facts: describe(message), name: 'discard' }, options)
    await failures.queue.delete(message)
    return { ...describe(message), discarded: true }
  })
}

/** Throws a `UsageError` if there is none. */
async function get({ queue }: Failures, id: Options[string]): Promise<QueuedMessage> {
  for await (const message of queue.receiveAll(lookSeconds)) if (message.id === id) return message
  await warnOfHidden(queue)
  throw new UsageError(`there is no event ${id} in the queue`)
}

async function warnOfHidden(queue: Failures['queue']): Promise<void> {
  const hidden = await queue.countHidden()
  if (hidden > 0) console.error(`Not seen: ${hidden} events that another command has, or had until a moment ago.`)
}

function describe(message: QueuedMessage) {
  const { id, sentAt, body } = message
  const failed = parseFailedEvent(message)
  const lost = parseLostRecords(message)
  if (lost) {
    const { functionArn, condition, records } = lost
    const error = `${condition}: ${records} records of the stream; ${adviseRepublish(lost)}`
    return { id, at: sentAt, function: getFunctionName(functionArn), error }
  }
  if (!failed) return { id, at: sentAt, function: 'unknown', body }
  const { functionArn, at, rule, attempts, event } = failed
  const error = [failed.error.type, failed.error.message].filter((part) => part !== null).join(': ')
  return { id, at, function: getFunctionName(functionArn), rule, attempts, error, event }
}

/** At the end, and on Ctrl-C, gives back what was taken from the queue. */
async function useFailures<Result>(options: Options, work: (failures: Failures) => Promise<Result>): Promise<Result> {
  const failures = await openFailures(options)
  const stop = listenForStop()
  const end = () => void failures.queue.giveBack().finally(() => process.exit(130))
  stop.addEventListener('abort', end)
  try {
    return await work(failures)
  } finally {
    stop.removeEventListener('abort', end)
    await failures.queue.giveBack()
  }
}

export const command: Command = {
  usage,
  actions: {
    list: { options: serviceOptions, run: list },
    replay: { options: { ...serviceOptions, id: text }, run: replayEvents },
    discard: { options: { ...serviceOptions, ...yes }, required: ['id'], run: discard },
  },
}

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
