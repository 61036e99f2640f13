import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { deliver } from '../../functions/operations/webhooks/deliver'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { queueDue } from '../../functions/operations/webhooks/queue-due'
import { retryUntilCommitted, transact } from '../../functions/store/contention'
import { parseLogRow } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/schema'
import { readWebhookRows } from '../../functions/store/webhooks/webhook-row'
import type { Shop } from './shop'
import { makeWebhookRow } from './webhook-rows'
import { makeDeliverer, makeSecret, TestQueue, testVault } from './webhooks'

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
    await actions[choice % actions.length]?.()
  }

  private async create(): Promise<void> {
    const { table, companyId } = this.shop
    if ((await readWebhookRows(table, companyId)).length >= most) return
    const row = makeWebhookRow(table.now(), {})
    const Put = { TableName: table.name, Item: { ...keys.webhook(companyId, row.id), ...row } }
    await this.commit({ Put }, 1)
  }

  private async remove(choice: number): Promise<void> {
    const { table, companyId } = this.shop
    const webhooks = await readWebhookRows(table, companyId)
    const { id } = webhooks[choice % Math.max(1, webhooks.length)] ?? {}
    if (id === undefined) return
    const Key = keys.webhook(companyId, id)
    await this.commit({ Delete: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(pk)' } }, -1)
  }

  /** With the count, as the routes do. Where another one has come first, nothing happens. */
  private async commit(action: Parameters<typeof transact>[1][number]['action'], more: number): Promise<void> {
    const { table, companyId } = this.shop
    const Update = {
      TableName: table.name,
      Key: keys.webhookCount(companyId),
      UpdateExpression: 'SET n = if_not_exists(n, :none) + :more',
      ExpressionAttributeValues: { ':none': 0, ':more': more },
    }
    await retryUntilCommitted(table, () => transact(table, [{ action }, { action: { Update } }])).catch(() => {})
  }

  /** Some rows of the log come twice. */
  private async publish(): Promise<void> {
    const { table, companyId } = this.shop
    const { pk } = keys.log(companyId, '', 0)
    const query = {
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk >= :from',
      ExpressionAttributeValues: { ':pk': pk, ':from': this.published },
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
    const vault = { ...testVault, open: async () => makeSecret('a') }
    const messages = this.queue.takeDue()
    await deliver({ ...makeDeliverer(this.shop.table, this.queue), vault, sendWebhook }, messages)
  }
}
