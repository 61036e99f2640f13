import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { listen } from './listen'
import { region } from './names'
import { type PartitionKeys, readPartitionKeys, readTableDefinition, type TableDefinition } from './table-definition'
import type { Stack } from './template'

/** A DynamoDB engine with the service's table. `fresh` is true where the table was created by this start. */
export type TableEngine = {
  endpoint: string
  table: string
  partitionKeys: PartitionKeys
  fresh: boolean
  stop: () => Promise<void>
}

/** A local engine accepts any signature. All clients use one name, since some engines keep a database for each name. */
export const engineCredentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/**
 * Creates the table if it does not exist. Throws if it does not exist and the template does not make it. `outside` is a
 * running engine. Without `dataDir`, the data is in memory.
 */
export async function startTableEngine(
  stack: Stack,
  dataDir: string | null,
  outside = process.env.DYNAMODB_ENDPOINT,
): Promise<TableEngine> {
  const table = readTableDefinition(stack)
  const engine = outside ? { endpoint: outside, stop: async () => {} } : await spawnEngine(dataDir)
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region, credentials: engineCredentials })
  try {
    const fresh = await createTable(client, table)
    return { ...engine, table: table.name, fresh, partitionKeys: await describeKeys(client, table.name) }
  } catch (error) {
    await engine.stop()
    throw error
  } finally {
    client.destroy()
  }
}

/** False if there is nothing to create. */
async function createTable(client: DynamoDBClient, { name: TableName, properties }: TableDefinition): Promise<boolean> {
  if (properties === null) return false
  const { KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes, TimeToLiveSpecification } = properties
  try {
    await client.send(
      new CreateTableCommand({ TableName, KeySchema, AttributeDefinitions, BillingMode, GlobalSecondaryIndexes }),
    )
    if (TimeToLiveSpecification) await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    return true
  } catch (error) {
    if (error instanceof ResourceInUseException) return false
    throw error
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

async function spawnEngine(dataDir: string | null) {
  const port = await findFreePort()
  const store = dataDir === null ? [] : ['--db-path', join(dataDir, 'inventory.db')]
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true })
  const options = ['serve', '--host', '127.0.0.1', '--port', String(port), ...store]
  // Has its own process group, so that Ctrl-C reaches only us. We end the engine after our last request.
  const child = spawn(findEngineBinary(), options, { stdio: 'ignore', detached: true })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill) // a crash of this process must not leave the engine running
  const endpoint = `http://127.0.0.1:${port}`
  await waitUntilAnswering(endpoint, child)
  const stop = async () => {
    process.removeListener('exit', kill)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { endpoint, stop }
}

function findEngineBinary(): string {
  const platform = `@dynoxide/${process.platform}-${process.arch}`
  try {
    return createRequire(join(process.cwd(), 'package.json')).resolve(
      `${platform}/dynoxide${process.platform === 'win32' ? '.exe' : ''}`,
    )
  } catch {
    throw new Error(`No local DynamoDB engine for this machine (${platform}): set DYNAMODB_ENDPOINT to one that runs.`)
  }
}

async function waitUntilAnswering(endpoint: string, child: ChildProcess): Promise<void> {
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {})
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`the DynamoDB engine ended with code ${child.exitCode}`)
    const answered = fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (await Promise.race([answered, failed])) return
    await sleep(25)
  }
  throw new Error('the DynamoDB engine does not answer')
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}
