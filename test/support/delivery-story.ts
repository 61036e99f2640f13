import { deliver } from '../../functions/operations/webhooks/deliver'
import { queueDue } from '../../functions/operations/webhooks/queue-due'
import type { DeliveryMessage } from '../../functions/runtime/queues/deliveries-queue'
import { maxDelayMs } from '../../functions/runtime/queues/message-batches'
import { keys, listDuePartitions } from '../../functions/store/table/schema'
import { queryPartitions } from '../../functions/store/table/table'
import { makeUlid } from '../../functions/store/time/ulids'
import { findDeliveryRow, toWebhookDelivery } from '../../functions/store/webhooks/delivery-row'
import { findWebhookRow, type WebhookRow } from '../../functions/store/webhooks/webhook-row'
import { emptyTable } from './empty-table'
import { putRows } from './put-rows'
import { noon, useTable } from './table'
import { putDelivery } from './webhook-rows'
import * as webhooks from './webhooks'

const sweepMs = 600_000

/** Provides a company, a queue and a receiver: from a message to the receiver by real connections, at a moved clock. */
export class DeliveryStory {
  readonly engine = useTable()
  readonly table = this.engine.table
  receiver = {} as webhooks.Receiver
  /** What the receiver answers. */
  answer: webhooks.Answer = webhooks.answerWith(204)
  companyId = ''
  queue = new webhooks.TestQueue(this.table.now)

  constructor() {
    beforeAll(async () => {
      this.receiver = await webhooks.startReceiver((...args) => this.answer(...args))
    })
    afterAll(() => this.receiver.stop())
    beforeEach(async () => {
      await emptyTable(this.table, [])
      this.companyId = `cmp_${makeUlid(noon)}`
      this.queue = new webhooks.TestQueue(() => this.table.now())
      this.receiver.requests.length = 0
      this.answer = webhooks.answerWith(204)
    })
  }

  get requests() {
    return this.receiver.requests
  }

  wait(ms: number): void {
    this.engine.setTime(this.table.now() + ms)
  }

  run = (...messages: DeliveryMessage[]) => deliver(webhooks.makeDeliverer(this.table, this.queue), messages)
  hook = (fields: Partial<WebhookRow> = {}) =>
    webhooks.putWebhook(this.table, this.companyId, this.receiver.url, fields)

  /** A new delivery of an event of its own. The message about it is not sent. */
  async draft(webhookId: string): Promise<DeliveryMessage> {
    const { table, companyId } = this
    const { id } = await putDelivery(table, { companyId, webhookId }, {}, { type: 'item.created', data: {} })
    return { company_id: companyId, webhook_id: webhookId, delivery_id: id, attempt: 0 }
  }

  /**
   * Messages come when they are due, and the sweep runs every ten minutes. Sweeps that have nothing to queue are left
   * out: nothing is due within what a queue can wait.
   */
  async pass(ms: number): Promise<void> {
    const { table, engine, queue } = this
    const until = table.now() + ms
    for (;;) {
      const firstDue = Math.min(...(await queryPartitions(table, listDuePartitions())).map(({ at }) => Number(at)))
      const soonest = Math.max(table.now(), firstDue - maxDelayMs)
      const nextSweep = (Math.floor(soonest / sweepMs) + 1) * sweepMs
      const next = Math.min(nextSweep, queue.findNext() ?? Number.POSITIVE_INFINITY)
      if (next > until) break
      engine.setTime(Math.max(next, table.now()))
      if (table.now() === nextSweep) await queueDue(table, queue.send)
      const batch = queue.takeDue()
      for (const { index } of await this.run(...batch)) {
        const message = batch[index]
        if (message) queue.waiting.push({ message, at: table.now() + webhooks.visibilityMs })
      }
    }
    engine.setTime(until)
  }

  /** A webhook, and the message about a delivery to it. */
  async begin(fields: Partial<WebhookRow> = {}) {
    const { id } = await this.hook(fields)
    return { id, message: await this.draft(id) }
  }

  readDelivery = async ({ webhook_id, delivery_id }: DeliveryMessage) => {
    const place = { companyId: this.companyId, webhookId: webhook_id, id: delivery_id }
    const row = await findDeliveryRow(this.table, place)
    if (!row) throw new Error('the delivery is gone')
    return toWebhookDelivery(row)
  }

  async readWebhook(id: string) {
    const row = await findWebhookRow(this.table, this.companyId, id)
    if (!row) throw new Error('the webhook is gone')
    return row
  }

  /** What is undefined is taken away. */
  async changeWebhook(id: string, fields: Partial<WebhookRow>): Promise<void> {
    const row = Object.entries({ ...(await this.readWebhook(id)), ...fields }).filter(
      ([, value]) => value !== undefined,
    )
    await putRows(this.table, [{ ...keys.webhook(this.companyId, id), ...Object.fromEntries(row) }])
  }

  readDue = async () =>
    (await queryPartitions(this.table, listDuePartitions())).filter(({ company_id }) => company_id === this.companyId)
}
