import { CfnOutput, Duration } from 'aws-cdk-lib'
import { EventBus } from 'aws-cdk-lib/aws-events'
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { deliveryTimeoutMs } from '../functions/store/timing'
import { createAsynchronousFunction } from './asynchronous-function'
import { allow, type CreateFunction } from './function'
import type { StackTable } from './table'
import type { NeedsOf } from './workers'

/** Less than the 24 hours that a stream lives: what is not taken by then goes to the queue, with its place. */
const maxRecordAge = Duration.hours(20)
/** It tries again within one run for half of this. */
const timeout = Duration.millis(deliveryTimeoutMs)

type Work = { table: StackTable; needsOf: NeedsOf; createFunction: CreateFunction; failures: IQueue }

/** The bus, and the function that puts on it what the table's stream says. Null for the function without a stream. */
export function createEvents(
  scope: Construct,
  { table, needsOf, createFunction, failures }: Work,
): { publisher: IFunction | null } {
  const bus = new EventBus(scope, 'Events', { description: 'What happens in the inventories: source "inventory"' })
  new CfnOutput(scope, 'EventBusName', { value: bus.eventBusName })
  const { streamArn } = table
  if (streamArn === null) return { publisher: null }
  const { statements, environment } = needsOf('publish-events')
  const readStream = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams']
  const needs = {
    statements: [
      ...statements,
      allow(
        readStream.map((action) => `dynamodb:${action}`),
        streamArn,
      ),
      allow(['events:PutEvents'], bus.eventBusArn),
    ],
    environment: { ...environment, EVENT_BUS: bus.eventBusName, FAILURES_QUEUE_URL: failures.queueUrl },
    timeout,
  }
  const publisher = createAsynchronousFunction(createFunction, 'publish-events', needs, failures)
  new EventSourceMapping(scope, 'PublishEventsSource', {
    target: publisher,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    maxRecordAge,
    onFailure: new SqsDlq(failures),
    filters: [newLogRows],
  })
  return { publisher }
}

/** A company that is moved in must not send its history: such rows are marked as imported. */
const newLogRows = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: {
    Keys: { pk: { S: FilterRule.beginsWith('LOG#') } },
    NewImage: { action: { S: FilterRule.exists() }, imported: { BOOL: FilterRule.notExists() } },
  },
})
