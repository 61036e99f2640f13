import { join } from 'node:path'
import { localAccess } from '../../../cli/target'
import { formatDate } from '../../../functions/domain/time'
import { type RouteId, routes } from '../../../functions/routes'
import { openVault } from '../../../functions/runtime/vault'
import { readPeople } from '../../../functions/store/companies/person-row'
import type { Table } from '../../../functions/store/table/table'
import type { Answer } from '../client'
import { emptyTable } from '../empty-table'
import { waitFor } from '../eventually'
import { readRowsOfCompany } from '../fork'
import { makeLatch } from '../latch'
import { makeRequest } from '../requests/requests'
import { makeShop } from '../shop'
import { makeCaller, noon } from '../table'
import type { EngineCall, Fate } from './faulty-engine'
import { startFaultyService } from './faulty-service'
import { findBrokenInvariants } from './invariants'
import {
  canMeet,
  chooseLaterKind,
  decideFate,
  getCode,
  isFinal,
  isForGood,
  isNextAtOnce,
  isSuccess,
  type Kind,
  kinds,
  listFaultsOfAnswer,
} from './kinds'
import { openCaller, openScene, type Setting } from './scene'
import { buildWorld, isChange, jobs, type World } from './world'

// Runs every route and every job with a fault at its n-th call of DynamoDB: for every n, and with every kind of fault.

export const names = [...Object.keys(routes), ...Object.keys(jobs)]

type Fault = { nth: number; kind: Kind }
/**
 * `name` is a route's id or a job's name. `nth` counts from 1. `later` meets the request, or the job, when it comes the
 * second time.
 */
export type FaultCase = Fault & { name: string; later?: Fault }
/** What the case broke, in words, and the status of its first answer. For a job, that is 200 or 500. */
type Outcome = { status: number; broken: string[] }
/**
 * What happens without a fault: the calls of DynamoDB, the number of log rows added, and the code with which the same
 * request of another caller is refused then, if it is.
 */
type Course = { calls: string[]; added: number; refusal: unknown }
/** A fault that waits for its call, and the calls so far. */
type ArmedFault = Fault & { calls: string[] }
/** A case: its company, its first answer, and how to send it again. `added` counts the log rows added so far. */
type Play = {
  world: World
  first: Answer<unknown>
  again: () => Promise<Answer<unknown>>
  /** The same of another caller, under another key. For a job, as `again`. */
  other: () => Promise<Answer<unknown>>
  added: () => Promise<number>
}

/** Longer than locks and drafts last, so those that a frozen process holds are over. */
const frozenMs = 20 * 60_000
const date = formatDate(noon)
/** What goes on with a restore whose process died. */
const resuming = ['RunRestore', 'get-restore', 'list-restores']
const restoring = ['restore-snapshot', ...resuming]

export async function startFaultMatrix(): Promise<FaultMatrix> {
  let matrix: FaultMatrix | null = null
  const options = { workersPerFunction: 2, preload: join(__dirname, 'fast-time.cjs') }
  const own = { ...options, signIn: { port: 0 } }
  const service = await startFaultyService((call) => matrix?.decideFate(call) ?? null, own)
  const worlds = {
    plain: await buildWorld(service.rows, { restoring: false }),
    restoring: await buildWorld(service.rows, { restoring: true }),
  }
  const vault = openVault(service.webhookKey ?? '', { endpoint: service.secretsEndpoint, ...localAccess })
  matrix = new FaultMatrix({ service, vault, worlds })
  return matrix
}

class FaultMatrix {
  private readonly courses = new Map<string, Course>()
  private armed: ArmedFault | null = null
  private world: World | null = null
  /** Kills and freezes in progress. */
  private striking: Promise<void>[] = []
  private overtaken = 0

  constructor(private readonly setting: Setting) {}

  stop = () => this.setting.service.stop()

  async listCases(of: string[]): Promise<FaultCase[]> {
    const all: FaultCase[] = []
    for (const name of of)
      for (const [index, operation] of (await this.findCourse(name)).calls.entries())
        for (const kind of kinds) if (canMeet(kind, operation)) all.push({ name, nth: index + 1, kind })
    return all
  }

