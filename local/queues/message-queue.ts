import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { makeArn } from '../names'
import { DueTimes } from './due-times'
import { Journal } from './journal'

/** By name. Each value is a text. */
export type Attributes = Record<string, string>

/**
 * `body` is a text, `sentAt` and `firstReceivedAt` are epoch milliseconds. `receipt` names the last time that the
 * message was received.
 */
const Message = z.object({
  id: z.string(),
  body: z.string(),
  md5OfBody: z.string(),
  attributes: z.record(z.string(), z.string()),
  groupId: z.string().nullable(),
  sentAt: z.number(),
  firstReceivedAt: z.number(),
  received: z.number(),
  receipt: z.string(),
})
export type Message = z.infer<typeof Message>

/** `hiddenUntil`: epoch milliseconds. Until then nobody receives the message. */
const KeptMessage = Message.extend({ hiddenUntil: z.number() })
type KeptMessage = z.infer<typeof KeptMessage>

export type SendOptions = { attributes?: Attributes; groupId?: string; delayMs?: number }

/** In milliseconds. `delayMs` is of messages that name none. */
export type QueueSettings = { visibilityMs: number; delayMs: number; retentionMs: number }

/** SQS's own. */
const defaults: QueueSettings = { visibilityMs: 30_000, delayMs: 0, retentionMs: 4 * 24 * 3_600_000 }

/**
 * A standard queue, as SQS keeps it: a message that is received is hidden for a while, or until deleted. On purpose, it
 * is a plain line, which promises no order, and is not fair among groups: so the others wait where one sends much.
 */
export class MessageQueue {
  /** As they came. */
  private readonly messages = new Map<string, KeptMessage>()
  private readonly visible = new Set<KeptMessage>()
  /** What is to become visible. An entry whose time is not that of its message is void. */
  private readonly hidden = new DueTimes<KeptMessage>()
  private readonly receipts = new Map<string, KeptMessage>()
  private readonly watchers = new Set<() => void>()
  private readonly journal: Journal<KeptMessage>
  /** Where a message goes that would be received more often than `most` times. Null: nowhere. */
  redrive: { to: MessageQueue; most: number } | null = null
  readonly settings: QueueSettings

  /** `now` is the runtime's clock, in epoch milliseconds. `file` keeps the messages, or is null. */
  constructor(
    readonly name: string,
    private readonly now: () => number,
    settings: Partial<QueueSettings> = {},
    file: string | null = null,
  ) {
    this.settings = { ...defaults, ...settings }
    this.journal = new Journal(file, KeptMessage)
    for (const message of this.journal.open().values()) this.add(message)
  }

  get arn(): string {
    return makeArn('AWS::SQS::Queue', this.name)
  }

  /** Returns the message, which is in the file then. */
  send(body: string, { attributes = {}, groupId, delayMs = this.settings.delayMs }: SendOptions = {}): Message {
    const message = {
      ...{ id: randomUUID(), body, md5OfBody: createHash('md5').update(body).digest('hex'), attributes },
      ...{ groupId: groupId ?? null, sentAt: this.now(), firstReceivedAt: 0, received: 0, receipt: '' },
      hiddenUntil: this.now() + delayMs,
    }
    this.journal.write(message.id, message)
    this.add(message)
    return message
  }

  /**
   * At most `most` messages. Each stays hidden for `hiddenMs`. Where that is endless, it stays hidden until it is
   * deleted or given back (`hide`).
   */
  receive(most: number, hiddenMs = this.settings.visibilityMs): Message[] {
    this.update()
    return [...take(this.visible, most)].map((message) => {
      this.visible.delete(message)
      this.receipts.delete(message.receipt)
      message.receipt = randomUUID()
      this.receipts.set(message.receipt, message)
      message.received += 1
      if (message.received === 1) message.firstReceivedAt = this.now()
      this.hideFor(message, hiddenMs)
      return { ...message }
    })
  }

  /** Does nothing where the message is gone, or was received again since. */
  delete(receipt: string): void {
    const message = this.receipts.get(receipt)
    if (message) this.remove(message)
  }

