import fc from 'fast-check'
import { dayMs } from '../../../functions/domain/time'
import type { TestService } from '../service'
import type { Contract, Operation } from './document'
import type { Draft } from './draft'
import { DraftMaker } from './drafts'
import { read } from './reading'
import { type Answer, prepare, type Sent, send } from './sending'
import { Verdict } from './verdict'
import { openWorld, type World } from './world'

/**
 * After so many the next day begins, and with it new limits and quotas. Until then, the service's clock stands: if time
 * passed as fast as requests are sent, the service would take changes for late, and wait.
 */
const requestsADay = 2_000
/**
 * What has a smaller share than the rest: it ends what others need, or works on whole snapshots, which takes time. What
 * makes something for others has a larger one.
 */
const light = new Set([
  ...['place-order', 'close-order', 'delete-order', 'delete-snapshot', 'delete-webhook'],
  ...['create-items', 'restore-snapshot', 'diff-snapshot', 'list-snapshot-items'],
])
const weigh = ({ id }: Operation) => (id === 'create-order' ? 3 : light.has(id) ? 1 : 2)
/** So many plain requests each company sends first, in an order in which each finds what it needs. */
const beginning = {
  ...{ 'create-item': 13, 'delete-item': 3, 'create-order': 24, 'receive-order': 9, 'create-transactions': 4 },
  ...{ 'create-snapshot': 2, 'restore-snapshot': 2, 'create-webhook': 4, 'test-webhook': 4 },
  ...{ 'create-key': 3, 'invite-person': 3 },
}
const shrinkMs = 1_000
/** For a success that no request has had: so many of each company, until one had it. */
const plainTries = 10

/** Where a draft comes from: the nth one, by `path`, that this arbitrary makes of the seed. */
type Dealt = { draft: Draft; arbitrary: fc.Arbitrary<Draft>; path: string }

/**
 * `companies`: how many requests are in flight at once. Each is of another company, since changes of one company would
 * wait for each other. It stops after `enough` kinds of faults. `only`: one operation, in place of all.
 */
type Options = { requests: number; companies: number; seed: number; enough?: number; only?: string }

/** Sends generated requests to the operations, and compares what is answered with the document. */
export async function runContract(contract: Contract, service: TestService, options: Options): Promise<Report> {
  const run = new Run(contract, service, await openWorld(service, options.companies), options)
  await run.begin()
  await run.send()
  await run.sendUnseen()
  return run.report
}

class Run {
  readonly report: Report
  private readonly verdict: Verdict
  private readonly chosen: Operation[]
  private readonly companies: number[]

  constructor(
    private readonly contract: Contract,
    private readonly service: TestService,
    private readonly world: World,
    private readonly options: Options,
  ) {
    this.chosen = contract.operations.filter(({ id }) => id === (options.only ?? id))
    this.report = new Report(this.chosen)
    this.verdict = new Verdict(contract)
    this.companies = [...world.customers.keys()]
  }

  async begin(): Promise<void> {
    const work = async (company: number) => {
      for (const [id, count] of Object.entries(beginning))
        for (const { draft } of this.listPlain(id, count)) await this.sendDraft(draft, company)
    }
    await Promise.all(this.companies.map(work))
  }

  async send(): Promise<void> {
    const { requests, seed } = this.options
    for (let day = 0; day * requestsADay < requests && !this.isEnough(); day++) {
      const count = Math.min(requestsADay, requests - day * requestsADay)
      await this.sendAll(this.deal(count, seed + day), seed + day)
      this.service.setTime(this.service.now() + dayMs)
    }
  }

  /** Few requests leave out a success by chance: plain requests make up for it, once what they need is there again. */
  async sendUnseen(): Promise<void> {
    if (this.report.listUnseen().length > 0) await this.begin()
    const ends = ({ id }: { id: string }) => Number(/^(delete|remove|revoke)-/.test(id)) // what others need
    for (const { id, status } of this.report.listUnseen().sort((a, b) => ends(a) - ends(b))) {
      const isUnseen = () => this.report.listUnseen().some((each) => each.id === id && each.status === status)
      for (const company of this.companies)
        for (const { draft } of this.listPlain(id, plainTries))
          if (!this.isEnough() && isUnseen()) this.report.add(await this.sendDraft(draft, company))
    }
  }

