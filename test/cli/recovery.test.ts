import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { checkTable, prepareTable } from '../../cli/recovery/prepare-table'
import { exportRows, importRows } from '../../cli/recovery/table-rows'
import { describeBareTable } from '../../cli/recovery/table-shape'
import { localAccess } from '../../cli/target'
import { readTableDefinition } from '../../local/table/table-definition'
import { runInventory, spawnInventory, startInventory } from '../support/command'
import { useFolder } from '../support/folder'
import { openFullCompany } from '../support/full-company'
import { rehearse } from '../support/rehearse'
import { startRestoringEngine } from '../support/restored-table'
import { formatRow, scanTable } from '../support/scan'
import { readTestStack } from '../support/stack'
import { useTable } from '../support/table'

const folder = useFolder()
const engine = useTable()
let db: DynamoDBClient
beforeAll(async () => {
  db = new DynamoDBClient({ endpoint: engine.endpoint, ...localAccess })
})
afterAll(async () => {
  db.destroy()
})

const run = (...args: string[]) => runInventory(['tables', ...args])
const runOn = (command: string, table: string) =>
  run(command, '--table', table, '--endpoint', engine.endpoint, '--json')

let tables = 0
/** As a restore leaves it, unless changed. */
async function createBareTable(change: Partial<CreateTableCommandInput> = {}): Promise<string> {
  const name = `Restored-${tables++}`
  await db.send(new CreateTableCommand({ ...describeBareTable(name), ...change }))
  return name
}

test('a bare table is the template’s, without its settings', () => {
  const { KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes } =
    readTableDefinition(readTestStack()).properties ?? {}
  expect(describeBareTable('New')).toEqual({
    TableName: 'New',
    KeySchema,
    AttributeDefinitions,
    BillingMode,
    GlobalSecondaryIndexes,
  })
})

test('check tells what is missing, prepare sets it, and both can be repeated', async () => {
  const table = await createBareTable()
  const told = { table, region: 'us-east-1', point_in_time_recovery: 'unknown to this engine' }
  const missing = await runOn('check', table)
  expect(missing.status).toBe(1)
  expect(missing.stderr).toContain(`npx inventory tables prepare --table ${table}`)
  expect(JSON.parse(missing.stdout)).toEqual({
    ...told,
    ...{ time_to_live: 'missing', deletion_protection: 'missing', stream: 'missing', stream_arn: null },
  })

  const prepared = await runOn('prepare', table)
  expect([prepared.status, prepared.stderr]).toEqual([0, ''])
  const stream_arn = expect.stringMatching(`^arn:aws:dynamodb:.+:table/${table}/stream/`)
  expect(JSON.parse(prepared.stdout)).toEqual({
    ...told,
    ...{ time_to_live: 'set now', deletion_protection: 'set now', stream: 'set now', stream_arn },
  })
  const { TimeToLiveDescription } = await db.send(new DescribeTimeToLiveCommand({ TableName: table }))
  expect(TimeToLiveDescription).toEqual({ AttributeName: 'expires_at', TimeToLiveStatus: 'ENABLED' })
  const { Table } = await db.send(new DescribeTableCommand({ TableName: table }))
  expect(Table).toMatchObject({ DeletionProtectionEnabled: true, StreamSpecification: { StreamViewType: 'NEW_IMAGE' } })
  await expect(db.send(new DeleteTableCommand({ TableName: table }))).rejects.toThrow('protected')

  const complete = await runOn('check', table)
  expect([complete.status, complete.stderr]).toEqual([0, ''])
  expect(JSON.parse(complete.stdout)).toEqual({
    ...told,
    ...{ time_to_live: 'set', deletion_protection: 'set', stream: 'set', stream_arn },
  })
  const again = await runOn('prepare', table)
  expect(JSON.parse(again.stdout)).toEqual({
    ...told,
    ...{ time_to_live: 'already set', deletion_protection: 'already set', stream: 'already set', stream_arn },
  })
})

