import { Duration } from 'aws-cdk-lib'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EventInvokeConfig } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { RouteId } from '../functions/routes'
import { accessOf, compactionCallers } from './access'
import { acknowledgeFailures } from './acknowledgements'
import type { JobId } from './entries'
import { type FunctionNeeds, routeFunction } from './route-function'

/**
 * The functions that keep lists cheap: one makes a base of a catalogue, as readers and the nightly one ask for. What fails three
 * times lands in a queue. `needsOf` says what any function needs.
 */
export function catalogueJobs(scope: Construct, table: Table): { needsOf: (id: RouteId | JobId) => FunctionNeeds } {
  const failures = new Queue(scope, 'Failures', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  acknowledgeFailures(failures)
  const tableNeeds = (id: RouteId | JobId) => ({
    statements: accessOf(id, table.tableArn),
    environment: { TABLE_NAME: table.tableName },
  })
  const own = tableNeeds('compact-catalogue')
  const compaction = routeFunction(scope, 'compact-catalogue', {
    ...own,
    statements: [...own.statements, allow('sqs:SendMessage', failures.queueArn)],
    timeout: Duration.minutes(15),
    memorySize: 2048,
  })
  new EventInvokeConfig(scope, 'CompactCatalogueFailures', {
    function: compaction,
    onFailure: new SqsDestination(failures),
    retryAttempts: 2,
  })
  const needsOf = (id: RouteId | JobId): FunctionNeeds => {
    const { statements, environment } = tableNeeds(id)
    if (!compactionCallers.includes(id)) return { statements, environment }
    return {
      statements: [...statements, allow('lambda:InvokeFunction', compaction.functionArn)],
      environment: { ...environment, COMPACTION_FUNCTION: compaction.functionName },
    }
  }
  const nightly = routeFunction(scope, 'nightly-upkeep', {
    ...needsOf('nightly-upkeep'),
    timeout: Duration.minutes(15),
  })
  new Rule(scope, 'NightlyUpkeepSchedule', {
    schedule: Schedule.cron({ hour: '3', minute: '17' }), // off the hour, when all the world's jobs start
    targets: [new FunctionTarget(nightly, { deadLetterQueue: failures, retryAttempts: 2 })],
  })
  return { needsOf }
}

function allow(action: string, resource: string): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions: [action], resources: [resource] })
}