  /** False where the message is not hidden by this receipt any more. */
  hide(receipt: string, hiddenMs: number): boolean {
    this.update()
    const message = this.receipts.get(receipt)
    if (!message || this.visible.has(message)) return false
    this.hideFor(message, hiddenMs)
    return true
  }

  /** In the order in which they came, hidden ones too. */
  list(): Message[] {
    this.update()
    return [...this.messages.values()]
  }

  get visibleCount(): number {
    this.update()
    return this.visible.size
  }

  /** `delayed` are those that nobody has received yet, and nobody can. */
  count(): { visible: number; hidden: number; delayed: number } {
    const visible = this.visibleCount
    const fresh = [...this.messages.values()].filter(({ received }) => received === 0)
    const delayed = fresh.filter((message) => !this.visible.has(message)).length
    return { visible, delayed, hidden: this.messages.size - visible - delayed }
  }

  /** When the next of the hidden messages becomes visible, in epoch milliseconds. Null where none will by itself. */
  get nextVisibleAt(): number | null {
    this.update()
    return this.hidden.next?.at ?? null
  }

  /** `watcher` is called when a message is sent, received or hidden. Returns what ends that. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }

  /** From now on, what happens is not kept: another queue may open the file. */
  close(): void {
    this.journal.close()
  }

  /** Time passes: hidden messages become visible, and old ones are gone. */
  private update(): void {
    const now = this.now()
    for (let next = this.hidden.next; next && (next.at <= now || isVoid(next)); next = this.hidden.next) {
      this.hidden.removeNext()
      if (!isVoid(next)) this.show(next.value)
    }
    for (const message of this.messages.values()) {
      if (message.sentAt + this.settings.retentionMs > now) return // those that follow came later
      this.remove(message)
    }
  }

  private show(message: KeptMessage): void {
    if (this.redrive === null || message.received < this.redrive.most) return void this.visible.add(message)
    const { body, attributes, groupId } = message
    this.redrive.to.send(body, { attributes, ...(groupId !== null && { groupId }) })
    this.remove(message)
  }

  private add(message: KeptMessage): void {
    this.messages.set(message.id, message)
    if (message.receipt) this.receipts.set(message.receipt, message)
    this.hideUntil(message, message.hiddenUntil)
  }

  /** Who has the message for good may be killed: then it comes again after the visibility timeout. */
  private hideFor(message: KeptMessage, hiddenMs: number): void {
    const { receipt, received, firstReceivedAt } = message
    const keptMs = hiddenMs === Number.POSITIVE_INFINITY ? this.settings.visibilityMs : hiddenMs
    this.journal.write(message.id, { receipt, received, firstReceivedAt, hiddenUntil: this.now() + keptMs })
    this.hideUntil(message, this.now() + hiddenMs)
  }

  private hideUntil(message: KeptMessage, at: number): void {
    message.hiddenUntil = at
    if (at !== Number.POSITIVE_INFINITY) this.hidden.add(at, message)
    for (const watcher of this.watchers) watcher()
  }

  private remove(message: KeptMessage): void {
    if (this.messages.size === 1) this.journal.clear()
    else this.journal.write(message.id, null)
    message.hiddenUntil = Number.NaN
    this.messages.delete(message.id)
    this.visible.delete(message)
    this.receipts.delete(message.receipt)
  }
}

/** As SQS and Lambda tell it. */
export function describeMessage({ sentAt, firstReceivedAt, received, groupId }: Message): Attributes {
  return {
    SentTimestamp: String(sentAt),
    ApproximateReceiveCount: String(received),
    ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
    ...(groupId !== null && { MessageGroupId: groupId }),
  }
}

function isVoid({ at, value }: { at: number; value: KeptMessage }): boolean {
  return value.hiddenUntil !== at
}

function* take<Value>(values: Iterable<Value>, most: number): Generator<Value> {
  let left = most
  for (const value of values) {
    if (left-- <= 0) return
    yield value
  }
}
