import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as dynamodb from '@aws-sdk/client-dynamodb'
import { putRows, readRows } from '../../cli/recovery/drill/tables'
import { checkTable, prepareTable } from '../../cli/recovery/prepare-table'
import { describeBareTable } from '../../cli/recovery/table-shape'
import { localAccess } from '../../cli/target'
import { type Served, serve } from '../../local/serve'
import { readTableDefinition } from '../../local/table/table-definition'
import { expectRefused, readJson, runInventory, spawnInventory, startInventory } from '../support/command'
import { waitFor } from '../support/eventually'
import { openFullCompany } from '../support/full-company'
import { rehearse } from '../support/rehearse'
import { formatRow, scanTable } from '../support/scan'
import { readTestStack } from '../support/stack'
import { useTable } from '../support/table'

const engine = useTable()
let db: dynamodb.DynamoDBClient
beforeAll(() => {
  db = new dynamodb.DynamoDBClient({ endpoint: engine.endpoint, ...localAccess })
})
afterAll(() => db.destroy())

const runOn = (command: string, table: string) =>
  runInventory(['tables', command, '--table', table, '--endpoint', engine.endpoint, '--json'])

let tables = 0
/** As a restore leaves it, unless changed. */
async function createBareTable(change: Partial<dynamodb.CreateTableCommandInput> = {}): Promise<string> {
  const name = `Restored-${tables++}`
  await db.send(new dynamodb.CreateTableCommand({ ...describeBareTable(name), ...change }))
  return name
}

test('a bare table is the template’s, without its settings', () => {
  const { KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes } =
    readTableDefinition(readTestStack()).properties ?? {}
  const shape = { KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes }
  expect(describeBareTable('New')).toEqual({ TableName: 'New', ...shape })
})

/** What is said of every setting. */
const set = (said: string) => ({ time_to_live: said, deletion_protection: said, stream: said })

test('check tells what is missing, prepare sets it, and both can be repeated', async () => {
  const table = await createBareTable()
  const told = { table, region: 'us-east-1', point_in_time_recovery: 'unknown to this engine' }
  const stream_arn = expect.stringMatching(`^arn:aws:dynamodb:.+:table/${table}/stream/`)
  const missing = await runOn('check', table)
  expect([missing.status, JSON.parse(missing.stdout)]).toEqual([1, { ...told, ...set('missing'), stream_arn: null }])
  expect(missing.stderr).toContain(`npx inventory tables prepare --table ${table}`)

  expect(await readJson(runOn('prepare', table))).toEqual({ ...told, ...set('set now'), stream_arn })
  const { TimeToLiveDescription } = await db.send(new dynamodb.DescribeTimeToLiveCommand({ TableName: table }))
  expect(TimeToLiveDescription).toEqual({ AttributeName: 'expires_at', TimeToLiveStatus: 'ENABLED' })
  const { Table } = await db.send(new dynamodb.DescribeTableCommand({ TableName: table }))
  expect(Table).toMatchObject({ DeletionProtectionEnabled: true, StreamSpecification: { StreamViewType: 'NEW_IMAGE' } })
  await expect(db.send(new dynamodb.DeleteTableCommand({ TableName: table }))).rejects.toThrow('protected')

  expect(await readJson(runOn('check', table))).toEqual({ ...told, ...set('set'), stream_arn })
  expect(await readJson(runOn('prepare', table))).toEqual({ ...told, ...set('already set'), stream_arn })
})

const keyed = (...names: string[]) =>
  names.map((AttributeName, n) => ({ AttributeName, KeyType: n === 0 ? ('HASH' as const) : ('RANGE' as const) }))
const bare = describeBareTable('')
const withoutIndex = { AttributeDefinitions: bare.AttributeDefinitions.slice(0, 2), GlobalSecondaryIndexes: undefined }
const withIndex = (change: Partial<dynamodb.GlobalSecondaryIndex>) => {
  const [index] = bare.GlobalSecondaryIndexes
  return { GlobalSecondaryIndexes: index && [{ ...index, ...change }] }
}
const numberedBy: dynamodb.AttributeDefinition[] = [{ AttributeName: 'id', AttributeType: 'N' }]
const ofIndex = 'resource (S, HASH) and sk (S, RANGE)'

