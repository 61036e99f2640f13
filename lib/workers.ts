import { Duration } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { RouteId } from '../functions/routes'
import { makeAccess } from './access'
import { acknowledgeFailures } from './acknowledgements'
import { createAsynchronousFunction } from './asynchronous-function'
import type { JobId } from './entries'
import type { FunctionNeeds } from './route-function'

/** The workers: the functions that start each one, and the variable in which those find its name. */
const workers: { id: JobId; variable: string; runBy: (RouteId | JobId)[] }[] = [
  {
    id: 'compact-catalogue',
    variable: 'COMPACTION_FUNCTION',
    runBy: ['list-items', 'list-trash', 'list-orders', 'create-items', 'create-transactions', 'nightly-upkeep'],
  },
  { id: 'run-restore', variable: 'RESTORE_FUNCTION', runBy: ['restore-snapshot', 'get-restore'] },
  { id: 'take-daily-snapshot', variable: 'SNAPSHOT_FUNCTION', runBy: ['daily-snapshots'] },
]

export type Workers = {
  /** What a function needs: its grants, and the names of the workers that it starts. */
  needsOf: (id: RouteId | JobId) => FunctionNeeds
  /** The queue for events that failed for good. */
  failures: IQueue
}

/** Creates the workers, and a queue for events that fail three times. */
export function createWorkers(scope: Construct, table: Table): Workers {
  const failures = new Queue(scope, 'Failures', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  acknowledgeFailures(failures)
  const ownNeeds = (id: RouteId | JobId) => ({
    statements: makeAccess(id, table.tableArn),
    environment: { TABLE_NAME: table.tableName },
  })
  const made = workers.map((job) => {
    const needs = { ...ownNeeds(job.id), memorySize: 2048 }
    return { ...job, worker: createAsynchronousFunction(scope, job.id, needs, failures) }
  })
  const needsOf = (id: RouteId | JobId): FunctionNeeds => {
    const { statements, environment } = ownNeeds(id)
    const run = made.filter(({ runBy }) => runBy.includes(id))
    return {
      statements: [...statements, ...run.map(({ worker }) => allow('lambda:InvokeFunction', worker.functionArn))],
      environment: {
        ...environment,
        ...Object.fromEntries(run.map(({ variable, worker }) => [variable, worker.functionName])),
      },
    }
  }
  return { needsOf, failures }
}

function allow(action: string, resource: string): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions: [action], resources: [resource] })
}
