import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { RouteId } from '../functions/routes'
import { makeAccess } from './access'
import type { Alerts } from './alerts'
import { createAsynchronousFunction } from './asynchronous-function'
import type { JobId } from './entries'
import { allow, type CreateFunction, type FunctionNeeds, type Needs } from './function'
import type { MasterKey } from './master-key'
import type { NightlyQueue } from './nightly-queue'
import type { People } from './people'
import type { Switches } from './switches'
import type { StackTable } from './table'
import type { Webhooks } from './webhooks'

/** In MB. They hold all items of a company. */
export const workerMemory = 2048

/** The workers: the functions that start each one, and the variable in which those find its name. */
const workers: { id: JobId; variable: string; runBy: (RouteId | JobId)[] }[] = [
  {
    id: 'compact-catalogue',
    variable: 'COMPACTION_FUNCTION',
    runBy: [
      'list-items',
      'list-trash',
      'list-orders',
      'suggest-orders',
      'create-items',
      'create-transactions',
      'get-account',
    ],
  },
  { id: 'run-restore', variable: 'RESTORE_FUNCTION', runBy: ['restore-snapshot', 'get-restore'] },
]

/** Those that clients start as often as they like. The switch `workerConcurrency` limits the runs of each. */
const limited: JobId[] = ['compact-catalogue', 'run-restore']

/** What a function needs: its grants, what it needs of webhooks, and the names of the workers that it starts. */
export type NeedsOf = (id: RouteId | JobId) => FunctionNeeds

/** What functions may have: the table, and the environment that all share. Null: without events, mails or people. */
type Shared = {
  switches: Pick<Switches, 'workerConcurrency'>
  table: StackTable
  environment: Record<string, string>
  webhooks: Webhooks | null
  alerts: Alerts | null
  nightly: NightlyQueue
  people: People | null
  masterKey: MasterKey | null
  gatewayKeys: { needsOf: (id: RouteId | JobId) => Needs }
  createFunction: CreateFunction
}

/** Creates the workers. Events that fail three times go to `failures`. */
export function createWorkers(
  failures: IQueue,
  { switches, table, environment, webhooks, alerts, nightly, people, masterKey, gatewayKeys, createFunction }: Shared,
): NeedsOf {
  const ownNeeds = (id: RouteId | JobId) => {
    const others = [webhooks, alerts, nightly, people, masterKey, gatewayKeys]
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
    const concurrency = limited.includes(job.id) ? switches.workerConcurrency : null
    const needs = { ...ownNeeds(job.id), memorySize: workerMemory, concurrency }
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
