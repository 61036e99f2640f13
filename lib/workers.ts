import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { RouteId } from '../functions/routes'
import { makeAccess } from './access'
import { createAsynchronousFunction } from './asynchronous-function'
import type { JobId } from './entries'
import { allow, type CreateFunction, type FunctionNeeds } from './function'
import type { MasterKey } from './master-key'
import type { People } from './people'
import type { StackTable } from './table'
import type { Webhooks } from './webhooks'

/** The workers: the functions that start each one, and the variable in which those find its name. */
const workers: { id: JobId; variable: string; runBy: (RouteId | JobId)[] }[] = [
  {
    id: 'compact-catalogue',
    variable: 'COMPACTION_FUNCTION',
    runBy: [
      'list-items',
      'list-trash',
      'list-orders',
      'create-items',
      'create-transactions',
      'get-account',
      'nightly-upkeep',
    ],
  },
  { id: 'run-restore', variable: 'RESTORE_FUNCTION', runBy: ['restore-snapshot', 'get-restore'] },
  { id: 'take-daily-snapshot', variable: 'SNAPSHOT_FUNCTION', runBy: ['daily-snapshots'] },
]

/** What a function needs: its grants, what it needs of webhooks, and the names of the workers that it starts. */
export type NeedsOf = (id: RouteId | JobId) => FunctionNeeds

/** What functions may have: the table, and the environment that all share. Null: a stack without events, or people. */
type Shared = {
  table: StackTable
  environment: Record<string, string>
  webhooks: Webhooks | null
  people: People | null
  masterKey: MasterKey | null
  createFunction: CreateFunction
}

/** Creates the workers. Events that fail three times go to `failures`. */
export function createWorkers(
  failures: IQueue,
  { table, environment, webhooks, people, masterKey, createFunction }: Shared,
): NeedsOf {
  const ownNeeds = (id: RouteId | JobId) => {
    const others = [webhooks, people, masterKey]
      .map((shared) => shared?.needsOf(id))
      .filter((needs) => needs !== undefined)
    return {
      statements: [...makeAccess(id, table.tableArn), ...others.flatMap(({ statements }) => statements)],
      environment: {
        ...environment,
        TABLE_NAME: table.tableName,
        ...Object.assign({}, ...others.map(({ environment }) => environment)),
      },
    }
  }
  const made = workers.map((job) => {
    const needs = { ...ownNeeds(job.id), memorySize: 2048 }
    return { ...job, worker: createAsynchronousFunction(createFunction, job.id, needs, failures) }
  })
  return (id) => {
    const { statements, environment } = ownNeeds(id)
    const run = made.filter(({ runBy }) => runBy.includes(id))
    return {
      statements: [...statements, ...run.map(({ worker }) => allow(['lambda:InvokeFunction'], worker.functionArn))],
      environment: {
        ...environment,
        ...Object.fromEntries(run.map(({ variable, worker }) => [variable, worker.functionName])),
      },
    }
  }
}
