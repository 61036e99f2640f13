import type { Operation } from './document'
import type { Answer, Sent } from './sending'

export type Exchange = { sent: Sent; answer: Answer; faults: string[] }

/** What was sent and answered. */
export class Report {
  /** The shortest exchange of each kind of fault, in words. */
  readonly faults = new Map<string, string>()
  /** How many requests each operation had. */
  readonly counts: Map<string, number>
  /** The operations, each with a status that it has answered. */
  private readonly seen = new Set<string>()

  constructor(private readonly operations: Operation[]) {
    this.counts = new Map(operations.map(({ id }) => [id, 0]))
  }

  /** True where a fault is of a new kind. */
  add(exchanges: Exchange[]): boolean {
    const before = this.faults.size
    for (const { sent, answer, faults } of exchanges) {
      const { id } = sent.operation
      this.counts.set(id, (this.counts.get(id) ?? 0) + 1)
      this.seen.add(`${id} ${answer.status}`)
      for (const fault of faults) {
        const kind = `${id}: ${fault.replace(/'[^']*'|\d+/g, '…').slice(0, 120)}`
        const text = `${id}: ${fault}\n${describe(sent, answer)}`
        const shortest = this.faults.get(kind)
        if (shortest === undefined || text.length < shortest.length) this.faults.set(kind, text)
      }
    }
    return this.faults.size > before
  }

  /** Documented successes that no request had. */
  listUnseen(): { id: string; status: number }[] {
    const successes = this.operations.flatMap(({ id, answers }) =>
      [...answers.keys()].flatMap((status) => (status < 300 ? { id, status } : [])),
    )
    return successes.filter(({ id, status }) => !this.seen.has(`${id} ${status}`))
  }
}

function describe({ method, target, headers, body }: Sent, { status, headers: got, text }: Answer): string {
  const { Authorization: key = 'no key', ...rest } = headers
  const sent = `${method} ${shorten(target)} ${shorten(JSON.stringify(rest))} (${key.slice(0, 18)}…)`
  return `  ${sent}\n  ${shorten(body.toString())}\n  ${status} ${JSON.stringify(got)}\n  ${shorten(text)}`
}

const shown = 1_500

function shorten(text: string): string {
  return text.length <= shown ? text : `${text.slice(0, shown)}… (${text.length} characters)`
}