test.each<[string, Partial<dynamodb.CreateTableCommandInput>, string]>([
  [
    'another key',
    { ...withoutIndex, KeySchema: keyed('id'), AttributeDefinitions: numberedBy },
    'the key: id (N, HASH). Needed: pk (S, HASH) and sk (S, RANGE).',
  ],
  ['no index', withoutIndex, `the index by_resource: missing. Needed: ${ofIndex} with ALL attributes.`],
  [
    'an index of keys alone',
    withIndex({ Projection: { ProjectionType: 'KEYS_ONLY' } }),
    `the index by_resource: ${ofIndex} with KEYS_ONLY attributes. Needed: resource`,
  ],
  [
    'an index with another key',
    { ...withoutIndex, ...withIndex({ KeySchema: keyed('sk', 'pk') }) },
    'the index by_resource: sk (S, HASH) and pk (S, RANGE) with ALL attributes. Needed: resource',
  ],
])('a table with %s is refused, and nothing is set', async (_, change, message) => {
  const table = await createBareTable(change)
  for (const command of ['check', 'prepare']) {
    await expectRefused(runOn(command, table), `${table} is not a table of this service:\n  ${message}`, 1)
  }
  const { Table } = await db.send(new dynamodb.DescribeTableCommand({ TableName: table }))
  expect(Table?.DeletionProtectionEnabled).toBe(false)
})

test('what is set otherwise is told, and the rest is set', async () => {
  const table = await createBareTable({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } })
  const TimeToLiveSpecification = { AttributeName: 'other', Enabled: true }
  await db.send(new dynamodb.UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }))
  const { status, stdout, stderr } = await runOn('prepare', table)
  expect([status, stderr]).toEqual([1, 'The table is not complete: see what failed, and run this again.\n'])
  expect(JSON.parse(stdout)).toMatchObject({
    time_to_live: "failed: it is ENABLED for 'other'. Turn it off, wait an hour, and run this again",
    stream: 'failed: it has KEYS_ONLY. Turn it off, and run this again',
    deletion_protection: 'set now',
  })
})

type Body = Record<string, unknown>
/** What is put into the description of the table. A status that is null is left out of it. */
type Change = { TableStatus?: string; IndexStatus?: string | null; RestoreSummary?: object }

/**
 * Stands before a local engine and adds what DynamoDB alone has: point-in-time recovery, and tables that take time.
 * Each description of a table is changed by the next one of `changes`, until none is left.
 */
async function startRestoringEngine(engine: string, changes: Change[]): Promise<Served> {
  let recovery = 'DISABLED'
  const describeBackups = () => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: recovery },
    },
  })
  return serve(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const operation = String(incoming.headers['x-amz-target']).split('.')[1]
    if (operation === 'DescribeContinuousBackups') return answer(outgoing, 200, describeBackups())
    if (operation === 'UpdateContinuousBackups') {
      recovery = 'ENABLED'
      return answer(outgoing, 200, describeBackups())
    }
    const { host: _, ...headers } = incoming.headers
    const onward = await fetch(engine, { method: 'POST', headers: headers as Record<string, string>, body })
    const found = (await onward.json()) as { Table?: Body }
    const change = operation === 'DescribeTable' ? changes.shift() : undefined
    answer(outgoing, onward.status, change && found.Table ? { Table: changeTable(found.Table, change) } : found)
  })
}

function changeTable(table: Body, { IndexStatus, ...change }: Change): Body {
  const indexes = (table.GlobalSecondaryIndexes ?? []) as Body[]
  if (IndexStatus === undefined) return { ...table, ...change }
  return {
    ...table,
    ...change,
    GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, IndexStatus: IndexStatus ?? undefined })),
  }
}

function answer(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
}

