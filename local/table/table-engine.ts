import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { region } from '../names'
import type { Stack } from '../template'
import { type EngineProcess, startEngineProcess } from './engine-process'
import { type PartitionKeys, readPartitionKeys, readTableDefinition, type TableDefinition } from './table-definition'

/** A DynamoDB engine with the service's table. `fresh` is true where the table was created by this start. */
export type TableEngine = EngineProcess & {
  table: string
  partitionKeys: PartitionKeys
  fresh: boolean
}

/** A local engine accepts any signature. All clients use one name, since some engines keep a database for each name. */
export const engineCredentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/**
 * Creates the table if it does not exist. Throws if it does not exist and the template does not make it. `outside` is a
 * running engine. Without `dataDir`, the data is in memory. `stream`: whether the table gets the stream of the
 * template. In memory it makes writes slow (see stream-index.ts): where nobody reads it, it is left out.
 */
export async function startTableEngine(
  stack: Stack,
  dataDir: string | null,
  { outside = process.env.DYNAMODB_ENDPOINT, stream = false }: { outside?: string | undefined; stream?: boolean } = {},
): Promise<TableEngine> {
  const table = readTableDefinition(stack)
  const engine = outside ? reachEngine(outside) : await startEngineProcess(dataDir)
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region, credentials: engineCredentials })
  try {
    const fresh = await createTable(client, table, stream)
    return { ...engine, table: table.name, fresh, partitionKeys: await describeKeys(client, table.name) }
  } catch (error) {
    await engine.stop()
    throw error
  } finally {
    client.destroy()
  }
}

/** One that runs, and that others stop. */
function reachEngine(endpoint: string): EngineProcess {
  return { endpoint, ended: new Promise(() => {}), stop: async () => {} }
}

/** False if there is nothing to create. */
async function createTable(
  client: DynamoDBClient,
  { name: TableName, properties }: TableDefinition,
  stream: boolean,
): Promise<boolean> {
  if (properties === null) return false
  const { KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes, TimeToLiveSpecification } = properties
  const StreamSpecification =
    stream && properties.StreamSpecification ? { StreamEnabled: true, ...properties.StreamSpecification } : undefined
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        KeySchema,
        AttributeDefinitions,
        BillingMode,
        GlobalSecondaryIndexes,
        StreamSpecification,
      }),
    )
    if (TimeToLiveSpecification) await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    return true
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
    return false
  }
}

async function describeKeys(client: DynamoDBClient, TableName: string): Promise<PartitionKeys> {
  try {
    return readPartitionKeys((await client.send(new DescribeTableCommand({ TableName }))).Table)
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
    const where = 'start with the --data that has it, or set DYNAMODB_ENDPOINT to the engine that has it'
    throw new Error(`The DynamoDB engine has no table ${TableName}: ${where}.`)
  }
}
