import { changePlan, createCompany, resumeCompany, suspendCompany } from '../../../admin/companies/companies'
import { planNames } from '../../../functions/domain/companies/plan'
import { dayMs } from '../../../functions/domain/time'
import { findCompany } from '../../../functions/store/companies/companies'
import { hashSecret } from '../../../functions/store/companies/principals'
import { keys } from '../../../functions/store/table/schema'
import type { Answer, Call } from '../client'
import { changeRow } from '../damage'
import { Company, Key, type Row } from '../model/company'
import { type Reply, refuse } from '../model/items'
import { createKey, type TestService } from '../service'
import { noon } from '../table'
import { getSharedNames, project, requireSame, requireShown, requireSorted, requireStatus } from './compare'
import { type Play, planList, planRequest, type Query, type Step } from './plays'

// Random sequences of requests, several companies and keys at once, with time that passes, against the model.

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]
const waits = [
  ...[minuteMs, minuteMs, 10 * minuteMs, 8 * hourMs, 8 * hourMs, 23 * hourMs, 23 * hourMs, dayMs, 25 * hourMs],
  ...[8 * dayMs, 31 * dayMs, 100 * dayMs],
]
/** How long the answer to a request with an idempotency key is kept. */
const keptMs = dayMs

type Customer = { id: string; company: Company; answers: Map<string, Recorded> }
type Recorded = { request: string; status: number; text: string; at: number }
type Actor = { customer: Customer; key: Key; secret: string; call: Call }
type Sent = { actor: Actor; key: string; play: Play }

/** One story. `script` has each request and its answer, for a story that fails. */
export class Story {
  readonly script: string[] = []
  private readonly sent: Sent[] = []

  private constructor(
    private readonly service: TestService,
    private readonly actors: Actor[],
  ) {}

  /** Two companies with two keys each. */
  static async begin(service: TestService): Promise<Story> {
    service.setTime(noon)
    const actors: Actor[] = []
    for (const plan of ['enterprise', 'starter'] as const) {
      const { id, user_id: userId } = await createCompany(service.rows, { name: plan, plan })
      const customer = { id, company: new Company(plan), answers: new Map() }
      for (const _ of ['first', 'second']) {
        const { secret, call } = await createKey(service, id, plan, { userId })
        actors.push({ customer, key: new Key(customer.company), secret, call })
      }
    }
    return new Story(service, actors)
  }

  /** Two steps of different companies are taken at once. */
  async take(steps: Step[]): Promise<void> {
    for (let next = 0; next < steps.length; ) {
      const [step, other] = [steps[next], steps[next + 1]]
      if (step === undefined) break
      this.wait(secondMs)
      const together = other && !movesTime(step) && !movesTime(other) && isOfOther(step, other) ? [step, other] : [step]
      await Promise.all(together.map((each) => this.takeOne(each)))
      next += together.length
    }
  }

  /** Every list of every company, and every ledger. */
  async end(): Promise<void> {
    this.wait(minuteMs)
    const firsts = this.actors.filter((_, index) => index % 2 === 0) // one of each company
    for (const actor of firsts) {
      const { company } = actor.customer
      if (company.items.log.length === 0) continue
      for (let n = 0; n < 7; n++) await this.list(actor, planList(company, this.service.now(), { n, m: 0 }), 0)
      for (const { id, quantity, sequence } of company.items.live.slice(0, 5)) {
        const shows = { quantity, ledger_total: quantity, transactions: sequence, consistent: true }
        await this.send(actor, get(`/items/${id}/verify`, shows))
      }
    }
    this.wait(dayMs) // all keys have their requests again
    for (const actor of firsts) await this.follow(actor)
  }

  /** The feed, in pages. */
  private async follow(actor: Actor): Promise<void> {
    const events: Row[] = []
    for (let after = '', more = true; more; ) {
      const page = Object(await this.send(actor, get(`/events?limit=13${after}`)))
      events.push(...page.data)
      after = `&after=${page.cursor}`
      more = page.has_more
    }
    const ids = new Set(events.map(({ id }) => id))
    requireSame('the number of events', ids.size, events.length)
    const told = events.map(({ resource_id, type }) => `${resource_id} ${type}`)
    const wanted = actor.customer.company.listEvents(this.service.now())
    requireSame('what happened to each', groupById(told), groupById(wanted))
  }

