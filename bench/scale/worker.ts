import { makeSize, makeSnapshot, makeUpkeep } from './jobs'
import { lambda } from './limits'
import { type Night, workerGb } from './night'
import type { Message } from './planner'
import type { Fleet } from './sizes'

// One day of a log is counted in one go. Work is put back only where a log was not counted for weeks: not here.

/** The message of a worker that was killed comes again after so long. */
const visibilityMs = lambda.timeoutMs
/** A message is received and deleted. */
const callsOfMessage = 2

/** `again`: the message that comes later, where the worker was killed. */
export type Run = { end: number; again: { at: number; message: Message } | null }

const works = { snapshot: makeSnapshot, upkeep: makeUpkeep }

/** One message. `killedAfter`: the part of the run after which the worker is killed, or null. */
export function runWorker(
  night: Night,
  { items, rows }: Fleet,
  { at, message, killedAfter }: { at: number; message: Message; killedAfter: number | null },
): Run {
  const work = works[message.kind](makeSize(items[message.company] ?? 0, rows[message.company] ?? 0))
  const worked = night.do(at, work, killedAfter ?? 1)
  const end = killedAfter === null ? night.mark(worked, message.plan) : worked
  night.addQueueCalls(callsOfMessage)
  night.addInvocation(end - at, workerGb)
  return { end, again: killedAfter === null ? null : { at: at + visibilityMs, message } }
}
