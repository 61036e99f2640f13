import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'

const pollsPerReport = 12
/** The longest wait. A restore takes up to some hours. */
const limitHours = 12

/** `sleep` takes milliseconds. `report` is told what takes long. `pollMs` is the time between two looks. */
export type Waiting = { sleep: (ms: number) => Promise<void>; report: (text: string) => void; pollMs?: number }

export type Ready = { ready: true; description: TableDescription } | { ready: false; state: string }

/** Throws an `Error` where there is no such table, or none that will become ready. */
export async function readTableState(client: DynamoDBClient, name: string): Promise<Ready> {
  const description = await describeTable(client, name)
  const { TableStatus: status, GlobalSecondaryIndexes = [], RestoreSummary } = description
  if (status === 'UPDATING') return { ready: false, state: 'being updated' }
  if (status === 'CREATING') {
    return { ready: false, state: RestoreSummary?.RestoreInProgress ? 'being restored' : 'being created' }
  }
  if (status !== 'ACTIVE') throw new Error(`The table ${name} has the status ${status}: it cannot be used.`)
  const pending = GlobalSecondaryIndexes.find(({ IndexStatus }) => IndexStatus !== 'ACTIVE')
  if (pending) return { ready: false, state: `being indexed (${pending.IndexName} is ${pending.IndexStatus})` }
  return { ready: true, description }
}

/** Waits for DynamoDB, for 12 hours at most. Throws an `Error` then, and as `readTableState` does. */
export async function waitUntilReady(
  client: DynamoDBClient,
  name: string,
  { sleep, report, pollMs = 5_000 }: Waiting,
): Promise<TableDescription> {
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