  private async takeOne(step: Step): Promise<void> {
    const { kind, who, n, m } = step
    const actor = this.actors[who]
    if (actor === undefined) throw new Error('there are four actors')
    const { company } = actor.customer
    const untilMidnight = dayMs - (this.service.now() % dayMs) - 2 * secondMs
    if (kind === 'wait') return this.wait(n === 0 ? untilMidnight : (waits[n % waits.length] ?? minuteMs))
    if (kind === 'end of the day' || kind === 'end of the minute')
      return this.useUp(actor, kind === 'end of the day' ? 'day' : 'minute', n % 3)
    if (kind === 'change plan') return this.changePlan(actor, n)
    if (kind === 'suspend') return this.suspend(actor)
    if (kind === 'list') return this.list(actor, planList(company, this.service.now(), step), m)
    const earlier = this.sent[this.sent.length - 1 - (n % 8)]
    if (kind === 'retry') return this.retry(earlier, m)
    const isReuse = kind === 'reuse key' && earlier !== undefined
    const by = isReuse ? earlier.actor : actor
    const stranger = this.actors.find(({ customer }) => customer !== by.customer) ?? by
    const play = planRequest(by.customer.company, stranger.customer.company, step)
    const key = isReuse ? earlier.key : `k${this.sent.length}`
    if (!isReuse) this.sent.push({ actor, key, play })
    await this.send(by, play, key)
  }

  /** With the same key of the company, or with its other one. */
  private async retry(sent: Sent | undefined, m: number): Promise<void> {
    if (sent === undefined) return
    const isOther = m % 2 === 0
    const { customer, key } = sent.actor
    const actor = this.actors.find((each) => each.customer === customer && (each.key !== key) === isOther)
    await this.send(actor ?? sent.actor, sent.play, sent.key)
  }

  private async send(actor: Actor, play: Play, key: string | null = null): Promise<unknown> {
    const now = this.service.now()
    const refusal = actor.key.admit(now)
    const request = JSON.stringify([play.method, play.path, play.body])
    const recorded = key === null ? null : this.findRecorded(actor.customer, key)
    const isReused = recorded !== null && recorded.request !== request
    const headers: Record<string, string> = { ...play.headers, ...(key === null ? {} : { 'Idempotency-Key': key }) }
    const answer = await actor.call(play.method, play.path as '/items', play.body, headers)
    const { status, text } = answer
    this.script.push(`${actor.customer.id} ${request} ${JSON.stringify(headers)} -> ${status} ${text.slice(0, 400)}`)
    if (refusal) return requireStatus(answer, refusal)
    if (isReused) return requireStatus(answer, { status: 400, code: 'idempotency_key_reused' })
    if (play.rows && key !== null) return this.checkRows(actor.customer, play, key, answer)
    if (recorded !== null && (recorded.status !== status || recorded.text !== text))
      throw new Error(`the retry answers ${status} ${text}, and not ${recorded.status} ${recorded.text}`)
    if (recorded !== null) return answer.body
    const expected = play.expect(now)
    requireStatus(answer, expected)
    if (status >= 300) return answer.body
    requireShown(answer.body, expected.commit?.(answer.body as never as Reply))
    const isStored = key !== null && !Object(play.body).dry_run
    if (isStored) actor.customer.answers.set(key, { request, status, text, at: now })
    return answer.body
  }

  /** Each row of a batch is answered on its own, and keeps its answer on its own. */
  private checkRows(customer: Customer, { method, path, body, rows = [] }: Play, key: string, answer: Answer): void {
    requireStatus(answer, { status: 200 })
    const now = this.service.now()
    const request = JSON.stringify([method, path, body])
    const answered = Object(answer.body).data as { status: number; item?: object; error?: { code: string } }[]
    for (const [index, makeExpected] of rows.entries()) {
      const row = Object(answered[index])
      const recorded = this.findRecorded(customer, `${key}#${index}`)
      const text = JSON.stringify(row)
      if (recorded && recorded.text !== text) throw new Error(`the retry answers ${text}, and not ${recorded.text}`)
      if (recorded) continue
      const expected = makeExpected(now)
      requireStatus({ ...answer, status: row.status, text, body: row }, expected)
      if (row.status >= 300) continue
      requireShown(row.item, expected.commit?.(row.item))
      customer.answers.set(`${key}#${index}`, { request, status: row.status, text, at: now })
    }
    const isClaimed = rows.some((_, index) => this.findRecorded(customer, `${key}#${index}`))
    if (isClaimed) customer.answers.set(key, { request, status: 0, text: '', at: now })
  }

  private findRecorded({ answers }: Customer, key: string): Recorded | null {
    const recorded = answers.get(key)
    return recorded && this.service.now() < recorded.at + keptMs ? recorded : null
  }