const pk = { AttributeName: 'pk', KeyType: 'HASH' } as const
const sk = { AttributeName: 'sk', KeyType: 'RANGE' } as const
const [index] = describeBareTable('').GlobalSecondaryIndexes
test.each<[string, Partial<CreateTableCommandInput>, string]>([
  [
    'another key',
    {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
      GlobalSecondaryIndexes: undefined,
    },
    'the key: id (N, HASH). Needed: pk (S, HASH) and sk (S, RANGE).',
  ],
  [
    'no index',
    { AttributeDefinitions: describeBareTable('').AttributeDefinitions.slice(0, 2), GlobalSecondaryIndexes: undefined },
    'the index by_resource: missing. Needed: resource (S, HASH) and sk (S, RANGE) with ALL attributes.',
  ],
  [
    'an index of keys alone',
    { GlobalSecondaryIndexes: index && [{ ...index, Projection: { ProjectionType: 'KEYS_ONLY' } }] },
    'the index by_resource: resource (S, HASH) and sk (S, RANGE) with KEYS_ONLY attributes. Needed: resource',
  ],
  [
    'an index with another key',
    {
      AttributeDefinitions: describeBareTable('').AttributeDefinitions.slice(0, 2),
      GlobalSecondaryIndexes: index && [
        {
          ...index,
          KeySchema: [
            { ...pk, AttributeName: 'sk' },
            { ...sk, AttributeName: 'pk' },
          ],
        },
      ],
    },
    'the index by_resource: sk (S, HASH) and pk (S, RANGE) with ALL attributes. Needed: resource',
  ],
])('a table with %s is refused, and nothing is set', async (_, change, message) => {
  const table = await createBareTable(change)
  for (const command of ['check', 'prepare']) {
    const { status, stdout, stderr } = await runOn(command, table)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`${table} is not a table of this service:\n  ${message}`)
  }
  const { Table } = await db.send(new DescribeTableCommand({ TableName: table }))
  expect(Table?.DeletionProtectionEnabled).toBe(false)
})

test('time to live on another attribute is told, and the rest is set', async () => {
  const table = await createBareTable()
  const TimeToLiveSpecification = { AttributeName: 'other', Enabled: true }
  await db.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }))
  const { status, stdout, stderr } = await runOn('prepare', table)
  expect([status, stderr]).toEqual([1, 'The table is not complete: see what failed, and run this again.\n'])
  expect(JSON.parse(stdout)).toMatchObject({
    time_to_live: "failed: it is ENABLED for 'other'. Turn it off, wait an hour, and run this again",
    deletion_protection: 'set now',
  })
})

test('a stream without the new image is told', async () => {
  const table = await createBareTable({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } })
  const { status, stdout } = await runOn('prepare', table)
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    expect.objectContaining({ stream: 'failed: it has KEYS_ONLY. Turn it off, and run this again' }),
  ])
})

test('while DynamoDB restores a table, prepare waits and check does not', async () => {
  const table = await createBareTable()
  const restoring = { TableStatus: 'CREATING', RestoreSummary: { RestoreDateTime: 1, RestoreInProgress: true } }
  const changes = [restoring, restoring, { IndexStatus: 'CREATING' }, {}, { TableStatus: 'UPDATING' }]
  const slow = await startRestoringEngine(engine.endpoint, [restoring, ...changes])
  const client = new DynamoDBClient({ endpoint: slow.endpoint, ...localAccess })
  try {
    await expect(checkTable(client, table)).rejects.toThrow(`The table ${table} is being restored.`)
    const told: string[] = []
    const waits: number[] = []
    const waiting = { sleep: async (ms: number) => void waits.push(ms), report: (text: string) => told.push(text) }
    expect(await prepareTable(client, table, waiting)).toEqual({
      complete: true,
      settings: {
        ...{ time_to_live: 'set now', point_in_time_recovery: 'set now', deletion_protection: 'set now' },
        stream: 'set now',
      },
    })
    expect(told).toEqual([
      `${table} is being restored. Waiting, for 0 s so far.`,
      `${table} is being updated. Waiting, for 0 s so far.`,
    ])
    expect(waits).toHaveLength(4)
    const settings = { time_to_live: 'set', point_in_time_recovery: 'set', deletion_protection: 'set', stream: 'set' }
    expect(await checkTable(client, table)).toEqual({ complete: true, settings })
  } finally {
    client.destroy()
    await slow.stop()
  }
})

