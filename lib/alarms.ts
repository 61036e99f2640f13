import { CfnOutput, Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'

/** Creates an alarm that notifies the topic's subscribers where an event has failed for good. */
export function createFailureAlarm(scope: Construct, failures: IQueue): void {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true })
  const waiting = failures.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'max' })
  const alarm = new Alarm(scope, 'FailuresAlarm', {
    alarmDescription:
      'A snapshot, a restore, a compaction or a schedule failed three times: its event is in the queue of failures.',
    metric: waiting,
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(topic))
  new CfnOutput(scope, 'AlarmTopic', { value: topic.topicArn })
}
