import { Duration } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import type { FunctionId, JobId } from '../entries'
import type { Functions } from '../functions'
import { createQueue } from '../queues'
import { workerMemory } from './workers'

/** The planners, and the worker, which puts back what it does not finish. */
const senders: FunctionId[] = ['daily-snapshots', 'nightly-upkeep', 'do-nightly-work']

/** A worker that was killed had a message for this long: it comes again when no other can be at it. */
const timeout = Duration.millis(jobTimeoutMs)

/** In UTC, unless a context value says otherwise. They avoid the full hour, when many other jobs start. */
const times = {
  nightlyUpkeep: 'cron(17 3 * * ? *)',
  removeOrphanedGatewayKeys: 'cron(27 4 * * ? *)',
  dailySnapshots: 'cron(7 2 * * ? *)',
}

/** `atOnce`: the companies that the night works on at the same time at most. Routes have the rest of the functions. */
type Options = { failures: IQueue; atOnce: number }

/**
 * Adds what runs at night: the jobs, the queue with the work for each company, and what does it. See
 * docs/decisions/0051-the-night-by-a-queue.md.
 */
export function addNight(
  scope: Construct,
  functions: Functions,
  { failures, atOnce }: Options,
): { queue: IQueue; dailySnapshots: IFunction } {
  // Disposable: the next night queues what is left.
  const queue = createQueue(scope, 'Nightly', { disposable: true, visibilityTimeout: timeout, failures })
  functions.giveQueue(senders, queue, 'NIGHTLY_QUEUE_URL')
  functions.giveFailures('do-nightly-work')
  const settings = { batchSize: 1, maxConcurrency: atOnce, timeout, memorySize: workerMemory }
  functions.createForQueue('do-nightly-work', queue, settings)
  const create = (id: JobId, name: keyof typeof times) =>
    functions.createScheduled(id, Schedule.expression(String(scope.node.tryGetContext(name) ?? times[name])))
  create('nightly-upkeep', 'nightlyUpkeep')
  create('remove-orphaned-gateway-keys', 'removeOrphanedGatewayKeys')
  return { queue, dailySnapshots: create('daily-snapshots', 'dailySnapshots') }
}