describe('while DynamoDB restores a table', () => {
  const restoring = { TableStatus: 'CREATING', RestoreSummary: { RestoreDateTime: 1, RestoreInProgress: true } }
  const stops: (() => unknown)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  const open = async (changes: Change[]) => {
    const slow = await startRestoringEngine(engine.endpoint, changes)
    const client = new dynamodb.DynamoDBClient({ endpoint: slow.endpoint, ...localAccess })
    stops.push(() => client.destroy(), slow.stop)
    const [told, waits] = [[] as string[], [] as number[]]
    const waiting = { sleep: async (ms: number) => void waits.push(ms), report: (text: string) => told.push(text) }
    return { client, table: await createBareTable(), waiting, told, waits }
  }

  test('prepare waits, and check does not', async () => {
    const changes = [restoring, restoring, { IndexStatus: 'CREATING' }, {}, { TableStatus: 'UPDATING' }]
    const { client, table, waiting, told, waits } = await open([restoring, ...changes])
    await expect(checkTable(client, table)).rejects.toThrow(`The table ${table} is being restored.`)
    const all = (said: string) => ({ complete: true, settings: { ...set(said), point_in_time_recovery: said } })
    expect(await prepareTable(client, table, waiting)).toEqual(all('set now'))
    expect(told).toEqual([
      `${table} is being restored. Waiting, for 0 s so far.`,
      `${table} is being updated. Waiting, for 0 s so far.`,
    ])
    expect(waits).toHaveLength(4)
    expect(await checkTable(client, table)).toEqual(all('set'))
  })

  test('nobody waits for an index whose status the engine does not tell', async () => {
    const { client, table, waiting, waits } = await open(Array(100).fill({ IndexStatus: null }))
    await expect(checkTable(client, table)).resolves.toMatchObject({ complete: false })
    await expect(prepareTable(client, table, waiting)).resolves.toMatchObject({ complete: true })
    expect(waits).toEqual([])
  })

  test('prepare gives up after 12 hours, and says what to do', async () => {
    const { client, table, waiting, waits } = await open(Array(100).fill(restoring))
    await expect(prepareTable(client, table, { ...waiting, pollMs: 3_600_000 })).rejects.toThrow(
      `The table ${table} is still being restored after 12 hours. DynamoDB goes on with it: run this again.`,
    )
    expect(waits).toEqual(Array(12).fill(3_600_000))
  })
})

test('a table that is not there is told', async () => {
  await expectRefused(runOn('prepare', 'No-such-table'), 'There is no table No-such-table in us-east-1.', 1)
})

rehearse('rows of every kind come back byte for byte', async () => {
  await openFullCompany(engine, 'A#1')
  const before = (await scanTable(engine.table)).map(formatRow).sort()
  expect(before.join()).toMatch(/CHUNK#/)
  const restored = await createBareTable()
  await putRows(db, restored, await readRows(db, engine.table.name))
  expect((await scanTable({ ...engine.table, name: restored })).map(formatRow).sort()).toEqual(before)
})

/** Other tests read the built functions, so a drill must not build them again: CDK runs `true` for the build. */
const prebuilt = { CDK_BUILD: 'true' }

rehearse('the drill brings everything back', async () => {
  const { status, stdout, stderr } = await spawnInventory(['drill', '--items', '4'], prebuilt)
  const failures = stdout.split('\n').filter((line) => line.includes('FAILED'))
  expect([status, failures]).toEqual([0, []])
  expect(stderr).toBe('')
  expect(stdout).toContain('enterprise: an item is created, and the list shows it')
  const [, used = ''] = /^A drill in (\S+),/.exec(stdout) ?? []
  expect([used.startsWith(tmpdir()), existsSync(used)]).toEqual([true, false])
})

rehearse('Ctrl-C ends a drill with status 1, and it leaves nothing', async () => {
  const { child, told, ended } = startInventory(['drill', '--items', '4'], prebuilt)
  await waitFor(async () => told.stdout.includes('the synthesized stack runs'))
  const [, used = ''] = /^A drill in (\S+),/.exec(told.stdout) ?? []
  const { pid } = JSON.parse(readFileSync(join(used, 'service.json'), 'utf8'))
  // While it clears away, a terminal that is closed must not end it.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) child.kill(signal)
  expect(await ended).toEqual([1, null])
  expect(told.stdout).not.toContain('2. ')
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(existsSync(used)).toBe(false)
})
