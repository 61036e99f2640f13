import { Aws, Duration } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { Alerts } from './alerts'
import { allow, type CreateFunction } from './function'
import { createQueueFunction } from './queue-function'
import type { NeedsOf } from './workers'

/** A mail takes a tenth of a second, or 15 s where SES does not answer. What is left comes again. */
const timeout = Duration.minutes(5)

type Work = { needsOf: NeedsOf; createFunction: CreateFunction; failures: IQueue; dashboardUrl: string }

/** Creates what mails them. `dashboardUrl`: where the links in the mails lead. */
export function createAlertSender(
  scope: Construct,
  { mailFrom, queue }: Alerts,
  { needsOf, createFunction, failures, dashboardUrl }: Work,
): void {
  const { statements, environment } = needsOf('send-alerts')
  const needs = {
    statements: [...statements, allow(['sqs:SendMessage'], failures.queueArn), allowMails(mailFrom)],
    environment: { ...environment, FAILURES_QUEUE_URL: failures.queueUrl, DASHBOARD_URL: dashboardUrl },
    timeout,
  }
  createQueueFunction(scope, createFunction, 'send-alerts', { queue, needs, batchSize: 1 })
}

/** SES asks for the right to the identity that is verified: the address, or its domain. */
function allowMails(mailFrom: string): PolicyStatement {
  const [, domain = ''] = mailFrom.split('@')
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [mailFrom, domain].map(
      (identity) => `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/${identity}`,
    ),
    conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
  })
}