  /** Runs a case, sends the request again until it succeeds, and then checks the rows. */
  async run({ name, nth, kind, later }: FaultCase): Promise<Outcome> {
    const course = await this.findCourse(name)
    const played = await this.play(name, { nth, kind })
    if (isNextAtOnce(kind) && !later) return this.goOnAtOnce({ name, nth, kind }, played)
    const { first, again } = played
    const broken = listFaultsOfAnswer(first, kind, { early: nth === 1 })
    if (isChange(name) && first.status === 429 && (await played.added()) > 0)
      broken.push('it is refused, and has changed something')
    const second = later ? (await this.sendAgainst(later, again)).answer : first
    const last = isSuccess(second) ? await again() : await this.sendUntilSuccess(again)
    if (!isSuccess(last)) broken.push(`sent again, it answers ${last.status} ${last.text}`)
    for (const { text } of new Set([first, second].filter((each) => isChange(name) && isFinal(each))))
      if (last.text !== text) broken.push(`sent again, it answers ${last.text}, and not ${text}`)
    const found = await this.settle(name, played)
    const others = this.overtaken
    // A restore takes back what another client changed before the restore's cut.
    const most = course.added + others * (name === 'restore-snapshot' ? 2 : 1)
    // A restore whose process was frozen this long has failed. What it did before stays.
    const isFrozen = [kind, later?.kind].some((each) => each?.startsWith('frozen'))
    const least = isFrozen && restoring.includes(name) ? 0 : course.added + others
    if (found < least || found > most) broken.push(`${found} log rows were added, and not ${course.added + others}`)
    const { rows, bus, mailbox } = this.setting.service
    const { companyId } = played.world
    const isOnBus = bus?.events.some(({ event }) => JSON.stringify(event.detail).includes(companyId))
    if (name === 'PublishEvents' && !isOnBus) broken.push('the event is not on the bus')
    const isMailed = mailbox.mails.some(({ to }) => to.includes(companyId)) // the address has the id in it
    if (name === 'SendAlerts' && !isMailed) broken.push('nobody got a mail')
    broken.push(...(await findBrokenInvariants(rows, companyId)))
    return { status: first.status, broken }
  }

  /**
   * The next request finds all or nothing of the first one: it succeeds, or is refused as after a success. A restore
   * that has begun may also be in the way, and so may a mail: it is there to be seen then, and is so no more later.
   */
  private async goOnAtOnce({ name, nth, kind }: FaultCase, played: Play): Promise<Outcome> {
    const { first, again, other, world } = played
    const { refusal, added } = await this.findCourse(name)
    const broken = listFaultsOfAnswer(first, kind, { early: nth === 1 })
    const isTold = async ({ body, text }: Answer<unknown>) =>
      getCode(body) === refusal || (getCode(body) === 'invalid_state' && (await this.isRestoring(world, text)))
    if (kind === 'lost for good, then another') {
      const next = await other()
      if (!isSuccess(next) && !(await isTold(next))) broken.push(`another then gets ${next.status} ${next.text}`)
      const last = await again()
      if (!isSuccess(last) && !(await isTold(last)))
        broken.push(`sent after another, it gets ${last.status} ${last.text}`)
    } else {
      const next = await again()
      const isMailing = !isSuccess(next) && (await this.isMailing(world, next))
      if (!isSuccess(next) && !isMailing) broken.push(`sent again at once, it gets ${next.status} ${next.text}`)
      const last = isMailing ? await this.sendUntilSuccess(again) : next
      if (isMailing && !isSuccess(last)) broken.push(`sent later, it gets ${last.status} ${last.text}`)
    }
    const found = await this.settle(name, played)
    if (found < added || found > 2 * added) broken.push(`${found} log rows were added, and not ${added}`)
    broken.push(...(await findBrokenInvariants(this.setting.service.rows, world.companyId)))
    return { status: first.status, broken }
  }

  /** Whether the text names a restore that runs. */
  private async isRestoring({ companyId }: World, text: string): Promise<boolean> {
    const rows = await readRowsOfCompany(this.setting.service.rows, companyId)
    return rows.some(({ id, status }) => status === 'running' && text.includes(String(id)))
  }

  /** Whether a job was told of a mail that may have been sent, and could not be given back: 30 s, nobody knows. */
  private async isMailing({ companyId }: World, { text }: Answer<unknown>): Promise<boolean> {
    const people = await readPeople(this.setting.service.rows, companyId)
    return text.includes('another run is sending the mail') && people.some((row) => row.alerting_at !== undefined)
  }

