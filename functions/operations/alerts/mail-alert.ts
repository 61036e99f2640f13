import { randomUUID } from 'node:crypto'
import { alertMarginMs, alertPauseMs } from '../../domain/alerts/alert'
import { type Item, isInTrash } from '../../domain/items/item'
import { isLow } from '../../domain/items/stock-level'
import { makeAlertMail } from '../../domain/mails/alert-mail'
import type { SendMail } from '../../runtime/mail'
import type { AlertMessage, QueueAlert } from '../../runtime/queues/alerts-queue'
import { Reader } from '../../store/commit/reader'
import { closeAlert, continueAlert, findAlert, isOpen, type OpenAlert } from '../../store/companies/alert-row'
import { findCompany } from '../../store/companies/companies'
import { claimMail, recordMail, releaseMail, wantsMail } from '../../store/companies/person-alerts'
import { type FoundPerson, findPeople } from '../../store/companies/person-row'
import { makeTimeKey, readLog } from '../../store/log/log-reader'
import { parseLogRow } from '../../store/log/log-row'
import type { ReadUsage, Table } from '../../store/table/table'
import { makeUlid } from '../../store/time/ulids'
import { isCrossing } from './note-crossings'

/** `dashboard`: its address. */
type Mailer = { table: Table; sendMail: SendMail; dashboard: string }

/** `people`: the ids of those to whom a mail is to be sent, or null for all who want one. */
type AlertToMail = CrossingRange & { people: string[] | null }

/** `until`: how far all is told. `failed`: who could not be told, by id. */
type SentMails = { until: string; failed: { person: string; error: unknown }[] }

/** Sends one mail to each person of the company who wants it and has not got it. Can be repeated. */
export async function mailAlert(mailer: Mailer, alert: AlertToMail): Promise<SentMails> {
  const { table } = mailer
  const company = await findCompany(table, alert.companyId)
  const mayMail = company && company.suspended_at === undefined && company.erasing_at === undefined
  const people = mayMail ? await findPeople(table, alert.companyId) : []
  const isMeant = ({ row }: FoundPerson) => alert.people?.includes(row.id) ?? true
  const wanting = people.filter((person) => isMeant(person) && wantsMail(person.row, alert.until))
  if (!company || wanting.length === 0) return { until: alert.until, failed: [] }
  const { lows, until } = await readLows(table, alert)
  const failed: SentMails['failed'] = []
  for (const person of wanting) {
    const { alerted_until = '' } = person.row
    const news = lows.filter(({ place }) => place > alerted_until)
    try {
      if (news.length > 0) await mailPerson(mailer, { person, until, companyName: company.name }, news)
    } catch (error) {
      failed.push({ person: person.row.id, error })
    }
  }
  return { until, failed }
}

/** Killed between its two writes, the mail is sent again: better twice than never. */
async function mailPerson(
  { table, sendMail, dashboard }: Mailer,
  { person, until, companyName }: { person: FoundPerson; until: string; companyName: string },
  lows: LowItem[],
): Promise<void> {
  const claim = randomUUID()
  try {
    const outcome = await claimMail(table, person, { until, claim })
    if (outcome === 'needless') return
    if (outcome === 'held') throw new Error('another run is sending the mail, or has died while it did')
    const items = lows.map(({ item }) => item)
    await sendMail({ to: person.row.email, ...makeAlertMail({ companyName, dashboard, items }) })
  } catch (error) {
    await releaseMail(table, person, claim) // also where the answer of the claim was lost
    throw error
  }
  await recordMail(table, person, until)
}

/** 10 MB of the log, which is read in halves of units: it is settled. The rest is for the next mail. */
const maxReadUnits = 1_280
const maxItems = 2_000
const pageRows = 1_000

/** An item that is low. `place`: of the change in the log by which it became low. */
type LowItem = { place: string; item: Item }

/** Both are places in the log. `cursor` is exclusive. */
type CrossingRange = { companyId: string; cursor: string; until: string }

/**
 * What has become low and still is, each item once, in the order of their last crossings. `until`: how far the log was
 * read, where that is less than was asked for.
 */
async function readLows(table: Table, range: CrossingRange): Promise<{ lows: LowItem[]; until: string }> {
  const { places, until } = await readCrossings(table, range)
  const items = await new Reader(table, range.companyId).items(places.keys())
  const lows = [...places].flatMap(([id, place]) => {
    const item = items.get(id)
    return item && !isInTrash(item) && isLow(item) ? [{ place, item }] : []
  })
  return { lows: lows.sort((a, b) => (a.place < b.place ? -1 : 1)), until }
}

/** The last crossing of each item, by its id. */
async function readCrossings(table: Table, { companyId, cursor, until }: CrossingRange) {
  const places = new Map<string, string>()
  const usage: ReadUsage = { units: 0 }
  const range = { companyId, after: cursor, through: until }
  for await (const rows of readLog(table, range, { oldestFirst: true, eventually: true, pageRows, usage })) {
    for (const row of rows) if (row.action && isCrossing(parseLogRow(row))) places.set(row.resource_id, row.sk)
    const last = rows.at(-1)
    if (last && (usage.units >= maxReadUnits || places.size >= maxItems)) return { places, until: last.sk }
  }
  return { places, until }
}

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
