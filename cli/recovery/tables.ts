import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { tableName, tableNameRule } from '../../functions/store/table/schema'
import { type Command, json, type Options, text, UsageError } from '../command-line'
import { localAccess } from '../target'
import { checkTable, findStream, prepareTable, type TableReport } from './prepare-table'
import { describeBareTable } from './table-shape'

const usage = `Tables that were restored or imported, before a stack is deployed onto one with -c table=NAME.

  npx inventory tables check --table NAME        tells what is missing; exit status 1 if anything is
  npx inventory tables prepare --table NAME      sets what is missing
  npx inventory tables definition --table NAME   prints the --table-creation-parameters of an import from S3

  A point-in-time restore and an import from S3 bring the rows and the index. They do not turn on time to live,
  point-in-time recovery, deletion protection and the stream: prepare does. A deployment needs the ARN of the stream
  that it prints: -c stream=ARN. Without it, no event reaches the bus. First it checks the key and the index, and refuses a
  table that is not one of this service. It waits while DynamoDB restores the table, and tells so on stderr. After 12
  hours it gives up with exit status 1; DynamoDB goes on. Run it as often as you like. DynamoDB changes time to live
  once an hour: where it refuses, run prepare again later.

  Tables are those of your AWS credentials, in the region of AWS_REGION.
  --endpoint URL  a local engine instead. What it does not know is left out.
  --json          one JSON document on stdout`

function parseTableName({ table }: Options): string {
  const name = String(table)
  if (!tableName.test(name)) throw new UsageError(`--table must be ${tableNameRule}`)
  return name
}

function openTarget(options: Options) {
  const name = parseTableName(options)
  const { endpoint } = options
  if (endpoint === undefined) return { name, client: new DynamoDBClient({}) }
  if (!URL.canParse(String(endpoint))) throw new UsageError('--endpoint must be a URL, such as http://127.0.0.1:8000')
  return { name, client: new DynamoDBClient({ endpoint: String(endpoint), ...localAccess }) }
}

async function check(options: Options) {
  const { name, client } = openTarget(options)
  const remedy = `npx inventory tables prepare --table ${name}`
  return describe(client, name, await checkTable(client, name), remedy)
}

async function prepare(options: Options) {
  const { name, client } = openTarget(options)
  const report = await prepareTable(client, name, { sleep, report: console.error })
  return describe(client, name, report, 'see what failed, and run this again.')
}

async function describe(client: DynamoDBClient, name: string, { complete, settings }: TableReport, remedy: string) {
  if (!complete) {
    process.exitCode = 1
    console.error(`The table is not complete: ${remedy}`)
  }
  const [region, stream_arn] = await Promise.all([client.config.region(), findStream(client, name)])
  return { table: name, region, ...settings, stream_arn }
}

async function define(options: Options): Promise<void> {
  console.log(JSON.stringify(describeBareTable(parseTableName(options)), null, 2))
}

const tableAction = { options: { ...json, endpoint: text }, required: ['table'] }

export const command: Command = {
  usage,
  actions: {
    check: { ...tableAction, run: check },
    prepare: { ...tableAction, run: prepare },
    definition: { options: json, required: ['table'], run: define },
  },
}
