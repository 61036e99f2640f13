import { randomUUID } from 'node:crypto'
import { makeAlertMail } from '../../domain/alerts/alert-mail'
import type { SendMail } from '../../runtime/mail'
import { findCompany } from '../../store/companies/companies'
import { claimMail, recordMail, releaseMail, wantsMail } from '../../store/companies/person-alerts'
import { type FoundPerson, findPeople } from '../../store/companies/person-row'
import type { Table } from '../../store/table/table'
import { type CrossingRange, type LowItem, readLows } from './read-lows'

/** `dashboard`: its address. */
export type Mailer = { table: Table; sendMail: SendMail; dashboard: string }

/** `people`: the ids of those to whom a mail is to be sent, or null for all who want one. */
export type AlertToMail = CrossingRange & { people: string[] | null }

/** `until`: how far all is told. `failed`: who could not be told, by id. */
export type SentMails = { until: string; failed: { person: string; error: unknown }[] }

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

type Told = { person: FoundPerson; until: string; companyName: string }

/** Killed between its two writes, the mail is sent again: better twice than never. */
async function mailPerson(
  { table, sendMail, dashboard }: Mailer,
  { person, until, companyName }: Told,
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
