import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { ttlAttribute } from '../../functions/store/table/schema'
import { listDifferences } from './table-shape'

/** A setting by its name, in words. `complete` is false where one is missing. */
export type TableReport = { complete: boolean; settings: Record<string, string> }

const unknown = 'unknown to this engine'

/** Changes nothing. Throws an `Error` for a table that is not ready, or not of this service. */
export async function checkTable(client: DynamoDBClient, name: string): Promise<TableReport> {
  const found = await readTableState(client, name)
  if (!found.ready) throw new Error(`The table ${name} is ${found.state}.`)
  requireShape(found.description)
  const words = { set: 'set', missing: 'missing', unknown }
  return visitSettings(async ({ read }) => {
    const state = await read(client, name)
    return { complete: state !== 'missing', text: words[state] }
  })
}

/**
 * Waits until the table is ready, and sets what is missing. Goes on where one setting fails. Throws an `Error` for a
 * table that is not of this service.
 */
export async function prepareTable(client: DynamoDBClient, name: string, waiting: Waiting): Promise<TableReport> {
  requireShape(await waitUntilReady(client, name, waiting))
  return visitSettings(async ({ read, set }) => {
    await waitUntilReady(client, name, waiting) // the setting before may still be under way
    const state = await read(client, name)
    if (state === 'missing') await set(client, name)
    const words = { set: 'already set', missing: 'set now', unknown }
    return { complete: true, text: words[state] }
  })
}

type Visited = { complete: boolean; text: string }

async function visitSettings(visit: (setting: Setting) => Promise<Visited>): Promise<TableReport> {
  const visited: [string, Visited][] = []
  for (const setting of settings) {
    const fail = (error: Error) => ({ complete: false, text: `failed: ${error.message}` })
    visited.push([setting.name, await visit(setting).catch(fail)])
  }
  return {
    complete: visited.every(([, { complete }]) => complete),
    settings: Object.fromEntries(visited.map(([name, { text }]) => [name, text])),
  }
}

function requireShape(description: TableDescription): void {
  const differences = listDifferences(description)
  if (differences.length === 0) return
  const lines = differences.map((line) => `\n  ${line}`).join('')
  throw new Error(`${description.TableName} is not a table of this service:${lines}`)
}

const pollsPerReport = 12
/** The longest wait. A restore takes up to some hours. */
const limitHours = 12

/** `sleep` takes milliseconds. `report` is told what takes long. `pollMs` is the time between two looks. */
export type Waiting = { sleep: (ms: number) => Promise<void>; report: (text: string) => void; pollMs?: number }

type Ready = { ready: true; description: TableDescription } | { ready: false; state: string }

/**
 * DynamoDB tells the status of a table and of each index. An engine that leaves one out knows no other than ACTIVE:
 * nothing would ever end a wait for it. Throws an `Error` where there is no such table, or none that will become ready.
 */
async function readTableState(client: DynamoDBClient, name: string): Promise<Ready> {
  const description = await describeTable(client, name)
  const { TableStatus: status = 'ACTIVE', GlobalSecondaryIndexes = [], RestoreSummary } = description
  if (status === 'UPDATING') return { ready: false, state: 'being updated' }
  if (status === 'CREATING') {
    return { ready: false, state: RestoreSummary?.RestoreInProgress ? 'being restored' : 'being created' }
  }
  if (status !== 'ACTIVE') throw new Error(`The table ${name} has the status ${status}: it cannot be used.`)
  const pending = GlobalSecondaryIndexes.find(({ IndexStatus = 'ACTIVE' }) => IndexStatus !== 'ACTIVE')
  if (pending) return { ready: false, state: `being indexed (${pending.IndexName} is ${pending.IndexStatus})` }
  return { ready: true, description }
}

/** Waits for DynamoDB, for 12 hours at most. Throws an `Error` then, and as `readTableState` does. */
async function waitUntilReady(client: DynamoDBClient, name: string, { sleep, report, pollMs = 5_000 }: Waiting) {
  for (let polls = 0; ; polls++) {
    const found = await readTableState(client, name)
    if (found.ready) return found.description
    const seconds = (polls * pollMs) / 1_000
    if (seconds >= limitHours * 3_600)
      throw new Error(
        `The table ${name} is still ${found.state} after ${limitHours} hours. DynamoDB goes on with it: run this again. If nothing changes, open a case with AWS.`,
      )
    if (polls % pollsPerReport === 0) report(`${name} is ${found.state}. Waiting, for ${seconds} s so far.`)
    await sleep(pollMs)
  }
}

async function describeTable(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    if (!Table) throw new Error(`DynamoDB does not describe the table ${TableName}.`)
    return Table
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
    throw new Error(`There is no table ${TableName} in ${await client.config.region()}.`)
  }
}

/** `unknown`: the engine does not know the setting. DynamoDB knows all. */
type State = 'set' | 'missing' | 'unknown'

/** What a restore and an import leave out. `set` can be called again. */
type Setting = {
  name: string
  /** Throws an `Error` where it is set in another way. */
  read: (client: DynamoDBClient, TableName: string) => Promise<State>
  set: (client: DynamoDBClient, TableName: string) => Promise<unknown>
}

const settings: Setting[] = [
  {
    name: 'time_to_live',
    read: async (client, TableName) => {
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
      const { TimeToLiveStatus: status = 'DISABLED', AttributeName: attribute } = TimeToLiveDescription ?? {}
      if (status === 'DISABLED') return 'missing'
      if (status !== 'DISABLING' && attribute === ttlAttribute) return 'set'
      throw new Error(`it is ${status} for '${attribute}'. Turn it off, wait an hour, and run this again`)
    },
    set: (client, TableName) => {
      const TimeToLiveSpecification = { AttributeName: ttlAttribute, Enabled: true }
      return client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    },
  },
  {
    name: 'point_in_time_recovery',
    read: async (client, TableName) => {
      try {
        const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }))
        const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {}
        return PointInTimeRecoveryStatus === 'ENABLED' ? 'set' : 'missing'
      } catch (error) {
        if (error instanceof Error && error.name === 'UnknownOperationException') return 'unknown'
        throw error
      }
    },
    set: (client, TableName) => {
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
      return client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }))
    },
  },
  {
    name: 'deletion_protection',
    read: async (client, TableName) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }))
      if (Table?.DeletionProtectionEnabled === undefined) return 'unknown'
      return Table.DeletionProtectionEnabled ? 'set' : 'missing'
    },
    set: (client, TableName) => client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true })),
  },
  {
    name: 'stream',
    read: async (client, TableName) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }))
      const { StreamEnabled: on = false, StreamViewType: view = '' } = Table?.StreamSpecification ?? {}
      if (!on) return 'missing'
      if (view.startsWith('NEW_')) return 'set' // with or without the old image
      throw new Error(`it has ${view}. Turn it off, and run this again`)
    },
    set: (client, TableName) => {
      const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } as const
      return client.send(new UpdateTableCommand({ TableName, StreamSpecification }))
    },
  },
]

/** Null where the table has no stream that is on. */
export async function findStream(client: DynamoDBClient, TableName: string): Promise<string | null> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  return (Table?.StreamSpecification?.StreamEnabled && Table.LatestStreamArn) || null
}
