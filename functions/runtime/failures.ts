import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { clientLimits } from './client-limits'
import { env } from './env'

/** What Lambda tells a function of its run. */
export type RunContext = { awsRequestId: string; invokedFunctionArn: string }

const sqs = new SQSClient({ requestHandler: clientLimits })

/**
 * Puts an event of this function on the queue of failures, in the form that Lambda uses for one that failed for good.
 * `npx inventory failures` lists it there, and runs the function with it again. `attempts`: how often it was tried.
 */
export async function keepFailure(event: object, error: Error, context: RunContext, attempts: number): Promise<void> {
  const record = {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: context.awsRequestId,
      functionArn: context.invokedFunctionArn,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Handled' },
    responsePayload: { errorType: error.name, errorMessage: error.message },
  }
  await sqs.send(new SendMessageCommand({ QueueUrl: env.FAILURES_QUEUE_URL, MessageBody: JSON.stringify(record) }))
}
