import { Duration } from 'aws-cdk-lib'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { jobTimeoutMs } from '../functions/store/timing'
import { allow, type CreateFunction } from './function'
import type { NightlyQueue } from './nightly-queue'
import { createQueueFunction } from './queue-function'
import { type NeedsOf, workerMemory } from './workers'

type Work = { needsOf: NeedsOf; createFunction: CreateFunction; failures: IQueue; atOnce: number }

/** Creates what does the work of the night, for at most `atOnce` companies at the same time: routes have the rest. */
export function createNightlyWorker(
  scope: Construct,
  { queue }: NightlyQueue,
  { needsOf, createFunction, failures, atOnce }: Work,
): void {
  const { statements, environment } = needsOf('do-nightly-work')
  const needs = {
    statements: [...statements, allow(['sqs:SendMessage'], failures.queueArn)],
    environment: { ...environment, FAILURES_QUEUE_URL: failures.queueUrl },
    timeout: Duration.millis(jobTimeoutMs),
    memorySize: workerMemory,
  }
  createQueueFunction(scope, createFunction, 'do-nightly-work', { queue, needs, batchSize: 1, maxConcurrency: atOnce })
}
