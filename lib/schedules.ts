import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import { asynchronousFunction } from './asynchronous-function'
import type { JobId } from './entries'
import type { Workers } from './workers'

/** When they run, in UTC, unless the context says otherwise; off the hour, when all the world's jobs start. */
const schedules: { id: JobId; name: string; context: string; expression: string }[] = [
  { id: 'daily-snapshots', name: 'DailySnapshots', context: 'dailySnapshots', expression: 'cron(7 2 * * ? *)' },
  { id: 'nightly-upkeep', name: 'NightlyUpkeep', context: 'nightlyUpkeep', expression: 'cron(17 3 * * ? *)' },
]

/** What runs by itself, every day. */
export function dailySchedules(scope: Construct, { needsOf, failures }: Workers): void {
  for (const { id, name, context, expression } of schedules) {
    const target = asynchronousFunction(scope, id, needsOf(id), failures)
    new Rule(scope, `${name}Schedule`, {
      schedule: Schedule.expression(String(scope.node.tryGetContext(context) ?? expression)),
      // EventBridge hands the event over and is done: its retries and its queue are for one that Lambda does not take.
      targets: [new FunctionTarget(target, { deadLetterQueue: failures, retryAttempts: 2 })],
    })
  }
}
