import { Aws, Duration } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { FunctionId } from '../entries'
import type { Functions } from '../functions'
import { createQueue } from '../queues'

/** Who puts messages on the queue, and who tells whether there are mails. */
const senders: FunctionId[] = ['publish-events', 'send-alerts']
const tellers: FunctionId[] = ['get-account', 'update-person', 'send-alerts', 'invite-person']

/** Longer than `timeout`, and than the lease of a mail: functions/store/companies/person-alerts.ts. */
const visibilityTimeout = Duration.minutes(7)
/** A mail takes a tenth of a second, or 15 s where SES does not answer. What is left comes again. */
const timeout = Duration.minutes(5)

type Options = {
  disposable: boolean
  /** The address from which mails come. */
  mailFrom: string
  /** Where the links in the mails lead. */
  dashboardUrl: string
  failures: IQueue
}

/** Adds the queue of alerts, and what mails. A message names a row, and comes after five minutes. */
export function addMail(
  scope: Construct,
  functions: Functions,
  { disposable, mailFrom, dashboardUrl, failures }: Options,
): void {
  const queue = createQueue(scope, 'Alerts', { disposable, visibilityTimeout, failures })
  functions.giveQueue(senders, queue, 'ALERTS_QUEUE_URL')
  functions.give(tellers, { environment: { MAIL_FROM: mailFrom } })
  functions.give(['send-alerts', 'invite-person'], {
    statements: [allowMails(mailFrom)],
    environment: { DASHBOARD_URL: dashboardUrl },
  })
  functions.giveFailures('send-alerts')
  functions.createForQueue('send-alerts', queue, { batchSize: 1, timeout })
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
