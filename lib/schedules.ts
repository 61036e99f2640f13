import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import { createAsynchronousFunction } from './asynchronous-function'
import type { JobId } from './entries'
import type { Workers } from './workers'

/** In UTC, unless the context overrides it. The times avoid the full hour, when many other jobs start. */
const schedules: { id: JobId; name: string; context: string; expression: string }[] = [
  { id: 'daily-snapshots', name: 'DailySnapshots', context: 'dailySnapshots', expression: 'cron(7 2 * * ? *)' },
  { id: 'nightly-upkeep', name: 'NightlyUpkeep', context: 'nightlyUpkeep', expression: 'cron(17 3 * * ? *)' },
]

export function createSchedules(scope: Construct, { needsOf, failures }: Workers): void {
  for (const { id, name, context, expression } of schedules) {
    const target = createAsynchronousFunction(scope, id, needsOf(id), failures)
    new Rule(scope, `${name}Schedule`, {
      schedule: Schedule.expression(String(scope.node.tryGetContext(context) ?? expression)),
      // EventBridge only passes the event on: its retries and queue are for one that Lambda does not accept.
      targets: [new FunctionTarget(target, { deadLetterQueue: failures, retryAttempts: 2 })],
    })
  }
}
