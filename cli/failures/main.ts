import {
  type Command,
  listenForStop,
  type Options,
  serviceOptions,
  serviceUsage,
  text,
  UsageError,
} from '../command-line'
import {
  adviseRepublish,
  getFunctionName,
  parseFailedEvent,
  parseLostRecords,
  type QueuedMessage,
} from './failed-event'
import { type Failures, openFailures, type Replay, replay, replaySeconds } from './replay'

const replayMinutes = replaySeconds / 60

const usage = `The queue of failures: events of jobs that failed three times, and events that did not arrive.

  npx inventory failures list                 show each event; all of them stay in the queue
  npx inventory failures replay               run the function of each event again, one after the other, to its end
  npx inventory failures replay --id ID       the same with one event
  npx inventory failures discard --id ID      delete an event that is of no use any more

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
    discard: { options: serviceOptions, required: ['id'], run: discard },
  },
}
