import { createCompany } from '../../admin/companies/companies'
import { mailAlert, sendAlert, type Unsent } from '../../functions/operations/alerts/mail-alert'
import { noteCrossings } from '../../functions/operations/alerts/note-crossings'
import { changePerson, deletePerson, revokePerson } from '../../functions/operations/people/people'
import type { SendMail } from '../../functions/runtime/mail'
import type { AlertMessage, QueueAlert } from '../../functions/runtime/queues/alerts-queue'
import type { Company } from '../../functions/store/companies/companies'
import { parseLogRow } from '../../functions/store/log/log-row'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { addPerson } from './people'
import { makeShop } from './shop'
import { makeCaller } from './table'

const dashboard = 'https://api.example.com/v1/dashboard'
type Mail = Parameters<SendMail>[0]

/** A company whose stream, queue and mails are in the hands of a test. */
export async function openAlerts(table: Table) {
  const company = await createCompany(table, { name: 'Acme', plan: 'enterprise' })
  return new AlertStory(table, company)
}

export class AlertStory {
  readonly shop
  waiting: { message: AlertMessage; at: number }[] = []
  mails: (Mail & { at: number })[] = []
  kept: Unsent[] = []
  /** Set by tests: runs before each mail. */
  beforeMail: (mail: Mail) => Promise<void> = async () => {}
  /** Log rows that the stream has passed on. */
  private streamed = 0

  constructor(
    readonly table: Table,
    readonly company: Company,
  ) {
    this.shop = makeShop(table, makeCaller(company.id))
  }

  queue: QueueAlert = async (message, delayMs) => {
    this.waiting.push({ message, at: this.table.now() + delayMs })
  }

  sendMail: SendMail = async (mail) => {
    await this.beforeMail(mail)
    this.mails.push({ ...mail, at: this.table.now() })
  }

  async addPerson(name: string, alerts: 'none' | 'low_stock' = 'low_stock') {
    const fields = { email: `${name}-${this.company.id}@example.com`, name, role: 'viewer' as const }
    const result = await addPerson(this.table, this.company, fields)
    await this.choose(result.id, alerts)
    return result
  }

  async choose(id: string, alerts: 'none' | 'low_stock'): Promise<void> {
    const { writes } = await changePerson(this.table, makeCaller(this.company.id), { id, patch: { alerts } })
    if (writes.length > 0) await transact(this.table, writes)
  }

  async removePerson(id: string): Promise<void> {
    const author = makeCaller(this.company.id)
    await transact(this.table, (await revokePerson(this.table, author, { id, keys: null })).writes)
    await transact(this.table, (await deletePerson(this.table, author, id)).writes)
  }

  /** An item that is low from its beginning on. */
  addLow(sku: string) {
    return this.shop.createItem({ sku, name: `Item ${sku}`, quantity: 1, reorder_point: 5 })
  }

  /** Passes on what is new in the log, in batches, as the stream does. Returns the rows that must come again. */
  async stream(table: Table = this.table, queue = this.queue): Promise<(number | null)[]> {
    const rows = (await this.shop.log()).slice(this.streamed).map((row) => ({ row: parseLogRow(row) }))
    const outcomes: (number | null)[] = []
    for (let from = 0; from < rows.length; from += 100)
      outcomes.push((await noteCrossings(table, rows.slice(from, from + 100), queue)).untaken)
    if (outcomes.every((untaken) => untaken === null)) this.streamed += rows.length
    return outcomes
  }

  /** Runs the job with what is due by now. What fails is due again at once. */
  async mailDue({ table = this.table, last = false } = {}): Promise<unknown[]> {
    const due = this.waiting.filter(({ at }) => at <= this.table.now())
    this.waiting = this.waiting.filter((each) => !due.includes(each))
    const errors: unknown[] = []
    for (const each of due) {
      try {
        await sendAlert(
          { mailer: this.makeMailer(table), queue: this.queue, keep: last ? this.keep : null },
          each.message,
        )
      } catch (error) {
        errors.push(error)
        this.waiting.push(each)
      }
    }
    return errors
  }

  /** Runs the job once more with what was kept. */
  replay(unsent: Unsent) {
    return mailAlert(this.makeMailer(this.table), unsent)
  }

  /** To whom mails went, by name, in order. */
  get told(): string[] {
    return this.mails.map(({ to }) => to.split('-')[0] ?? '')
  }

  private keep = async (unsent: Unsent) => void this.kept.push(unsent)
  private makeMailer = (table: Table) => ({ table, sendMail: this.sendMail, dashboard })
}
