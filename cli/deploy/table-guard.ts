import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import * as z from 'zod'
import { makeStackName } from '../../lib/stack-name'
import { describeError } from '../aws-errors'
import { requireInert } from './assembly-guard'

/**
 * Refuses a deployment that would give a stack another table than it runs on: one that names no table, while the stack
 * runs on one that it has not made. `args`: of `cdk deploy`. Throws an `Error` that says which command to use, or why
 * CloudFormation could not be asked. With a table in `args` or in cdk.json, nothing is asked. Of an assembly that is
 * there (`--app FOLDER`), which switches change no more, its template counts; it is refused where it is not inert.
 */
export async function requireTable(args: string[], config: CloudFormationClientConfig = {}): Promise<void> {
  const { stack, client, assembly, hasTable } = findStack(args, config)
  if (hasTable) return
  const table = await findForeignTable(client, stack).catch((error: unknown) => {
    throw new Error(`It could not be asked on which table the stack ${stack} runs. ${describeError(error)}`)
  })
  if (table === null) return
  const command = ['npm run deploy --', ...args.map(quote), `-c table=${table}`].join(' ')
  const remedy = assembly ? `Synthesize it again with '-c table=${table}', ` : `Deploy with\n\n  ${command}\n\n`
  throw new Error(
    `The stack ${stack} runs on the table ${table}, which it has not made. Without '-c table', this deployment would ` +
      `make a new table, which is empty. ${remedy}` +
      `and with '-c stream=ARN', where there are events: 'npx inventory tables check --table ${table}' prints it. ` +
      "If a new table is what you want, use 'npx cdk deploy'.",
  )
}

/** After a deployment that has failed: what to do where it was the first one of its stack. Null where it was not. */
export async function adviseAfterFailure(args: string[], config: CloudFormationClientConfig = {}) {
  const { stack, client } = findStack(args, config)
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }))
  if (!/^ROLLBACK_(COMPLETE|FAILED)$/.test(Stacks?.[0]?.StackStatus ?? '')) return null
  return `The first deployment of ${stack} has failed. See npx inventory stacks leftovers --stack ${stack}`
}

const cdkOptions = {
  context: { type: 'string', short: 'c', multiple: true },
  profile: { type: 'string' },
  app: { type: 'string', short: 'a' },
} as const

/** `hasTable`: it is deployed onto a table that it has not made. `assembly`: null where it is to be synthesized. */
function findStack(args: string[], config: CloudFormationClientConfig) {
  const { context, profile, app } = parseOptions(args)
  const assembly = app === undefined ? null : readAssembly(app)
  const hasTable = assembly ? !assembly.makesTable : context.has('table')
  const stack = assembly?.stack ?? makeStackName(context.get('stage') ?? 'dev')
  const client = new CloudFormationClient({ ...(profile !== undefined && { profile }), ...config })
  return { stack, client, assembly, hasTable }
}

/** What the CDK takes of the command line, or else of cdk.json. */
function parseOptions(args: string[]) {
  const parsing = { args, options: cdkOptions, strict: false, allowPositionals: true, tokens: true } as const
  const { values, tokens } = parseArgs(parsing)
  const given = tokens.flatMap((token): [string, string][] => {
    if (token.kind !== 'option' || token.name !== 'context' || token.value === undefined) return []
    // The CDK reads '-ctable=NAME' as other options, one for each letter.
    if (token.rawName === '-c' && token.inlineValue) return []
    const [name = '', ...value] = token.value.split('=')
    return [[name, value.join('=')]]
  })
  const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const context = new Map([...readContext(), ...given])
  return { context, profile: readText(values.profile), app: readText(values.app) }
}

/** The stack of an assembly, by its template, and whether it makes a table. Null where `app` is a command. */
function readAssembly(app: string): { stack: string; makesTable: boolean } | null {
  const end = '.template.json'
  if (!existsSync(join(app, 'manifest.json'))) return null
  requireInert(app)
  const file = readdirSync(app).find((name) => name.endsWith(end))
  if (file === undefined) return null
  const template = readFileSync(join(app, file), 'utf8')
  return { stack: file.slice(0, -end.length), makesTable: template.includes('"AWS::DynamoDB::Table"') }
}

const Project = z.object({ context: z.record(z.string(), z.unknown()).default({}) })

function readContext(): [string, string][] {
  const file = join(__dirname, '../../cdk.json')
  const { context } = Project.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(context).map(([name, value]) => [name, String(value)])
}

/** The table on which a stack runs that it has not made. Null where it has made it, and where there is no stack yet. */
async function findForeignTable(client: CloudFormationClient, stack: string): Promise<string | null> {
  const answer = await client.send(new DescribeStacksCommand({ StackName: stack })).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ValidationError' && /does not exist/.test(error.message)) return null
    throw error
  })
  const output = answer?.Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')
  if (output?.OutputValue === undefined) return null
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: stack }))
    if (StackResourceSummaries.some(({ PhysicalResourceId }) => PhysicalResourceId === output.OutputValue)) return null
  return output.OutputValue
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
