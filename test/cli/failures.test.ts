import { join } from 'node:path'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { parseFailedEvent } from '../../cli/failures/failed-event'
import { localAccess } from '../../cli/target'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { readSnapshotRows } from '../../functions/store/snapshots/snapshot-row'
import { writeServiceInfo } from '../../local/service-info'
import { startAwsStandIn, userSettings } from '../support/aws'
import { expectRefused, runAtTerminal, runInventory, spawnInventory } from '../support/command'
import { waitFor } from '../support/eventually'
import { startFaultyService } from '../support/faults/faulty-service'
import { useFolder } from '../support/folder'
import { readRowsOfCompany } from '../support/fork'
import { runSchedule } from '../support/local-pages'
import { rehearse } from '../support/rehearse'
import { formatRow } from '../support/scan'
import { createCompanyWithKey, useService } from '../support/service'
import { readTestStack } from '../support/stack'
import { noon } from '../support/table'

/** Calls of DynamoDB that name this are refused, as if a right were missing. */
let refused: string | null = null
const denial = { arrives: false, answer: { status: 400, type: 'AccessDeniedException' } } as const
const isRefused = (body: string) => refused !== null && body.includes(refused)
const options = { messages: true, workersPerFunction: 2 }
const service = useService(() => startFaultyService(({ body }) => (isRefused(body) ? denial : null), options))
const info = join(useFolder(), 'service.json')
beforeAll(() => writeServiceInfo(info, service))
beforeEach(async () => {
  refused = null
  for (const { id } of (await json('list')).data) await failures('discard', '--id', id, '--yes')
})

const failures = (...args: string[]) => runInventory(['failures', ...args, '--info', info])
const json = async (...args: string[]) => JSON.parse((await failures(...args, '--json')).stdout)

/** Puts a message into the queue, as AWS would. Returns its id. */
async function send(MessageBody: string, attributes: Record<string, string> = {}): Promise<string> {
  const client = new SQSClient({ endpoint: service.sqsEndpoint, ...localAccess })
  const sent = Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }])
  const MessageAttributes = Object.fromEntries(sent)
  const message = { QueueUrl: service.failuresQueueUrl, MessageBody, MessageAttributes }
  const { MessageId } = await client.send(new SendMessageCommand(message))
  client.destroy()
  return MessageId ?? ''
}

const arn = 'arn:aws:lambda:us-east-1:000000000000:function:'

/** The ARN of a function, found by the beginning of its logical id. */
function getArn(name: string): string {
  const ids = Object.keys(readTestStack().template.Resources)
  const id = ids.find((found) => new RegExp(`^${name}[0-9A-F]{8}$`).test(found))
  return `${arn}${readTestStack().name}-${id}`
}

/** What EventBridge adds to an event that it could not deliver to the function. */
const undelivered = (functionArn: string) => ({
  RULE_ARN: 'arn:aws:events:us-east-1:000000000000:rule/Nightly',
  TARGET_ARN: functionArn,
  ERROR_CODE: 'NO_PERMISSIONS',
  ERROR_MESSAGE: 'It may not be invoked.',
  RETRY_ATTEMPTS: '2',
})

test('an empty queue has nothing to list or to replay, and no unknown event', async () => {
  expect(await failures('list')).toEqual({ status: 0, stdout: 'None.\n', stderr: '' })
  expect(await failures('replay')).toEqual({ status: 0, stdout: 'None.\n', stderr: '' })
  for (const command of ['replay', 'discard'])
    await expectRefused(failures(command, '--id', 'other'), 'there is no event other in the queue\nSee --help.\n')
})

test('records of the stream that were too old are told with what to do, and are not replayed', async () => {
  const functionArn = getArn('PublishEvents')
  const requestContext = { functionArn, condition: 'RecordAgeExceeded', approximateInvokeCount: 9 }
  const DDBStreamBatchInfo = { batchSize: 3, approximateArrivalOfFirstRecord: '2026-11-23T10:00:30.000Z' }
  const id = await send(JSON.stringify({ requestContext, DDBStreamBatchInfo }))
  const advice = 'run npx inventory events republish --since 2026-11-23T09:59:30.000Z, then discard this'
  const [listed] = (await json('list')).data
  expect(listed).toMatchObject({ id, error: `RecordAgeExceeded: 3 records of the stream; ${advice}` })
  expect(listed.function).toContain('PublishEvents')
  const [replayed] = (await json('replay')).data
  expect(replayed).toMatchObject({ id, status: 'unknown', error: `it has no records: ${advice}` })
  const discard = ['failures', 'discard', '--id', id, '--info', info]
  const asked = await expectRefused(runAtTerminal(discard, 'yes'), 'That is not discard. Nothing was changed.', 1)
  expect(asked).toMatch(/There is no way back.*function +.*PublishEvents/s)
  expect((await runAtTerminal(discard, 'discard')).stdout).toContain('discarded     true')
})

