import { alertMarginMs, alertPauseMs } from '../../domain/alerts/alert'
import type { AlertMessage, QueueAlert } from '../../runtime/queues/alerts-queue'
import { closeAlert, continueAlert, findAlert, isOpen, type OpenAlert } from '../../store/companies/alert-row'
import { makeTimeKey } from '../../store/log/log-reader'
import type { Table } from '../../store/table/table'
import { makeUlid } from '../../store/time/ulids'
import { type AlertToMail, type Mailer, mailAlert } from './mail-alert'

/** Of an alert, what could not be mailed to whom. It is mailed on its own, later. */
export type Unsent = AlertToMail & { people: string[] }

/** `keep`: what is done with mails that cannot be sent, in the end. Null: they come again, with the whole alert. */
type Sending = { mailer: Mailer; queue: QueueAlert; keep: ((unsent: Unsent, error: unknown) => Promise<void>) | null }

/**
 * Mails what the message is about, and queues what has become low since. Where it throws, the message must come again.
 * All that it writes is conditional on rows that are there: an erasure need not wait for it.
 */
export async function sendAlert({ mailer, queue, keep }: Sending, message: AlertMessage): Promise<void> {
  const { company_id: companyId, alert_id } = message
  const alert = await findAlert(mailer.table, companyId)
  if (!isOpen(alert) || alert.id !== alert_id) return // it came twice, or another one has taken over
  const wanted = `${makeTimeKey(alert.due_at - alertMarginMs)}~`
  const { cursor } = alert
  const { until, failed } = await mailAlert(mailer, { companyId, cursor, until: wanted, people: null })
  const [first] = failed
  if (first) {
    if (keep === null) throw first.error
    await keep({ companyId, cursor, until, people: failed.map(({ person }) => person) }, first.error)
  }
  await goOn(mailer.table, { companyId, alert, until }, queue)
}

/** Queues the alert anew where something has become low since, and closes it otherwise. */
async function goOn(
  table: Table,
  { companyId, alert, until }: { companyId: string; alert: OpenAlert; until: string },
  queue: QueueAlert,
): Promise<void> {
  if (alert.latest <= until && (await closeAlert(table, companyId, alert, until))) return
  const now = table.now()
  const id = `alr_${makeUlid(now)}`
  await queue({ company_id: companyId, alert_id: id }, alertPauseMs)
  await continueAlert(table, companyId, alert, { id, cursor: until, due_at: now + alertPauseMs })
}
