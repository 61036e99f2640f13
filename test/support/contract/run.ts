import fc from 'fast-check'
import type { TestService } from '../service'
import type { Contract, Operation } from './document'
import type { Draft } from './draft'
import { DraftMaker } from './drafts'
import { read } from './reading'
import { readReference } from './references'
import { type Exchange, Report } from './report'
import { type Answer, prepare, Sender, type Sent } from './sending'
import { Verdict } from './verdict'
import { buildWorld, type World } from './world'

/**
 * After so many the next day begins, and with it new limits and quotas. Until then, the service's clock stands: if time
 * passed as fast as requests are sent, the service would take changes for late, and wait.
 */
const requestsADay = 2_000
const dayMs = 86_400_000
/**
 * What has a smaller share than the rest: it ends what others need, or works on whole snapshots, which takes time. What
 * makes something for others has a larger one.
 */
const light = new Set([
  ...['place-order', 'close-order', 'delete-order', 'delete-snapshot', 'delete-webhook'],
  ...['create-items', 'restore-snapshot', 'diff-snapshot', 'list-snapshot-items'],
])
const weigh = (operation: string) => (operation === 'create-order' ? 3 : light.has(operation) ? 1 : 2)
const shrinkMs = 1_000
/** For a success that no request has had: so many at once, until one had it, and so often at most. */
const [plainRequests, plainTries] = [10, 4]

/** Where a draft comes from: the nth one, by `path`, that this arbitrary makes of the seed. */
type Dealt = { draft: Draft; arbitrary: fc.Arbitrary<Draft>; path: string }

/**
 * `companies`: how many requests are in flight at once. Each is of another company, since changes of one company would
 * wait for each other. It stops after `enough` kinds of faults: 10 by default.
 */
type Options = { requests: number; companies: number; seed: number; enough?: number }

/** Sends generated requests to all operations, and compares what is answered with the document. */
export async function runContract(contract: Contract, service: TestService, options: Options): Promise<Report> {
  const world = await buildWorld(service, options.companies)
  const run = new Run(contract, service, world, options.enough ?? 10)
  try {
    await run.send(options)
    await run.sendUnseen(options)
    process.stderr.write(`${run.report.summarize()}\n`)
    return run.report
  } finally {
    run.stop()
  }
}

function listDrafts(arbitrary: fc.Arbitrary<Draft>, seed: number, numRuns: number): Dealt[] {
  return fc.sample(arbitrary, { seed, numRuns }).map((draft, at) => ({ draft, arbitrary, path: String(at) }))
}

class Run {
  readonly report: Report
  private readonly verdict: Verdict
  private readonly sender: Sender
  private readonly operations: Map<string, Operation>
  private readonly totalWeight: number

  constructor(
    private readonly contract: Contract,
    private readonly service: TestService,
    private readonly world: World,
    private readonly enough: number,
  ) {
    this.report = new Report(contract)
    this.verdict = new Verdict(contract)
    this.sender = new Sender(service.baseUrl)
    this.operations = new Map(contract.operations.map((operation) => [operation.id, operation]))
    this.totalWeight = contract.operations.reduce((sum, { id }) => sum + weigh(id), 0)
  }

  async send({ requests, seed }: Options): Promise<void> {
    for (let day = 0; this.report.total < requests && !this.isEnough(); day++) {
      const count = Math.min(requestsADay, requests - this.report.total)
      await this.sendAll(this.deal(count, seed + day), seed + day)
      this.service.setTime(this.service.now() + dayMs)
    }
  }

  /** Few requests leave out a success by chance: plain requests make up for it. */
  async sendUnseen({ seed }: Options): Promise<void> {
    const ends = ({ id }: { id: string }) => Number(this.operations.get(id)?.method === 'DELETE') // what others need
    for (const { id, status } of this.report.listUnseen().sort((a, b) => ends(a) - ends(b))) {
      const operation = this.operations.get(id)
      if (!operation) continue
      const drafts = listDrafts(new DraftMaker(this.contract, operation).plain(), seed, plainTries * plainRequests)
      const isUnseen = () => this.report.listUnseen().some((each) => each.id === id && each.status === status)
      while (drafts.length > 0 && isUnseen()) {
        const some = drafts.splice(0, plainRequests)
        await this.sendAll(some, seed, this.listAble(some[0]))
      }
    }
  }

  stop(): void {
    this.sender.stop()
  }

  private isEnough(): boolean {
    return this.report.faults.size >= this.enough
  }

  /** At least so many drafts, in an order by the seed. Each operation has its share, also of few. */
  private deal(count: number, seed: number): Dealt[] {
    const all = this.contract.operations.flatMap((operation) => {
      const share = Math.ceil((count * weigh(operation.id)) / this.totalWeight)
      return listDrafts(new DraftMaker(this.contract, operation).all(), seed, share)
    })
    const shuffled = fc.shuffledSubarray(all, { minLength: all.length })
    return fc.sample(shuffled, { seed, numRuns: 1 }).flat()
  }

  /**
   * The companies that have what the draft names, or all. To one that has nothing, 404 comes so fast that it would take
   * all drafts.
   */
  private listAble(dealt: Dealt | undefined): number[] {
    const { kind = '' } = readReference(dealt?.draft.id ?? '') ?? {}
    const all = [...this.world.customers.keys()]
    const able = all.filter((company) => (this.world.customers[company]?.list(kind) ?? []).length > 0)
    return able.length > 0 ? able : all
  }

  private async sendAll(drafts: Dealt[], seed: number, companies = [...this.world.customers.keys()]): Promise<void> {
    const left = drafts.values()
    const work = async (company: number) => {
      for (const dealt of left) {
        if (this.isEnough()) return
        const exchanges = await this.sendDraft(dealt.draft, company)
        this.report.count(exchanges)
        if (this.report.addFaults(exchanges)) await this.shrink(dealt, seed, company)
      }
    }
    await Promise.all(companies.map(work))
  }

  /** Sends shorter requests like one that has failed. The shortest that also fails is reported. */
  private async shrink({ arbitrary, path }: Dealt, seed: number, company: number): Promise<void> {
    const property = fc.asyncProperty(arbitrary, async (draft) => {
      const exchanges = await this.sendDraft(draft, company)
      this.report.addFaults(exchanges)
      return exchanges.every(({ faults }) => faults.length === 0)
    })
    await fc.check(property, { seed, path, numRuns: 1, interruptAfterTimeLimit: shrinkMs })
  }

  private async sendDraft(draft: Draft, company: number): Promise<Exchange[]> {
    const operation = this.operations.get(draft.operation)
    if (!operation) throw new Error(`there is no operation ${draft.operation}`)
    const sent = prepare(this.world, operation, draft, company)
    const answers = [await this.exchange(sent)]
    if (draft.twice) answers.push(await this.exchange(sent))
    if (operation.id === 'restore-snapshot' && answers.some(({ status }) => status === 201)) await this.listItems(sent)
    const request = read(sent)
    return answers.map((answer) => ({ sent, answer, faults: this.verdict.listFaults(request, answer) }))
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
    const answer = await this.sender.send(sent)
    const { operation, customer, target } = sent
    const isOwn = Object.values(customer.secrets).some((secret) => sent.headers.Authorization?.endsWith(secret))
    const body = () => (answer.text === '' ? null : JSON.parse(answer.text))
    const [, , id = ''] = target.split(/[/?]/)
    if (answer.status < 300 && isOwn) customer.learn(operation.id, id, body(), answer.headers.etag)
    return answer
  }
}
