import { deliver } from '../../functions/operations/webhooks/deliver'
import type { DeliveryMessage } from '../../functions/runtime/queues/deliveries-queue'
import { queryPartitions } from '../../functions/store/client'
import { keys, listDuePartitions } from '../../functions/store/schema'
import { makeUlid } from '../../functions/store/ulids'
import { findDeliveryRow, toDelivery } from '../../functions/store/webhooks/delivery-row'
import { findWebhookRow, type WebhookRow } from '../../functions/store/webhooks/webhook-row'
import { emptyTable } from './empty-table'
import { putRows } from './put-rows'
import { noon, useTable } from './table'
import {
  type Answer,
  answerWith,
  makeDeliverer,
  passTime,
  putDeliveryOf,
  putWebhook,
  type Receiver,
  startReceiver,
  TestQueue,
} from './webhooks'

/** Provides a company, a queue and a receiver: from a message to the receiver by real connections, at a moved clock. */
export class DeliveryStory {
  readonly engine = useTable()
  readonly table = this.engine.table
  receiver = {} as Receiver
  /** What the receiver answers. */
  answer: Answer = answerWith(204)
  companyId = ''
  queue = new TestQueue(this.table.now)

  constructor() {
    beforeAll(async () => {
      this.receiver = await startReceiver((...args) => this.answer(...args))
    })
    afterAll(() => this.receiver.stop())
    beforeEach(async () => {
      await emptyTable(this.table, [])
      this.companyId = `cmp_${makeUlid(noon)}`
      this.queue = new TestQueue(() => this.table.now())
      this.receiver.requests.length = 0
      this.answer = answerWith(204)
    })
  }

  get requests() {
    return this.receiver.requests
  }

  wait(ms: number): void {
    this.engine.setTime(this.table.now() + ms)
  }

  run = (...messages: DeliveryMessage[]) => deliver(makeDeliverer(this.table, this.queue), messages)
  /** Lets messages come when they are due. */
  pass = (ms: number) => passTime(this.engine, this.queue, makeDeliverer(this.table, this.queue), this.table.now() + ms)
  hook = (fields: Partial<WebhookRow> = {}) => putWebhook(this.table, this.companyId, this.receiver.url, fields)
  draft = (webhookId: string) => putDeliveryOf(this.table, this.companyId, webhookId)

  /** A webhook, and the message about a delivery to it. */
  async begin(fields: Partial<WebhookRow> = {}) {
    const { id } = await this.hook(fields)
    return { id, message: await this.draft(id) }
  }

  readDelivery = async ({ webhook_id, delivery_id }: DeliveryMessage) => {
    const place = { companyId: this.companyId, webhookId: webhook_id, id: delivery_id }
    const row = await findDeliveryRow(this.table, place)
    if (!row) throw new Error('the delivery is gone')
    return toDelivery(row)
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
