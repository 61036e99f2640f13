import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { makeArn, makePhysicalName } from './names'
import { readResources, type Stack } from './template'

/** By name. Each value is a text. */
export type Attributes = Record<string, string>

/** `body` is a text, `sentAt` epoch milliseconds. `receipt` names the last time that the message was received. */
export type Message = {
  id: string
  body: string
  attributes: Attributes
  sentAt: number
  received: number
  receipt: string
}

/** `hiddenUntil`: epoch milliseconds. Until then nobody receives the message. */
type KeptMessage = Message & { hiddenUntil: number }

/** The queue of the template, as SQS keeps it: a message that is received is hidden for a while, or until deleted. */
export class FailuresQueue {
  private readonly messages = new Map<string, KeptMessage>()

  /** `now` is the runtime's clock, in epoch milliseconds. */
  constructor(
    readonly name: string,
    private readonly now: () => number,
  ) {}

  get arn(): string {
    return makeArn('AWS::SQS::Queue', this.name)
  }

  /** Returns the message's id. */
  send(body: string, attributes: Attributes = {}): string {
    const id = randomUUID()
    this.messages.set(id, { id, body, attributes, sentAt: this.now(), received: 0, receipt: '', hiddenUntil: 0 })
    return id
  }

  /** At most `most` messages. Each stays hidden for `hiddenMs`. */
  receive(most: number, hiddenMs: number): Message[] {
    const visible = this.list().filter((message) => this.isVisible(message))
    return visible.slice(0, most).map((message) => {
      Object.assign(message, {
        received: message.received + 1,
        receipt: randomUUID(),
        hiddenUntil: this.now() + hiddenMs,
      })
      return { ...message }
    })
  }

  /** Does nothing where the message is gone, or was received again since. */
  delete(receipt: string): void {
    const message = this.find(receipt)
    if (message) this.messages.delete(message.id)
  }

  /** False where the message is not hidden by this receipt any more. */
  hide(receipt: string, hiddenMs: number): boolean {
    const message = this.find(receipt)
    if (!message || this.isVisible(message)) return false
    message.hiddenUntil = this.now() + hiddenMs
    return true
  }

  /** In the order in which they came, hidden ones too. */
  list(): KeptMessage[] {
    return [...this.messages.values()]
  }

  count(): { visible: number; hidden: number } {
    const visible = this.list().filter((message) => this.isVisible(message)).length
    return { visible, hidden: this.messages.size - visible }
  }

  private isVisible({ hiddenUntil }: KeptMessage): boolean {
    return hiddenUntil <= this.now()
  }

  private find(receipt: string): KeptMessage | undefined {
    return this.list().find((message) => message.receipt === receipt)
  }
}

/** Opens the only queue of the template. Throws if there is another number of queues. */
export function openFailuresQueue(stack: Stack, now: () => number): FailuresQueue {
  const ids = [...readResources(stack, 'AWS::SQS::Queue', z.unknown()).keys()]
  const [id] = ids
  if (id === undefined || ids.length > 1) throw new Error(`the template has ${ids.length} queues; one is needed`)
  return new FailuresQueue(makePhysicalName(stack.name, id), now)
}
