import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { deliver } from '../../functions/operations/webhooks/deliver'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { queueDue } from '../../functions/operations/webhooks/queue-due'
import { createWebhook, deleteWebhook } from '../../functions/operations/webhooks/webhook-changes'
import { openKeyVault } from '../../functions/runtime/vault'
import { parseLogRow } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/table/schema'
import { readWebhookRows } from '../../functions/store/webhooks/webhook-row'
import { ignoreRefusals } from './held-commits'
import type { Shop } from './shop'
import { makeDeliverer, TestQueue } from './webhooks'

const vault = openKeyVault('v'.repeat(64))
const most = 3
const rowsAtOnce = 20
const statuses = [204, 500, 204, 500, 500, 204, 410]

/**
 * What becomes of a company's events: webhooks come and go, and deliveries to them arrive, or fail and are tried
 * again.
 */
export class LiveDeliveries {
  private readonly queue: TestQueue
  private published = '0'
  private sent = 0

  constructor(private readonly shop: Shop) {
    this.queue = new TestQueue(shop.table.now)
  }

  async act(choice: number): Promise<void> {
    const actions = [
      () => this.create(),
      () => this.publish(),
      () => this.publish(),
      () => this.deliver(),
      () => this.deliver(),
      () => queueDue(this.shop.table, this.queue.send),
      ...(choice % 10 === 0 ? [() => this.remove(choice)] : []),
    ]
    await actions[choice % actions.length]?.().catch(ignoreRefusals)
  }

  private async create(): Promise<void> {
    const { shop } = this
    if ((await readWebhookRows(shop.table, shop.companyId)).length >= most) return
    const fields = { url: 'https://example.com/hooks', events: ['*' as const], description: null }
    const reach = { local: false, mayBeReached: async () => true }
    await shop.run((context) => createWebhook({ ...context, vault }, reach, fields))
  }

  private async remove(choice: number): Promise<void> {
    const { shop } = this
    const webhooks = await readWebhookRows(shop.table, shop.companyId)
    const { id } = webhooks[choice % Math.max(1, webhooks.length)] ?? {}
    if (id !== undefined) await shop.run((context) => deleteWebhook(context, id))
  }

  /** Some rows of the log come twice. */
  private async publish(): Promise<void> {
    const { table, companyId } = this.shop
    const query = {
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk >= :from',
      ExpressionAttributeValues: { ':pk': keys.log(companyId, '', 0).pk, ':from': this.published },
      Limit: rowsAtOnce,
      ConsistentRead: true,
    }
    const { Items = [] } = await table.db.send(new QueryCommand(query))
    this.published = String(Items.at(-1)?.sk ?? this.published)
    const rows = Items.map((row) => ({ row: parseLogRow(row) }))
    await queueDeliveries(table, rows, this.queue.send)
  }

  private async deliver(): Promise<void> {
    const sendWebhook = async () => {
      const status_code = statuses[this.sent++ % statuses.length] ?? 204
      return { status_code, milliseconds: 1, error: status_code < 300 ? null : 'refused', response: '' }
    }
    await deliver({ ...makeDeliverer(this.shop.table, this.queue), vault, sendWebhook }, this.queue.takeDue())
  }
}
