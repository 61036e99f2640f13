import { CfnOutput, Duration } from 'aws-cdk-lib'
import { EventBus } from 'aws-cdk-lib/aws-events'
import * as lambda from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { deliveryTimeoutMs } from '../../functions/store/time/timing'
import { allow, type Functions } from '../functions'
import type { StackTable } from '../table/table'

/** Less than the 24 hours that a stream lives: what is not taken by then goes to the queue, with its place. */
const maxRecordAge = Duration.hours(20)
/** It tries again within one run for half of this. */
const timeout = Duration.millis(deliveryTimeoutMs)

/** Adds the bus, and the function that puts on it what the table's stream says. Returns null without a stream. */
export function addEvents(
  scope: Construct,
  functions: Functions,
  { table: { streamArn }, failures }: { table: StackTable; failures: IQueue },
): lambda.IFunction | null {
  const bus = new EventBus(scope, 'Events', { description: 'What happens in the inventories: source "inventory"' })
  new CfnOutput(scope, 'EventBusName', { value: bus.eventBusName })
  if (streamArn === null) return null
  const read = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'].map((action) => `dynamodb:${action}`)
  functions.give(['publish-events'], {
    statements: [allow(read, streamArn), allow(['events:PutEvents'], bus.eventBusArn)],
    environment: { EVENT_BUS: bus.eventBusName, FAILURES_QUEUE_URL: failures.queueUrl },
  })
  const publisher = functions.createAsynchronous('publish-events', { timeout })
  new lambda.EventSourceMapping(scope, 'PublishEventsSource', {
    target: publisher,
    eventSourceArn: streamArn,
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    maxRecordAge,
    onFailure: new SqsDlq(failures),
    filters: [newLogRows],
  })
  return publisher
}

/** A company that is moved in must not send its history: such rows are marked as imported. */
const newLogRows = lambda.FilterCriteria.filter({
  eventName: lambda.FilterRule.isEqual('INSERT'),
  dynamodb: {
    Keys: { pk: { S: lambda.FilterRule.beginsWith('LOG#') } },
    NewImage: { action: { S: lambda.FilterRule.exists() }, imported: { BOOL: lambda.FilterRule.notExists() } },
  },
})