/** Times that a message of the queue of the night has failed. */
const countFailures = () => service.logs.join().match(/nightly work has failed/g)?.length ?? 0

rehearse('a schedule that fails stays in the queue while its cause lasts, and is then brought to its end', async () => {
  const { client, company } = await createCompanyWithKey(service)
  await client.createItem({ name: 'Bolt', sku: 'B', quantity: 1 })
  service.setTime(noon + 86_400_000)
  refused = 'PLAN#'
  expect((await runSchedule(service, 'NightlyUpkeep', 'cron(17 3 * * ? *)')).status).toBe(500)

  const listed = await json('list')
  const told = { error: expect.stringMatching(/^AccessDeniedException: /), attempts: 3, rule: null }
  const event = { source: 'aws.events' }
  const place = { at: '2026-03-15T12:00:00.000Z', function: expect.stringContaining('NightlyUpkeep') }
  expect(listed.data).toEqual([{ id: expect.any(String), ...place, ...told, event }])
  expect((await failures('list')).stdout).toContain('event         {"source":"aws.events"}')

  const [{ id }] = listed.data
  const failed = await failures('replay', '--id', id)
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('AccessDenied')])
  expect(failed.stdout).toContain('failed')
  expect(await json('list')).toEqual(listed)
  expect(await readDayCounts(service.rows, company.id)).toEqual([])

  refused = null
  const replayed = await failures('replay', '--id', id)
  expect([replayed.status, replayed.stderr]).toEqual([0, expect.stringContaining(`${id}: completed`)])
  await waitFor(async () => (await readDayCounts(service.rows, company.id)).length > 0)
  expect((await failures('list')).stdout).toBe('None.\n')
})

rehearse('a daily snapshot that failed three times is taken, once, by two replays at the same moment', async () => {
  const { company } = await createCompanyWithKey(service)
  refused = `SNAPSHOTS#${company.id}`
  const before = countFailures()
  expect((await runSchedule(service, 'DailySnapshots', 'cron(7 2 * * ? *)')).status).toBe(200)
  for (const attempt of [1, 2, 3]) {
    await waitFor(async () => countFailures() - before >= attempt)
    service.setTime(service.now() + 15 * 60_000)
  }
  await waitFor(async () => (await json('list')).data.length === 1)
  const event = { work: 'daily_snapshot', company_id: company.id, date: '2026-03-14' }
  expect((await json('list')).data).toMatchObject([{ function: expect.stringContaining('DoNightlyWork'), event }])

  refused = null
  const replay = () => spawnInventory(['failures', 'replay', '--info', info])
  const outcomes = await Promise.all([replay(), replay()])
  expect(outcomes.map(({ status }) => status)).toEqual([0, 0])
  expect(outcomes.filter(({ stdout }) => stdout.includes('completed'))).toHaveLength(1)
  const [taken, ...others] = await readSnapshotRows(service.rows, company.id)
  expect([taken, others]).toMatchObject([{ name: 'Daily 2026-03-14', status: 'ready' }, []])
  expect((await json('list')).data).toEqual([])
})

