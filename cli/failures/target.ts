import { LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import type { Options } from '../command-line'
import { readInfo } from '../local-service'
import { localAccess } from '../target'
import { FailuresQueue } from './failures-queue'

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