  /** What happens to a call of DynamoDB. Null where it passes. */
  decideFate(call: EngineCall): Fate | null {
    if (this.armed === null) return null
    const { nth, kind, calls } = this.armed
    const at = calls.push(call.operation)
    if (nth === 0 || at < nth || (at > nth && !isForGood(kind))) return null
    if (at === nth && !canMeet(kind, call.operation)) {
      this.armed.nth += 1 // what is sent at once arrives in any order: the next one may be of the kind
      return null
    }
    const { service } = this.setting
    const freeze = async () => service.setTime(service.now() + frozenMs)
    const actions = { kill: service.killFunctions, freeze, overtake: () => this.overtake() }
    const fate = decideFate(at === nth ? kind : chooseLaterKind(kind), call, actions)
    const { after } = fate
    if (!after) return fate
    // The call may be of a job that the first answer does not wait for. Its fate must not strike what is sent again.
    const { opened, open } = makeLatch()
    this.striking.push(opened)
    return { ...fate, after: () => after().finally(open) }
  }

  private async findCourse(name: string): Promise<Course> {
    const known = this.courses.get(name)
    if (known) return known
    const none = { nth: 0, kind: 'failed' } as const
    await this.settle(name, await this.play(name, none)) // the first run does what a function does only once
    const played = await this.play(name, none)
    if (!isSuccess(played.first)) throw new Error(`${name} fails without a fault: ${played.first.text}`)
    const added = await this.settle(name, played)
    const course = { calls: played.calls, added, refusal: getCode((await played.other()).body) }
    this.courses.set(name, course)
    return course
  }

  private async play(name: string, fault: Fault): Promise<Play & { calls: string[] }> {
    const { service, worlds } = this.setting
    service.setTime(noon)
    this.overtaken = 0
    await emptyTable(service.rows, [])
    const world = await openScene(this.setting, name, resuming.includes(name) ? worlds.restoring : worlds.plain)
    const again = await this.makeSender(name, world)
    const other = name in jobs ? again : await this.makeSender(name, world, 'other')
    const before = await countLogRows(service.rows, world)
    this.world = world
    const { answer: first, calls } = await this.sendAgainst(fault, again)
    const added = async () => (await countLogRows(service.rows, world)) - before
    return { world, first, again, other, calls, added }
  }

  /** Sends the request while a fault waits for it. */
  private async sendAgainst(fault: Fault, send: Play['again']) {
    const armed: ArmedFault = { ...fault, calls: [] }
    this.armed = armed
    const answer = await send()
    this.armed = null
    await Promise.all(this.striking.splice(0))
    return { answer, calls: armed.calls }
  }

  /** Makes a function that sends the request under one idempotency key, or invokes the job. */
  private async makeSender(name: string, world: World, key = 'matrix'): Promise<Play['again']> {
    const { service } = this.setting
    const event = jobs[name]
    if (event)
      return async () => {
        const invocation = await service.invoke(name, event({ ...world, date }))
        const text = 'error' in invocation ? JSON.stringify(invocation.error) : ''
        return { status: text === '' ? 200 : 500, headers: new Headers(), text, body: null }
      }
    const { call, ids } = await openCaller(this.setting, name as RouteId, world)
    const { method, path, body } = makeRequest(name as RouteId, ids)
    return () => call(method, path, body, method === 'GET' ? {} : { 'Idempotency-Key': key })
  }

  /** Sends the request until it succeeds. Locks and drafts of others end after a while. */
  private async sendUntilSuccess(again: Play['again']): Promise<Answer<unknown>> {
    const { service } = this.setting
    let answer = await again()
    for (let tries = 0; tries < 4 && !isSuccess(answer); tries++) {
      service.setTime(service.now() + frozenMs)
      answer = await again()
    }
    return answer
  }

  /** Includes a restore whose process died. Returns how many log rows were added. */
  private async settle(name: string, { world, added }: Play): Promise<number> {
    const { service } = this.setting
    for (let tries = 0; tries < 5; tries++) {
      const rows = await readRowsOfCompany(service.rows, world.companyId)
      const restore = rows.find(({ status, id }) => status === 'running' && String(id).startsWith('rst_'))
      if (!restore) break
      await service.invoke('RunRestore', { company_id: world.companyId, restore_id: restore.id })
    }
    // Also what nobody waits for has ended then, and the calls of functions that were killed.
    if (name in jobs) await waitFor(async () => service.countInvocations() === 0 && service.isQuiet())
    return added()
  }

  /** Another client changes the item that most requests name. */
  private async overtake(): Promise<void> {
    if (this.world === null) return
    const shop = makeShop(this.setting.service.rows, makeCaller(this.world.companyId))
    await shop.updateItem(this.world.ids.item, { location: 'Elsewhere' })
    this.overtaken += 1
  }
}

async function countLogRows(table: Table, { companyId }: World): Promise<number> {
  const rows = await readRowsOfCompany(table, companyId)
  return rows.filter(({ pk }) => pk === `LOG#${companyId}`).length
}
