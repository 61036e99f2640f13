import fc from 'fast-check'
import type { TestService } from '../service'
import type { Contract, Operation } from './document'
import type { Draft } from './draft'
import { makeDrafts } from './drafts'
import { read } from './reading'
import { type Exchange, Report } from './report'
import { type Answer, prepare, Sender, type Sent } from './sending'
import { Verdict } from './verdict'
import { buildWorld, type World } from './world'

/**
 * How many requests are in flight at once, each of another company: changes of one company that wait for each other
 * would take most of the time.
 */
const inFlight = Number(process.env.F ?? 8)
/** Then the next day begins, and with it new daily quotas. */
const requestsADay = 5_000
const dayMs = 86_400_000
/** By so much each request moves the service's clock: slowly enough that a key of a small plan reaches its limit. */
const tickMs = 20
/** So many faults, each of another kind, are enough for a report. */
const enoughFaults = 10
const shrinkMs = 5_000

type Options = { requests: number; seed: number }

/** Sends generated requests, each in turn to any operation, and compares what is answered with the document. */
export async function runContract(contract: Contract, service: TestService, options: Options): Promise<Report> {
  const run = new Run(contract, service, await buildWorld(service, inFlight))
  try {
    const report = await run.send(options)
    process.stderr.write(`${report.summarize()}\n`)
    if (process.env.VERBOSE) process.stderr.write(`${report.describeOperations()}\n`)
    return report
  } finally {
    run.stop()
  }
}

class Run {
  private readonly report: Report
  private readonly verdict: Verdict
  private readonly sender: Sender
  private readonly operations: Map<string, Operation>
  private readonly drafts: fc.Arbitrary<Draft>

  constructor(
    contract: Contract,
    private readonly service: TestService,
    private readonly world: World,
  ) {
    this.report = new Report(contract)
    this.verdict = new Verdict(contract)
    this.sender = new Sender(service.baseUrl, inFlight)
    this.operations = new Map(contract.operations.map((operation) => [operation.id, operation]))
    this.drafts = fc.oneof(...contract.operations.map((operation) => makeDrafts(contract, operation)))
  }

  async send({ requests, seed }: Options): Promise<Report> {
    for (let begun = 0; begun < requests && !this.isEnough(); begun += requestsADay) {
      const count = Math.min(requestsADay, requests - begun)
      await this.sendAll({ seed: seed + begun, numRuns: count })
      this.service.setTime(this.service.now() + dayMs)
    }
    return this.report
  }

  stop(): void {
    this.sender.stop()
  }

  private isEnough(): boolean {
    return this.report.faults.size >= enoughFaults
  }

  private async sendAll(sample: { seed: number; numRuns: number }): Promise<void> {
    const drafts = fc.sample(this.drafts, sample).entries()
    const work = async (company: number) => {
      for (const [at, draft] of drafts) {
        if (this.isEnough()) return
        const exchanges = await this.sendDraft(draft, company)
        for (const each of exchanges) this.report.count(each)
        if (this.addFaults(exchanges)) await this.shrink({ seed: sample.seed, path: String(at) }, company)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, (_, company) => work(company)))
  }

  /** Sends shorter requests like one that has failed. The shortest that also fails is reported. */
  private async shrink(where: { seed: number; path: string }, company: number): Promise<void> {
    const property = fc.asyncProperty(this.drafts, async (draft) => {
      const exchanges = await this.sendDraft(draft, company)
      this.addFaults(exchanges)
      return exchanges.every(({ faults }) => faults.length === 0)
    })
    await fc.check(property, { ...where, numRuns: 1, interruptAfterTimeLimit: shrinkMs })
  }

  /** True where a fault is of a new kind. */
  private addFaults(exchanges: Exchange[]): boolean {
    return exchanges.map((each) => this.report.addFaults(each)).includes(true)
  }

  private async sendDraft(draft: Draft, company: number): Promise<Exchange[]> {
    const operation = this.operations.get(draft.operation)
    if (!operation) throw new Error(`there is no operation ${draft.operation}`)
    const sent = prepare(this.world, operation, draft, company)
    const answers = [await this.exchange(sent)]
    if (draft.twice) answers.push(await this.exchange(sent))
    if (operation.id === 'restore-snapshot' && answers.some(({ status }) => status === 201)) await this.listItems(sent)
    const request = read(sent)
    const isAllowed = this.verdict.listObjections(request).length === 0
    return answers.map((answer) => ({ sent, isAllowed, answer, faults: this.verdict.listFaults(request, answer) }))
  }

  /** After a restore, other items are there. */
  private async listItems({ operation, customer, headers: { Authorization = '' } }: Sent): Promise<void> {
    const list = async (path: string) => {
      const request = { operation, customer, method: 'GET', target: path, headers: { Authorization } }
      const { status, text } = await this.sender.send({ ...request, body: Buffer.alloc(0) })
      return status === 200 ? (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id) : []
    }
    customer.replaceItems(await list('/items?limit=40'), await list('/trash?limit=40'))
  }

  private async exchange(sent: Sent): Promise<Answer> {
    this.service.setTime(this.service.now() + tickMs)
    const answer = await this.sender.send(sent)
    const { operation, customer, target } = sent
    const isOwn = Object.values(customer.secrets).some((secret) => sent.headers.Authorization?.endsWith(secret))
    if (answer.status < 300 && isOwn) {
      const [path = ''] = target.split('?')
      const body: unknown = answer.text === '' ? null : JSON.parse(answer.text)
      customer.learn({ operation: operation.id, path, body, tag: answer.headers.etag ?? null })
    }
    return answer
  }
}
