import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLocalTable } from '../../cli/target'
import { dateOf } from '../../functions/domain/time'
import type { RouteId } from '../../functions/routes'
import type { Table } from '../../functions/store/client'
import { startTableEngine } from '../../local/table-engine'
import type { Answer } from '../client'
import { emptyTable } from '../empty-table'
import { forkCompany, rowsOfCompany } from '../fork'
import { scanTable } from '../scan'
import { newKey, startTestService, type TestService } from '../service'
import { shopOf } from '../shop'
import { testStack } from '../stack'
import { caller, noon } from '../table'
import { isFinal, isSuccess, whatIsWrong } from './answers'
import { type EngineCall, type Fate, startFaultyEngine } from './faulty-engine'
import { brokenInvariants } from './invariants'
import { canMeet, fateOf, isForGood, type Kind, kinds } from './kinds'
import { buildWorld, isChange, jobs, requests, type World } from './world'

// Every route and every job, with a fault at its n-th call of DynamoDB: for every n, and of every kind.

/** Every route and every job. */
export const names = [...Object.keys(requests), ...Object.keys(jobs)]

/** `name` is a route's id or a job's name; `nth` counts from 1. */
type FaultCase = { name: string; nth: number; kind: Kind }
/** What a case came to: what it broke, in words, and the status of its first answer; a job's is 200 or 500. */
type Outcome = { status: number; broken: string[] }
/** What happens without a fault: the calls of DynamoDB, and how many log rows they add. */
type Course = { calls: string[]; added: number }
/** A fault that waits for its call, and the calls that have come. */
type Armed = { nth: number; kind: Kind; calls: string[] }
/** A case that is under way: its company, what its first answer was, and how to ask again. */
type Play = {
  world: World
  first: Answer<unknown>
  again: () => Promise<Answer<unknown>>
  added: () => Promise<number>
}

/** Longer than a frozen process keeps what it holds: locks and drafts of others are then over. */
const frozenMs = 20 * 60_000
const date = dateOf(noon)
/** What runs a restore. */
const restoring = ['restore-snapshot', 'get-restore', 'RunRestore']
/** For how long no call comes once nothing is at work. */
const quietMs = 150

/** A service whose every call of DynamoDB can meet a fault. `stop` ends it. */
export async function startFaultMatrix(): Promise<FaultMatrix> {
  const engine = await startTableEngine(testStack(), null)
  let matrix: FaultMatrix | null = null
  const proxy = await startFaultyEngine(engine.endpoint, (call) => matrix?.fateOf(call) ?? null)
  const preload = join(__dirname, 'fast-time.cjs')
  const service = await startTestService(testStack(), { workersPerFunction: 2, engine: proxy.endpoint, preload })
  const table = { ...openLocalTable(engine.table, engine.endpoint), now: service.now }
  const worlds = {
    plain: await buildWorld(table, { restoring: false }),
    restoring: await buildWorld(table, { restoring: true }),
  }
  const chunks = (await scanTable(table)).filter(({ pk }) => String(pk).startsWith('CHUNK#')) // all companies share them
  const stop = async () => {
    await service.stop()
    await proxy.stop()
    table.db.destroy()
    await engine.stop()
  }
  matrix = new FaultMatrix({ service, table, worlds, lasting: chunks }, stop)
  return matrix
}

type Setting = {
  service: TestService
  /** The table without faults. */
  table: Table
  worlds: { plain: World; restoring: World }
  /** Rows that every case finds. */
  lasting: Parameters<typeof emptyTable>[1]
}

class FaultMatrix {
  private readonly courses = new Map<string, Course>()
  private armed: Armed | null = null
  private world: World | null = null
  private calls = 0
  private overtaken = 0

  constructor(
    private readonly setting: Setting,
    readonly stop: () => Promise<void>,
  ) {}

  /** Every case of these routes and jobs. */
  async cases(of: string[]): Promise<FaultCase[]> {
    const all: FaultCase[] = []
    for (const name of of)
      for (const [index, operation] of (await this.courseOf(name)).calls.entries())
        for (const kind of kinds) if (canMeet(kind, operation)) all.push({ name, nth: index + 1, kind })
    return all
  }

  /** Runs a case, sends it again until it succeeds, and looks at what there is then. */
  async run({ name, nth, kind }: FaultCase): Promise<Outcome> {
    const course = await this.courseOf(name)
    const played = await this.play(name, { nth, kind })
    const { first, again } = played
    const broken = whatIsWrong(first, kind, { early: nth === 1 })
    if (isChange(name) && first.status === 429 && (await played.added()) > 0)
      broken.push('it is refused, and has changed something')
    const last = isSuccess(first) ? await again() : await this.insist(again)
    if (!isSuccess(last)) broken.push(`sent again, it answers ${last.status} ${last.text}`)
    if (isChange(name) && isFinal(first) && last.text !== first.text)
      broken.push(`sent again, it answers ${last.text}, and not ${first.text}`)
    const found = await this.settle(name, played)
    const others = kind === 'overtaken' ? this.overtaken : 0
    // What another client changed before a restore's cut, that restore takes back.
    const most = course.added + others * (name === 'restore-snapshot' ? 2 : 1)
    // A restore whose process is frozen for so long has failed, with what it has done until then.
    const least = kind.startsWith('frozen') && restoring.includes(name) ? 0 : course.added + others
    if (found < least || found > most) broken.push(`${found} log rows were added, and not ${course.added + others}`)
    broken.push(...(await brokenInvariants(this.setting.table, played.world.companyId)))
    await this.leave()
    return { status: first.status, broken }
  }