test('prepare gives up after 12 hours, and says what to do', async () => {
  const table = await createBareTable()
  const restoring = { TableStatus: 'CREATING', RestoreSummary: { RestoreDateTime: 1, RestoreInProgress: true } }
  const slow = await startRestoringEngine(engine.endpoint, Array(100).fill(restoring))
  const client = new DynamoDBClient({ endpoint: slow.endpoint, ...localAccess })
  let waited = 0
  const sleep = async (ms: number) => {
    waited += ms
  }
  const waiting = { sleep, report: () => {}, pollMs: 3_600_000 }
  try {
    await expect(prepareTable(client, table, waiting)).rejects.toThrow(
      `The table ${table} is still being restored after 12 hours. DynamoDB goes on with it: run this again.`,
    )
    expect(waited).toBe(12 * 3_600_000)
  } finally {
    client.destroy()
    await slow.stop()
  }
})

test.each<[string[], number, string]>([
  [['prepare', '--table', 'No-such-table'], 1, 'There is no table No-such-table in us-east-1.'],
  [['prepare', '--table', 'no table'], 2, '--table must be 3 to 255 letters'],
  [['prepare'], 2, '--table is needed'],
  [['check', '--table', 'Inventory', '--stack', 'Inventory-prod'], 2, "Unknown option '--stack'"],
  [['repair'], 2, "there is no command 'repair'"],
])('%j ends with status %i', async (args, expected, message) => {
  const { status, stdout, stderr } = await run(...args, '--endpoint', engine.endpoint)
  expect([status, stdout]).toEqual([expected, ''])
  expect(stderr).toContain(message)
})

test('an endpoint that is no URL is refused', async () => {
  const { status, stderr } = await run('check', '--table', 'Inventory', '--endpoint', 'here')
  expect([status, stderr]).toEqual([2, expect.stringContaining('--endpoint must be a URL')])
})

test('definition prints what an import needs', async () => {
  const { status, stdout } = await run('definition', '--table', 'New')
  expect([status, JSON.parse(stdout)]).toEqual([0, describeBareTable('New')])
})

rehearse('rows of every kind come back byte for byte', async () => {
  await openFullCompany(engine, 'A#1')
  const file = join(folder, 'rows.jsonl')
  const before = (await scanTable(engine.table)).map(formatRow).sort()
  expect(before.join()).toMatch(/CHUNK#/)
  expect(await exportRows(db, engine.table.name, file)).toBe(before.length)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(['Item'])
  const restored = await createBareTable()
  expect(await importRows(db, restored, file)).toBe(before.length)
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
  const child = startInventory(['drill', '--items', '4'], prebuilt)
  let told = ''
  let pid = 0
  child.stdout.on('data', (text) => {
    told += text
    const [, folder] = /^A drill in (\S+),/.exec(told) ?? []
    if (pid > 0 || !folder || !told.includes('the synthesized stack runs')) return
    pid = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')).pid
    // While it clears away, a terminal that is closed must not end it.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) child.kill(signal)
  })
  const [status] = await once(child, 'exit')
  expect([status, told]).toEqual([1, expect.not.stringContaining('2. ')])
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  const [, folder = ''] = /^A drill in (\S+),/.exec(told) ?? []
  expect(existsSync(folder)).toBe(false)
})

test.each<[string[], string]>([
  [['--items', '3'], '--items must be from 4 to 1000'],
  [['--items', 'many'], '--items must be from 4 to 1000'],
  [['--table', 'x'], "Unknown option '--table'"],
])('a drill with %j is refused', async (args, message) => {
  const { status, stderr } = await runInventory(['drill', ...args])
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
})
