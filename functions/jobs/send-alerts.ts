import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as z from 'zod'
import { mailAlert, sendAlert, type Unsent } from '../operations/alerts/mail-alert'
import { env } from '../runtime/env'
import { keepFailure, type RunContext } from '../runtime/failures'
import { logger, reportError } from '../runtime/logger'
import { openMail } from '../runtime/mail'
import { withMetrics } from '../runtime/metrics'
import { AlertMessage, openAlertsQueue } from '../runtime/queues/alerts-queue'
import { handleMessages } from '../runtime/queues/messages'
import { openTable } from '../store/table/table'

const mailer = {
  table: openTable(env.TABLE_NAME),
  sendMail: openMail(env.MAIL_FROM ?? ''),
  dashboard: env.DASHBOARD_URL ?? '',
}
const queue = openAlertsQueue(env.ALERTS_QUEUE_URL ?? '')

/** What `keepFailure` keeps: one message, or the mails of an alert that were not sent. */
const Kept = z.union([
  AlertMessage.strict(),
  z.strictObject({ company_id: z.string(), cursor: z.string(), until: z.string(), people: z.array(z.string()) }),
])
type Kept = z.infer<typeof Kept>

/** Mails what became low, as the messages of the queue say; or, once more, what was kept of one that failed. */
export const handler = withMetrics(async (event: SQSEvent | Kept, context: RunContext): Promise<SQSBatchResponse> => {
  if (!('Records' in event)) {
    await sendAgain(Kept.parse(event))
    return { batchItemFailures: [] }
  }
  return handleMessages(event, context, {
    what: 'mail of an alert',
    schema: AlertMessage,
    handle: (message, { attempts, isLast }) => {
      const keep = (unsent: Unsent, error: unknown) => keepAndTell(toKept(unsent), error, context, attempts)
      return sendAlert({ mailer, queue, keep: isLast ? keep : null }, message)
    },
  })
})

async function keepAndTell(kept: Kept, thrown: unknown, context: RunContext, attempts: number): Promise<void> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  logger.error('an alert cannot be mailed, and is kept', { company_id: kept.company_id, ...reportError(error) })
  await keepFailure(kept, error, context, attempts)
}

/** Throws where it fails again: then it stays in the queue of failures. */
async function sendAgain(kept: Kept): Promise<void> {
  if ('alert_id' in kept) return sendAlert({ mailer, queue, keep: null }, kept)
  const { company_id: companyId, ...range } = kept
  const { failed } = await mailAlert(mailer, { companyId, ...range })
  if (failed[0]) throw failed[0].error
}

function toKept({ companyId, cursor, until, people }: Unsent): Kept {
  return { company_id: companyId, cursor, until, people }
}
