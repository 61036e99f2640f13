import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { createAsynchronousFunction } from './asynchronous-function'
import type { JobId } from './entries'
import type { CreateFunction } from './function'
import type { NeedsOf } from './workers'

/** In UTC, unless the context value `name` says otherwise. They avoid the full hour, when many other jobs start. */
type NightlyJob = { id: JobId; rule: string; name: string; expression: string }

const dailySnapshots: NightlyJob = {
  id: 'daily-snapshots',
  rule: 'DailySnapshotsSchedule',
  name: 'dailySnapshots',
  expression: 'cron(7 2 * * ? *)',
}
const nightlyUpkeep: NightlyJob = {
  id: 'nightly-upkeep',
  rule: 'NightlyUpkeepSchedule',
  name: 'nightlyUpkeep',
  expression: 'cron(17 3 * * ? *)',
}

const deadGatewayKeys: NightlyJob = {
  id: 'remove-dead-gateway-keys',
  rule: 'RemoveDeadGatewayKeysSchedule',
  name: 'removeDeadGatewayKeys',
  expression: 'cron(27 4 * * ? *)',
}

type Work = { needsOf: NeedsOf; createFunction: CreateFunction; failures: IQueue }

export function createSchedules(
  scope: Construct,
  { needsOf, createFunction, failures }: Work,
): { dailySnapshots: IFunction } {
  const create = ({ id, rule, name, expression }: NightlyJob) => {
    const target = createAsynchronousFunction(createFunction, id, needsOf(id), failures)
    new Rule(scope, rule, {
      schedule: Schedule.expression(String(scope.node.tryGetContext(name) ?? expression)),
      // EventBridge only passes the event on: its retries and queue are for one that Lambda does not accept.
      targets: [new FunctionTarget(target, { deadLetterQueue: failures, retryAttempts: 2 })],
    })
    return target
  }
  create(nightlyUpkeep)
  create(deadGatewayKeys)
  return { dailySnapshots: create(dailySnapshots) }
}
