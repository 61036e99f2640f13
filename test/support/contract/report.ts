import { readProblem } from './answers'
import type { Contract } from './document'
import type { Answer, Sent } from './sending'

export type Exchange = { sent: Sent; answer: Answer; faults: string[] }
type Count = { requests: number; answers: Map<string, number> }

/** What was sent and answered. */
export class Report {
  /** The shortest exchange of each kind of fault, in words. */
  readonly faults = new Map<string, string>()
  private readonly counts: Map<string, Count>
  private readonly begun = performance.now()

  constructor(private readonly contract: Contract) {
    this.counts = new Map(contract.operations.map(({ id }) => [id, { requests: 0, answers: new Map() }]))
  }

  count(exchanges: Exchange[]): void {
    for (const { sent, answer } of exchanges) {
      const count = this.counts.get(sent.operation.id)
      if (!count) continue
      count.requests += 1
      const { code = '' } = answer.status >= 400 ? readProblem(answer.text) : {}
      const name = `${answer.status} ${code}`.trim()
      count.answers.set(name, (count.answers.get(name) ?? 0) + 1)
    }
  }

  /** True where a fault is of a new kind. */
  addFaults(exchanges: Exchange[]): boolean {
    const before = this.faults.size
    for (const { sent, answer, faults } of exchanges)
      for (const fault of faults) {
        const kind = `${sent.operation.id}: ${fault.replace(/'[^']*'|\d+/g, '…').slice(0, 120)}`
        const text = `${sent.operation.id}: ${fault}\n${describe(sent, answer)}`
        const shortest = this.faults.get(kind)
        if (shortest === undefined || text.length < shortest.length) this.faults.set(kind, text)
      }
    return this.faults.size > before
  }

  /** In a line: how many requests, of which classes the answers were, how long it took, and the process's memory. */
  summarize(): string {
    const all = [...this.counts.values()].flatMap(({ answers }) => [...answers])
    const sum = (of: (name: string) => boolean) =>
      all.reduce((total, [name, times]) => total + (of(name) ? times : 0), 0)
    const classes = ['2', '4', '5'].map((digit) => `${digit}xx ${sum((name) => name.startsWith(digit))}`)
    const seconds = ((performance.now() - this.begun) / 1_000).toFixed(1)
    const limited = sum((name) => name.startsWith('429'))
    const megabytes = Math.round(process.memoryUsage.rss() / 1_000_000)
    return `${sum(() => true)} requests: ${classes.join(', ')}, 429 ${limited}; ${seconds} s, ${megabytes} MB`
  }

  /** Documented successes that no request had. */
  listUnseen(): { id: string; status: number }[] {
    const isUnseen = (id: string, status: number) => !this.counts.get(id)?.answers.has(String(status))
    return this.contract.operations.flatMap(({ id, answers }) =>
      [...answers.keys()].flatMap((status) => (status < 300 && isUnseen(id, status) ? { id, status } : [])),
    )
  }

  get total(): number {
    return this.listCounts().reduce((sum, requests) => sum + requests, 0)
  }

  /** How many requests each operation had. */
  listCounts(): number[] {
    return [...this.counts.values()].map(({ requests }) => requests)
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
