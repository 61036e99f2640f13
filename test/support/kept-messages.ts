import type { NightlyMessage, NightlyQueue } from '../../functions/runtime/queues/nightly-queue'

/** A queue that keeps what is sent. It takes no message of the companies in `refused`. */
export class KeptMessages implements NightlyQueue {
  readonly sent: { message: NightlyMessage; delayMs: number }[] = []
  waiting = 0
  constructor(private readonly refused: string[] = []) {}

  send = async (messages: NightlyMessage[], delayMs = 0) => {
    const isTaken = (message: NightlyMessage) => !('work' in message && this.refused.includes(message.company_id))
    this.sent.push(...messages.filter(isTaken).map((message) => ({ message, delayMs })))
    return messages.flatMap((message, index) => (isTaken(message) ? [] : [index]))
  }

  countWaiting = async () => this.waiting

  get companies() {
    return this.sent.flatMap(({ message }) => ('work' in message ? [message.company_id] : []))
  }
}