  private isEnough(): boolean {
    return this.report.faults.size >= (this.options.enough ?? 10)
  }

  private listPlain(id: string, count: number): Dealt[] {
    const operation = this.contract.operations.find((each) => each.id === id)
    if (!operation) throw new Error(`there is no operation ${id}`)
    return listDrafts(new DraftMaker(this.contract, operation).plain(), this.options.seed, count)
  }

  /** At least so many drafts, in an order by the seed. Each operation has its share, also of few. */
  private deal(count: number, seed: number): Dealt[] {
    const total = this.chosen.reduce((sum, operation) => sum + weigh(operation), 0)
    const all = this.chosen.flatMap((operation) => {
      const share = Math.ceil((count * weigh(operation)) / total)
      return listDrafts(new DraftMaker(this.contract, operation).all(), seed, share)
    })
    const shuffled = fc.shuffledSubarray(all, { minLength: all.length })
    return fc.sample(shuffled, { seed, numRuns: 1 }).flat()
  }

  private async sendAll(drafts: Dealt[], seed: number): Promise<void> {
    const left = drafts.values()
    const work = async (company: number) => {
      for (const dealt of left) {
        if (this.isEnough()) return
        if (this.report.add(await this.sendDraft(dealt.draft, company))) await this.shrink(dealt, seed, company)
      }
    }
    await Promise.all(this.companies.map(work)).finally(() => drafts.splice(0)) // where one fails, the others end
  }

  /** Sends shorter requests like one that has failed. The shortest that also fails is reported. */
  private async shrink({ arbitrary, path }: Dealt, seed: number, company: number): Promise<void> {
    const property = fc.asyncProperty(arbitrary, async (draft) => {
      const exchanges = await this.sendDraft(draft, company)
      this.report.add(exchanges)
      return exchanges.every(({ faults }) => faults.length === 0)
    })
    await fc.check(property, { seed, path, numRuns: 1, interruptAfterTimeLimit: shrinkMs })
  }

  private async sendDraft(draft: Draft, company: number): Promise<Exchange[]> {
    const sent = prepare(this.world, draft, company)
    const answers = [await this.exchange(sent)]
    if (draft.twice) answers.push(await this.exchange(sent))
    const isRestored = draft.operation.id === 'restore-snapshot' && answers.some(({ status }) => status === 201)
    if (isRestored) await this.listItems(sent)
    const request = read(sent)
    return answers.map((answer) => ({ sent, answer, faults: this.verdict.listFaults(request, answer) }))
  }

  /** After a restore, other items are there. */
  private async listItems({ customer, headers: { Authorization = '' }, ...rest }: Sent): Promise<void> {
    const of = { ...rest, customer, method: 'GET', headers: { Authorization }, body: Buffer.alloc(0) }
    const list = async (target: string): Promise<string[]> => {
      const { status, text } = await send(this.service.baseUrl, { ...of, target })
      return status === 200 ? JSON.parse(text).data.map(({ id }: { id: string }) => id) : []
    }
    customer.replace('item', await list('/items?limit=40'))
    customer.replace('trashed', await list('/trash?limit=40'))
  }

  private async exchange(sent: Sent): Promise<Answer> {
    const answer = await send(this.service.baseUrl, sent)
    const { operation, customer, target } = sent
    const isOwn = Object.values(customer.secrets).some((secret) => sent.headers.Authorization?.endsWith(secret))
    const [, , id = ''] = target.split(/[/?]/)
    if (answer.status < 300 && isOwn)
      customer.learn(operation.id, id, answer.text === '' ? null : JSON.parse(answer.text))
    return answer
  }
}

function listDrafts(arbitrary: fc.Arbitrary<Draft>, seed: number, numRuns: number): Dealt[] {
  return fc.sample(arbitrary, { seed, numRuns }).map((draft, at) => ({ draft, arbitrary, path: String(at) }))
}

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