/** What Lambda sends of an event that failed for good. */
function makeRecord(functionArn: string, requestPayload: object): string {
  const ids = { requestId: 'e4b46cbf-b738-4a5c-8880-a18cdf61200e', functionArn: `${functionArn}:$LATEST` }
  const requestContext = { ...ids, condition: 'RetriesExhausted', approximateInvokeCount: 3 }
  const responseContext = { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' }
  const responsePayload = { errorMessage: 'Task timed out after 900.00 seconds' }
  const record = { requestContext, requestPayload, responseContext, responsePayload }
  return JSON.stringify({ version: '1.0', timestamp: '2026-03-01T00:00:00.000Z', ...record })
}

test('a record without a time has that of its message', () => {
  const { timestamp: _, ...record } = JSON.parse(makeRecord(`${arn}Job`, { date: '2026-03-14' }))
  const sentAt = '2026-03-02T00:00:00.000Z'
  const message = { id: '1', receipt: 'r', attributes: {}, sentAt }
  expect(parseFailedEvent({ ...message, body: JSON.stringify(record) })).toMatchObject({ at: sentAt, attempts: 3 })
})

rehearse('events of a restore that has ended and of a snapshot that exists change nothing, weeks later', async () => {
  const { client, company } = await createCompanyWithKey(service)
  const item = await client.createItem({ name: 'Bolt', sku: 'B', quantity: 1 })
  const snapshot = await client.createSnapshot()
  await client.updateItem(item.id, { name: 'Nut' })
  const restore = await client.restoreSnapshot(snapshot.id)
  const work = { work: 'daily_snapshot', company_id: company.id, date: '2026-03-14' }
  await service.invoke('DoNightlyWork', work)
  await client.updateItem(item.id, { name: 'Screw' })
  const rows = async () => (await readRowsOfCompany(service.rows, company.id)).map(formatRow).sort()
  const before = await rows()
  service.setTime(noon + 13 * 86_400_000)
  await send(makeRecord(getArn('RunRestore'), { company_id: company.id, restore_id: restore.id }))
  await send(makeRecord(getArn('DoNightlyWork'), work))
  expect((await json('replay')).data).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
  expect(await rows()).toEqual(before)
})

test('an event that EventBridge could not deliver runs the target of its rule', async () => {
  const target = getArn('NightlyUpkeep')
  const id = await send('{"source":"aws.events"}', undelivered(target))
  const told = { error: 'NO_PERMISSIONS: It may not be invoked.', attempts: 3, rule: 'Nightly' }
  const place = { at: '2026-03-14T12:00:00.000Z', function: target.slice(arn.length) }
  expect((await json('list')).data).toEqual([{ id, ...place, ...told, event: { source: 'aws.events' } }])
  expect((await json('replay')).data).toMatchObject([{ id, status: 'completed' }])
  expect((await failures('list')).stdout).toBe('None.\n')
})

rehearse('of many events, each is run once; what fails or has no known form stays until it is discarded', async () => {
  const works = { work: 'upkeep', company_id: 'cmp_gone', date: '2026-03-14' }
  for (let count = 0; count < 12; count++) await send(JSON.stringify(works), undelivered(getArn('DoNightlyWork')))
  const broken = await send('{}', undelivered(`${arn}none`))
  const unknown = await send('hello')
  expect((await json('list')).data).toHaveLength(14)

  const { status, stdout } = await failures('replay', '--json')
  expect(status).toBe(1)
  const replays: { id: string; status: string }[] = JSON.parse(stdout).data
  expect(replays.filter((replay) => replay.status === 'completed')).toHaveLength(12)
  const failed = { status: 'failed', error: expect.stringContaining('not found') }
  expect(replays.find(({ id }) => id === broken)).toMatchObject(failed)
  expect(replays.find(({ id }) => id === unknown)).toMatchObject({ status: 'unknown' })

  const left = (await json('list')).data
  expect(left.map(({ id }: { id: string }) => id).sort()).toEqual([broken, unknown].sort())
  expect(left).toContainEqual({ id: unknown, at: '2026-03-14T12:00:00.000Z', function: 'unknown', body: 'hello' })
  for (const id of [broken, unknown])
    expect(await json('discard', '--id', id, '--yes')).toMatchObject({ id, discarded: true })
  expect((await json('list')).data).toEqual([])
})

test('a deployed stack: its queue by the output, its functions by their ARNs', async () => {
  const aws = await startAwsStandIn(service.table, 0, { FailuresQueueUrl: service.failuresQueueUrl })
  const deployed = (...args: string[]) =>
    runInventory(['failures', ...args, '--stack', 'Inventory-prod', '--json'], {
      ...{ ...userSettings, AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL: aws.endpoint },
      ...{ AWS_ENDPOINT_URL_SQS: service.sqsEndpoint, AWS_ENDPOINT_URL_LAMBDA: service.lambdaEndpoint },
    })
  try {
    const event = { company_id: 'cmp_gone' }
    const id = await send(makeRecord(getArn('CompactCatalogue'), event))
    const error = expect.stringContaining('Task timed out')
    expect(JSON.parse((await deployed('list')).stdout).data).toMatchObject([
      { id, at: '2026-03-01T00:00:00.000Z', attempts: 3, error, event },
    ])
    const replayed = await deployed('replay', '--id', id)
    expect([replayed.status, JSON.parse(replayed.stdout).data]).toMatchObject([0, [{ id, status: 'completed' }]])
    expect(JSON.parse((await deployed('list')).stdout)).toEqual({ data: [] })
  } finally {
    await aws.stop()
  }
})
