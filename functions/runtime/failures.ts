import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { env } from './env'

/** What Lambda tells a function of its run. */
export type RunContext = { awsRequestId: string; invokedFunctionArn: string }

const sqs = new SQSClient({})

/**
 * Puts an event of this function on the queue of failures, in the form that Lambda uses for one that failed for good.
 * `npx inventory failures` lists it there, and runs the function with it again.
 */
export async function keepFailure(event: object, error: Error, context: RunContext): Promise<void> {
  const record = {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: context.awsRequestId,
      functionArn: context.invokedFunctionArn,
      condition: 'RetriesExhausted',
      approximateInvokeCount: 1,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Handled' },
    responsePayload: { errorType: error.name, errorMessage: error.message },
  }
  await sqs.send(new SendMessageCommand({ QueueUrl: env.FAILURES_QUEUE_URL, MessageBody: JSON.stringify(record) }))
}