  /** The whole list, and then a page of it that the seed chooses. */
  private async list(actor: Actor, { name, filters, sort, defaultSort }: Query, seed: number): Promise<void> {
    const query = new URLSearchParams({ ...filters, ...(sort === null ? {} : { sort }) })
    const wanted = actor.customer.company.list(this.service.now(), name, filters)
    const all = await this.readPage(actor, `/${name}?${query}&limit=100`)
    if (all === null) return
    const total = wanted.length
    requireSame(`the total of ${name}`, all.pagination, { total, limit: 100, offset: 0, has_more: total > 100 })
    requireSorted(all.data, sort ?? defaultSort)
    // Not every movement's id is known.
    const names = getSharedNames(all.data[0], wanted[0]).filter((each) => name !== 'transactions' || each !== 'id')
    if (total <= 100) requireSame(`the list ${name}`, project(all.data, names), project(wanted, names))
    if (name === 'transactions') learnIds(all.data, wanted)
    const [limit, offset] = [1 + (seed % 4), seed % 6]
    const page = await this.readPage(actor, `/${name}?${query}&limit=${limit}&offset=${offset}`)
    if (page === null) return
    requireSame('a page', page.data, all.data.slice(offset, offset + limit))
    requireSame('a total', page.pagination, { total, limit, offset, has_more: offset + page.data.length < total })
  }

  /** Null where the limit of the key is reached. */
  private async readPage(actor: Actor, path: string) {
    return ((await this.send(actor, get(path))) ?? null) as { data: Row[]; pagination: object } | null
  }

  private wait(ms: number): void {
    this.service.setTime(this.service.now() + ms)
    if (ms > secondMs) this.script.push(`-- ${new Date(this.service.now()).toISOString()}`)
  }

  /** For one request. */
  private async suspend(actor: Actor): Promise<void> {
    const { rows } = this.service
    const { id, company } = actor.customer
    await suspendCompany(rows, id)
    company.isSuspended = true
    await this.send(actor, cheapRequest)
    await resumeCompany(rows, id)
    company.isSuspended = false
  }

  private async changePlan({ customer }: Actor, n: number): Promise<void> {
    const { rows } = this.service
    const company = await findCompany(rows, customer.id)
    const plan = planNames[n % planNames.length]
    if (company === null || plan === undefined) throw new Error('the company is there')
    await changePlan(rows, company, plan)
    customer.company.plan = plan
    this.script.push(`-- ${customer.id} is on the plan ${plan}`)
  }

  /** Leaves `left` requests of the day or of the minute, and sends more. */
  private async useUp(actor: Actor, window: 'minute' | 'day', left: number): Promise<void> {
    const { rows } = this.service
    const { number, count } = actor.key.useUp(window, this.service.now(), left)
    await changeRow(rows, keys.principal(hashSecret(actor.secret)), { [window]: number, [`${window}_count`]: count })
    this.script.push(`-- ${left} requests of the ${window} are left`)
    for (let sent = 0; sent < left + 1; sent++) await this.send(actor, cheapRequest)
    if (window === 'day' && left % 2 === 0) return
    const length = window === 'day' ? dayMs : minuteMs
    this.wait(length - (this.service.now() % length))
    await this.send(actor, cheapRequest)
  }
}

const movesTime = ({ kind }: Step) =>
  ['wait', 'end of the minute', 'end of the day', 'retry', 'reuse key'].includes(kind)
const isOfOther = (step: Step, other: Step) => step.who < 2 !== other.who < 2
/** By the id that a line begins with. */
function groupById(lines: string[]): string[] {
  const idOf = (line: string) => line.slice(0, line.indexOf(' '))
  return [...lines].sort((a, b) => Number(idOf(a) > idOf(b)) - Number(idOf(a) < idOf(b)))
}

/** It counts, and reads nothing. */
const cheapRequest: Play = { method: 'GET', path: '/items/none', expect: () => refuse(404, 'item_not_found') }
const get = (path: string, shows: object = {}): Play => {
  return { method: 'GET', path, expect: () => ({ status: 200, commit: () => shows }) }
}

/** The model does not know the ids of movements that no answer has shown. */
function learnIds(shown: Row[], movements: Row[]): void {
  for (const { id, item_id, sequence } of shown) {
    const movement = movements.find((each) => each.item_id === item_id && each.sequence === sequence)
    if (movement) Object.assign(Object(movement.self), { id })
  }
}
