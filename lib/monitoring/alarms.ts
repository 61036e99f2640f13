import { Aws, CfnOutput, Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { manyGatewayKeys } from '../../functions/domain/companies/gateway-key'
import { clockDifferenceMs } from '../../functions/store/time/timing'
import type { Switches } from '../switches'
import { type AwsMetrics, type LogMetrics, makeFailingShare, makeOwnMetric } from './metrics'

/** A reason to wake someone, with a page of the runbook. It is on at `threshold` and above. */
type Reason = {
  id: string
  what: string
  /** Without it, there is no alarm: the stack has not what is measured. */
  metric: IMetric | null | undefined
  threshold: number
  /** How many of the latest periods must be at the threshold: by default, the latest one. */
  of?: { points: number; periods: number }
  /** On below the threshold, or without any data. */
  whereMissing?: true
  /** About metrics of our own, so that there is none without them. */
  needsMetrics?: true
}

const once = { points: 1, periods: 1 }
const lasting = { points: 2, periods: 3 }
/** More than a day, since a metric may come late. */
const runHours = 26

/** Each alarm counts ten times in AWS's bill: one for each of its metrics. */
function listReasons(scope: Construct, aws: AwsMetrics, log: LogMetrics): Reason[] {
  return [
    {
      id: 'ServerErrors',
      what: 'At least 1 % of the requests were answered with a 5xx.',
      metric: aws.serverErrorRate,
      threshold: 0.01,
      of: lasting,
    },
    {
      id: 'Latency',
      what: 'One request in a hundred took 5 s or longer.',
      metric: aws.latency99,
      threshold: 5_000,
      of: { points: 3, periods: 3 },
    },
    {
      id: 'FunctionErrors',
      what: 'Three runs within an hour: functions crashed, ran out of memory or time, or jobs failed.',
      // The three runs of a job that takes all its time fail within 33 minutes, wherever a shorter period begins.
      metric: log.errors.with({ period: Duration.hours(1) }),
      threshold: 3,
    },
    {
      id: 'FunctionThrottles',
      what: 'Lambda refused to run functions of this account: its limit of concurrent executions is reached.',
      metric: aws.functionThrottles,
      threshold: 1,
      of: lasting,
    },
    {
      id: 'FunctionsNearLimit',
      what: 'A function took more than 80 % of its time limit.',
      metric: log.nearLimit.with({ period: Duration.hours(1) }),
      threshold: 1,
    },
    {
      id: 'TableThrottles',
      what: 'DynamoDB refused reads or writes for lack of capacity, more often than waiting makes good.',
      metric: aws.tableThrottles,
      threshold: 100,
      of: lasting,
    },
    {
      id: 'FailuresAlarm',
      what: 'A snapshot, a restore, a compaction, a mail or a schedule failed three times: it is in the queue of failures.',
      metric: aws.failures,
      threshold: 1,
    },
    {
      id: 'DailySnapshotsMissing',
      what: `The daily snapshots have not run for ${runHours} hours. On until the first run after a deployment of a new stack.`,
      metric: aws.dailySnapshotRuns,
      threshold: 1,
      of: { points: runHours, periods: runHours },
      whereMissing: true,
    },
    {
      id: 'CompaniesUnreached',
      what: 'The work of two nights was not done for a company: its upkeep, or its daily snapshot.',
      metric: makeOwnMetric(scope, 'UnreachedCompanies').with({ period: Duration.days(1) }),
      threshold: 1,
      needsMetrics: true,
    },
    {
      id: 'ClockDifference',
      what: 'The clocks of functions and of DynamoDB differ by more than 2 s. Lists are exact up to 5 s.',
      metric: makeOwnMetric(scope, 'ClockDifference'),
      threshold: clockDifferenceMs,
      of: lasting,
      needsMetrics: true,
    },
    {
      id: 'GatewayKeys',
      what: 'API Gateway holds 80 % of the keys that it holds for an account and region, or more.',
      // It is counted once a night: on until a night counts fewer.
      metric: makeOwnMetric(scope, 'GatewayKeys').with({ period: Duration.hours(1) }),
      threshold: manyGatewayKeys,
      of: { points: 1, periods: runHours },
      needsMetrics: true,
    },
    {
      id: 'GatewayThrottles',
      // It does not say which of its limits it was: that of the account, which concerns all, or that of a key.
      what: 'API Gateway refused requests before any function ran: the limit of the account, or that of a key.',
      metric: log.gatewayThrottles,
      threshold: 100,
      of: lasting,
    },
    {
      id: 'EventsLate',
      // Changes wait for at most 20 hours, so there is time, and whoever relies on the bus does not have it.
      what: 'Events reach the bus more than 5 minutes late.',
      metric: aws.eventsAge,
      threshold: 300_000,
      of: lasting,
    },
    {
      id: 'WebhooksFailing',
      // A receiver that is away is for its company to mend. This tells of many at once.
      what: 'Half of the attempts to deliver to webhooks failed within 15 minutes.',
      metric: aws.waitingDeliveries && makeFailingShare(scope),
      threshold: 0.5,
      needsMetrics: true,
    },
  ]
}

/** Creates the alarms, and the topic that they notify. Without metrics of our own, there is none about them. */
export function createAlarms(
  scope: Construct,
  { aws, log, switches }: { aws: AwsMetrics; log: LogMetrics; switches: Pick<Switches, 'runbook' | 'metrics'> },
): Alarm[] {
  const action = new SnsAction(createTopic(scope))
  return listReasons(scope, aws, log).flatMap(({ id, what, metric, threshold, of = once, ...reason }) => {
    const { whereMissing, needsMetrics } = reason
    if (!metric || (needsMetrics && !switches.metrics)) return []
    const alarm = new Alarm(scope, id, {
      alarmDescription: `${what} What to do: ${switches.runbook}/${namePage(id)}.md`,
      metric,
      threshold,
      evaluationPeriods: of.periods,
      datapointsToAlarm: of.points,
      comparisonOperator: whereMissing
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: whereMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(action)
    alarm.addOkAction(action) // whoever was woken learns that it is over
    return [alarm]
  })
}

/** `ServerErrors` has the page `server-errors`. `FailuresAlarm` is called so beside the queue. */
function namePage(id: string): string {
  return id
    .replace(/Alarm$/, '')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase()
}

/** A policy of its own replaces the one that lets the account's alarms publish. So it allows that, too. */
function createTopic(scope: Construct): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true })
  topic.addToResourcePolicy(
    new PolicyStatement({
      actions: ['sns:Publish'],
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  )
  new CfnOutput(scope, 'AlarmTopic', { value: topic.topicArn })
  return topic
}
