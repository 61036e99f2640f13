import { groupBy } from '../../domain/group'
import { mayGoOn } from '../../domain/webhooks/leases'
import { chooseReturnMs, suspendedPauseMs } from '../../domain/webhooks/retry-plan'
import type { DeliveryMessage } from '../../runtime/queues/deliveries-queue'
import { maxDelayMs } from '../../runtime/queues/message-batches'
import type { Table } from '../../store/table/table'
import { findDeliveryRow } from '../../store/webhooks/delivery-row'
import { endDelivery, postponeAttempt } from '../../store/webhooks/delivery-writes'
import {
  type HealthReport,
  type HeldLease,
  releaseLease,
  renewLease,
  takeLease,
} from '../../store/webhooks/webhook-leases'
import { findWebhookRow, type WebhookRow } from '../../store/webhooks/webhook-row'
import { attemptDelivery, type Deliverer, toPlace } from './attempt-delivery'

/** A message that must come again, by its place in the batch, and why. */
export type Undelivered = { index: number; error: Error }
type Numbered = { index: number; message: DeliveryMessage }

/** No attempt begins later, since a function has a time limit, and those of a webhook go one by one. */
const leasedMs = 20_000

/** Makes the attempts that the messages name, of several webhooks at once. */
export async function deliver(deliverer: Deliverer, messages: DeliveryMessage[]): Promise<Undelivered[]> {
  const numbered = messages.map((message, index) => ({ index, message }))
  const groups = groupBy(numbered, ({ message }) => `${message.company_id}/${message.webhook_id}`)
  const undelivered = await Promise.all([...groups.values()].map((group) => new LeasedAttempts(deliverer).take(group)))
  return undelivered.flat()
}

/**
 * The attempts of one webhook in a batch, one after the other under one lease, until one fails. What is left goes to
 * the end of the queue: so a receiver that hangs holds up nobody else.
 */
class LeasedAttempts {
  private readonly undelivered: Undelivered[] = []
  private held: HeldLease | null = null
  /** What the last attempt says of the webhook. It is written with the lease. */
  private report: HealthReport | null = null

  constructor(private readonly deliverer: Deliverer) {}

  async take(group: Numbered[]): Promise<Undelivered[]> {
    const { table } = this.deliverer
    const begun = table.now()
    let done = 0
    for (const each of group) {
      if (this.report?.succeeded === false || table.now() - begun >= leasedMs) break
      if ((await this.try(each, () => this.handle(each.message))) === 'wait') break
      done += 1
    }
    const [last] = group.slice(Math.max(done - 1, 0))
    if (last) await this.try(last, () => this.release())
    await this.turnAway(group.slice(done))
    return this.undelivered
  }

  /** An error of one message makes only this one come again. */
  private async try<Result>(each: Numbered, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      this.keep(each, error)
      return null
    }
  }

  private keep({ index }: Numbered, thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (!this.undelivered.some((each) => each.index === index)) this.undelivered.push({ index, error })
  }

  private async handle(message: DeliveryMessage): Promise<'done' | 'wait'> {
    const { table } = this.deliverer
    const webhook = this.held?.row ?? (await findWebhookRow(table, message.company_id, message.webhook_id))
    if (webhook === null || (await settleAtRest(table, webhook, message))) return 'done'
    const held = await this.hold(webhook, message)
    if (held === null || !mayGoOn(held.row, held.place, table.now())) return 'wait'
    if (await settleAtRest(table, held.row, message)) return 'done'
    this.report = await attemptDelivery(this.deliverer, held.row, message)
    return 'done'
  }

  /** Takes a lease, or renews it for this delivery. Null where it must wait for others of its webhook. */
  private async hold(webhook: WebhookRow, { company_id, delivery_id }: DeliveryMessage): Promise<HeldLease | null> {
    const { table } = this.deliverer
    const { held, report } = this
    this.held = null
    this.report = null
    const renewed = held && (await renewLease(table, held, delivery_id, report))
    this.held = renewed ?? (await takeLease(table, company_id, webhook, delivery_id))
    return this.held
  }

  private async release(): Promise<void> {
    if (this.held) await releaseLease(this.deliverer.table, this.held, this.report)
  }

  private async turnAway(group: Numbered[]): Promise<void> {
    if (group.length === 0) return
    const { queue, random } = this.deliverer
    const waiting = group.map(({ message }) => {
      const { turned_away = 0 } = message
      return { message: { ...message, turned_away: turned_away + 1 }, delayMs: chooseReturnMs(turned_away, random()) }
    })
    const places = [...group.keys()]
    const untaken = await queue(waiting).catch((error: unknown) => {
      for (const each of group) this.keep(each, error)
      return places
    })
    for (const place of untaken) {
      const each = group[place]
      if (each) this.keep(each, new Error('the queue has not taken what must wait'))
    }
  }
}

/** True where the webhook is disabled, so that the delivery ends; or its company is suspended, so that it waits. */
async function settleAtRest(table: Table, { status, suspended_at }: WebhookRow, message: DeliveryMessage) {
  const place = toPlace(message)
  if (status === 'disabled') {
    await endDelivery(table, place)
    return true
  }
  if (suspended_at === undefined) return false
  const delivery = await findDeliveryRow(table, place)
  // What is due later than a queue can wait has a row. Where it is not postponed, others have gone on with it.
  if (delivery?.next_attempt !== undefined && delivery.next_attempt - table.now() <= maxDelayMs)
    await postponeAttempt(table, place, { attempt: delivery.attempts.length, at: table.now() + suspendedPauseMs })
  return true
}
