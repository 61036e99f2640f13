import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { acknowledgeMessageSource } from './acknowledgements'
import type { JobId } from './entries'
import { allow, type CreateFunction, type FunctionNeeds, toPascalCase } from './function'

/** `batchSize`: messages of a run. `maxConcurrency`: runs at the same time at most. */
type Work = { queue: IQueue; needs: FunctionNeeds; batchSize: number; maxConcurrency?: number }

/** Creates a function that runs with the messages of a queue. Those that it answers with come again. */
export function createQueueFunction(
  scope: Construct,
  createFunction: CreateFunction,
  id: JobId,
  { queue, needs, ...limits }: Work,
): void {
  const receive = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action}`)
  const source = new EventSourceMapping(scope, `${toPascalCase(id)}Source`, {
    target: createFunction(id, { ...needs, statements: [...needs.statements, allow(receive, queue.queueArn)] }),
    eventSourceArn: queue.queueArn,
    reportBatchItemFailures: true,
    ...limits,
  })
  acknowledgeMessageSource(source)
}
