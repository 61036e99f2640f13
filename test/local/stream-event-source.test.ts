import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { openStreamEventSources } from '../../local/events/stream-event-source'
import { readFunctions } from '../../local/functions/function-definitions'
import type { Invocation } from '../../local/functions/function-pool'
import { openQueues } from '../../local/queues/queues'
import type { StreamReader } from '../../local/table/stream-reader'
import { type Stack, Template } from '../../local/template'
import { waitFor } from '../support/eventually'

const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream/1'
const failuresArn = { 'Fn::GetAtt': ['Failures', 'Arn'] }

/** A template whose function `Work` is run by a stream. `mapping` is what its event source sets. */
function makeStack(mapping: object): Stack {
  const Statement = [{ Effect: 'Allow', Action: ['dynamodb:*', 'sqs:SendMessage'], Resource: '*' }]
  const Work = {
    Code: { S3Key: 'work' },
    Handler: 'index.handler',
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    Timeout: 60,
  }
  const template = Template.parse({
    Resources: {
      Failures: { Type: 'AWS::SQS::Queue' },
      Role: { Type: 'AWS::IAM::Role', Properties: { Policies: [{ PolicyDocument: { Statement } }] } },
      Work: { Type: 'AWS::Lambda::Function', Properties: Work },
      Source: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          FunctionName: { Ref: 'Work' },
          EventSourceArn: streamArn,
          DestinationConfig: { OnFailure: { Destination: failuresArn } },
          ...mapping,
        },
      },
    },
  })
  return { name: 'Stack', template, assets: new Map([['work', 'none']]), maps: '' }
}

/** A stream of these records: all come at once. */
function makeStream(places: string[]) {
  const records = places.map((SequenceNumber): _Record => ({ eventName: 'INSERT', dynamodb: { SequenceNumber } }))
  const stream = { shard: 'shard', read: async () => records.splice(0), keepPlace: () => {} }
  return stream as Partial<StreamReader> as StreamReader
}

/** Gives the function the records 1 to 5, and fails as a whole where `bad` is one of them. Ends after `wanted` runs. */
async function run(bad: string, mapping: object, wanted: number) {
  const stack = makeStack(mapping)
  const { failures } = openQueues(stack, Date.now)
  const batches: string[] = []
  const invoke = async (_: string, event: unknown): Promise<Invocation> => {
    const places = (event as DynamoDBStreamEvent).Records.map(({ dynamodb }) => dynamodb?.SequenceNumber)
    batches.push(places.join(' '))
    return places.includes(bad) ? { error: { errorType: 'Error', errorMessage: bad } } : { result: null }
  }
  const options = { functions: readFunctions(stack), invoke, failures, now: Date.now, onLog: () => {} }
  const sources = openStreamEventSources(stack, makeStream(['1', '2', '3', '4', '5']), options)
  for (const source of sources) source.start()
  await waitFor(async () => batches.length >= wanted)
  for (const source of sources) await source.stop()
  return { batches, kept: failures.list().map(({ body }) => JSON.parse(body)) }
}

const bisects = { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1 }

test('a batch that fails is cut in half, in order, until the bad record is alone; that one is given up', async () => {
  const { batches, kept } = await run('4', bisects, 6)
  expect(batches).toEqual(['1 2 3 4 5', '1 2 3', '4 5', '4', '4', '5'])
  expect(kept).toMatchObject([
    {
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: { startSequenceNumber: '4', endSequenceNumber: '4', batchSize: 1 },
    },
  ])
})

test('without bisection, the batch is sent again as a whole, and given up as a whole', async () => {
  const { batches, kept } = await run('4', { MaximumRetryAttempts: 1 }, 2)
  expect(batches).toEqual(['1 2 3 4 5', '1 2 3 4 5'])
  expect(kept).toMatchObject([{ DDBStreamBatchInfo: { startSequenceNumber: '1', batchSize: 5 } }])
})