  /** What becomes of a call of DynamoDB; null where it passes. */
  fateOf(call: EngineCall): Fate | null {
    this.calls += 1
    if (this.armed === null) return null
    const { nth, kind, calls } = this.armed
    const at = calls.push(call.operation)
    if (nth === 0 || at < nth || (at > nth && !isForGood(kind))) return null
    const { service } = this.setting
    const freeze = async () => service.setTime(service.now() + frozenMs)
    return fateOf(at === nth ? kind : 'throttled', call, {
      kill: service.killFunctions,
      freeze,
      overtake: () => this.overtake(),
    })
  }

  private async courseOf(name: string): Promise<Course> {
    const known = this.courses.get(name)
    if (known) return known
    const none = { nth: 0, kind: 'failed' } as const
    await this.settle(name, await this.play(name, none)) // a first time, so that what a container does once is done
    await this.leave()
    const played = await this.play(name, none)
    if (!isSuccess(played.first)) throw new Error(`${name} fails without a fault: ${played.first.text}`)
    const course = { calls: played.calls, added: await this.settle(name, played) }
    this.courses.set(name, course)
    await this.leave()
    return course
  }

  /** Runs a route or a job in a company of its own, with a fault that waits for its call. */
  private async play(name: string, fault: Omit<Armed, 'calls'>): Promise<Play & { calls: string[] }> {
    const { service, table, worlds } = this.setting
    service.setTime(noon)
    this.overtaken = 0
    const from = name === 'RunRestore' || name === 'get-restore' ? worlds.restoring : worlds.plain
    const world = { ...from, companyId: `cmp_${String(Math.random()).slice(2, 18).padEnd(26, '0')}` }
    await forkCompany(table, from.rows, { from: from.companyId, to: world.companyId })
    const again = await this.sender(name, world)
    const before = await logRows(table, world)
    const armed: Armed = { ...fault, calls: [] }
    this.world = world
    this.armed = armed
    const first = await again()
    this.armed = null
    return { world, first, again, calls: armed.calls, added: async () => (await logRows(table, world)) - before }
  }

  /** What sends the request under one idempotency key, or invokes the job. */
  private async sender(name: string, world: World): Promise<Play['again']> {
    const { service, table } = this.setting
    const event = jobs[name]
    if (event)
      return async () => {
        const invocation = await service.invoke(name, event({ ...world, date }))
        const text = 'error' in invocation ? JSON.stringify(invocation.error) : ''
        return { status: text === '' ? 200 : 500, headers: new Headers(), text, body: null }
      }
    const { call } = await newKey({ ...service, rows: table }, world.companyId, 'enterprise')
    const [method, path, body] = requests[name as RouteId](world.ids)
    return () => call(method, path, body, method === 'GET' ? {} : { 'Idempotency-Key': 'matrix' })
  }

  /** Sends it until it succeeds: what others hold is over after a while. */
  private async insist(again: Play['again']): Promise<Answer<unknown>> {
    const { service } = this.setting
    let answer = await again()
    for (let tries = 0; tries < 4 && !isSuccess(answer); tries++) {
      service.setTime(service.now() + frozenMs)
      answer = await again()
    }
    return answer
  }

  /** Waits until what runs on its own has ended, also a restore that was left by a process that died: how many log rows there are more. */
  private async settle(name: string, { world, added }: Play): Promise<number> {
    const { service, table } = this.setting
    for (let tries = 0; tries < 5; tries++) {
      const rows = await rowsOfCompany(table, world.companyId)
      const restore = rows.find(({ status, id }) => status === 'running' && String(id).startsWith('rst_'))
      if (!restore) break
      await service.invoke('RunRestore', { company_id: world.companyId, restore_id: restore.id })
    }
    if (name in jobs) for (let seen = -1; seen !== this.calls; await sleep(quietMs)) seen = this.calls
    return added()
  }

  /** Another client changes the item that most requests are of. */
  private async overtake(): Promise<void> {
    if (this.world === null) return
    await shopOf(this.setting.table, caller(this.world.companyId)).updateItem(this.world.ids.item, {
      location: 'Elsewhere',
    })
    this.overtaken += 1
  }

  private leave(): Promise<void> {
    return emptyTable(this.setting.table, this.setting.lasting)
  }
}

async function logRows(table: Table, { companyId }: World): Promise<number> {
  const rows = await rowsOfCompany(table, companyId)
  return rows.filter(({ pk }) => pk === `LOG#${companyId}`).length
}
