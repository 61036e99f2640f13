import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'

const pollMs = 5_000
const pollsPerReport = 12

/** `sleep` takes milliseconds. `report` is told what takes long. */
export type Waiting = { sleep: (ms: number) => Promise<void>; report: (text: string) => void }

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

/** Waits for DynamoDB: a restore can take hours. Throws an `Error` as `readTableState` does. */
export async function waitUntilReady(
  client: DynamoDBClient,
  name: string,
  { sleep, report }: Waiting,
): Promise<TableDescription> {
  for (let polls = 0; ; polls++) {
    const found = await readTableState(client, name)
    if (found.ready) return found.description
    const seconds = (polls * pollMs) / 1_000
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
