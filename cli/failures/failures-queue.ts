import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  MessageNotInflight,
  ReceiptHandleIsInvalid,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { QueuedMessage } from './failed-event'

/** What SQS gives at once, at most. */
const mostAtOnce = 10
/** With long polling, SQS asks all of its servers. Without, it leaves some of them out. */
const waitSeconds = 1
/** SQS may give fewer messages than there are. It has none left where it gave none so many times. */
const emptyAnswers = 2
/** No more calls than that, whatever SQS answers. */
const mostCalls = 10_000

/**
 * The messages of the queue of failures. A message that is received is hidden from all others for some time. What is
 * not deleted must be given back, or is in the queue again when that time is over.
 */
export class FailuresQueue {
  private readonly held = new Map<string, QueuedMessage>()

  constructor(
    private readonly client: SQSClient,
    private readonly url: string,
  ) {}

  /** How many messages others hide right now, about. */
  async countHidden(): Promise<number> {
    const { Attributes } = await this.client.send(
      new GetQueueAttributesCommand({ QueueUrl: this.url, AttributeNames: ['ApproximateNumberOfMessagesNotVisible'] }),
    )
    return Number(Attributes?.ApproximateNumberOfMessagesNotVisible ?? 0) - this.held.size
  }

  /** Each message of the queue, once. It stays hidden for so long. `atOnce`: how many are hidden before the first. */
  async *receiveAll(hiddenSeconds: number, atOnce = mostAtOnce): AsyncGenerator<QueuedMessage> {
    const seen = new Set<string>()
    let empty = 0
    for (let call = 0; call < mostCalls && empty < emptyAnswers; call++) {
      const messages = await this.receive(hiddenSeconds, atOnce)
      empty = messages.length === 0 ? empty + 1 : 0
      for (const message of messages) {
        if (!seen.has(message.id)) yield message
        seen.add(message.id)
      }
    }
  }

  /** Hides a message for so long from now on. False where it is gone, or where another command has it. */
  async hide({ receipt }: QueuedMessage, seconds: number): Promise<boolean> {
    const change = { QueueUrl: this.url, ReceiptHandle: receipt, VisibilityTimeout: seconds }
    try {
      await this.client.send(new ChangeMessageVisibilityCommand(change))
      return true
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
  }

  /** Does nothing where somebody else has deleted it. */
  async delete({ id, receipt }: QueuedMessage): Promise<void> {
    try {
      await this.client.send(new DeleteMessageCommand({ QueueUrl: this.url, ReceiptHandle: receipt }))
    } catch (error) {
      if (!isGone(error)) throw error
    }
    this.held.delete(id)
  }

  /** Takes the message out of what is given back: it stays hidden until its time is over. */
  leave({ id }: QueuedMessage): void {
    this.held.delete(id)
  }

  /** Puts it among what is given back again. */
  hold(message: QueuedMessage): void {
    this.held.set(message.id, message)
  }

  /** Gives back what was received and not deleted. */
  async giveBack(): Promise<void> {
    // One that cannot be given back is in the queue again when its time is over.
    for (const message of this.held.values()) await this.hide(message, 0).catch(() => false)
    this.held.clear()
  }

  private async receive(hiddenSeconds: number, atOnce: number): Promise<QueuedMessage[]> {
    const { Messages = [] } = await this.client.send(
      new ReceiveMessageCommand({
        QueueUrl: this.url,
        MaxNumberOfMessages: atOnce,
        VisibilityTimeout: hiddenSeconds,
        WaitTimeSeconds: waitSeconds,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    )
    const messages = Messages.map(toQueuedMessage)
    for (const message of messages) this.hold(message)
    return messages
  }
}

function toQueuedMessage({ MessageId, ReceiptHandle, Body, Attributes, MessageAttributes }: Message): QueuedMessage {
  const attributes = Object.entries(MessageAttributes ?? {}).map(([name, { StringValue }]) => [name, StringValue ?? ''])
  return {
    id: MessageId ?? '',
    receipt: ReceiptHandle ?? '',
    body: Body ?? '',
    sentAt: new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString(),
    attributes: Object.fromEntries(attributes),
  }
}

function isGone(error: unknown): boolean {
  const invalid = error instanceof Error && error.name.endsWith('InvalidParameterValue') // a handle that has expired
  return invalid || error instanceof MessageNotInflight || error instanceof ReceiptHandleIsInvalid
}
