import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { revokeApiKey } from '../../../admin/keys/api-keys'
import { localAccess, openLocalTable } from '../../../cli/target'
import { alertPauseMs } from '../../../functions/domain/alerts/alert'
import { keyScopes } from '../../../functions/domain/companies/caller'
import { makeGatewayValue, stackTag } from '../../../functions/domain/companies/gateway-key'
import { formatDate } from '../../../functions/domain/time'
import { type Route, type RouteId, routes } from '../../../functions/routes'
import { openVault, type Vault } from '../../../functions/runtime/vault'
import type { Table } from '../../../functions/store/client'
import { putAlert } from '../../../functions/store/companies/alert-row'
import { findPerson } from '../../../functions/store/companies/person-row'
import { keys } from '../../../functions/store/schema'
import { startTableEngine } from '../../../local/table/table-engine'
import type { Answer, Call } from '../client'
import { changeRow } from '../damage'
import { emptyTable } from '../empty-table'
import { forkCompany, readRowsOfCompany } from '../fork'
import { inviteStranger, signInAs } from '../people'
import type { Ids } from '../requests/ids'
import { makeRequest } from '../requests/requests'
import { createKey, startTestService, type TestService } from '../service'
import { makeShop } from '../shop'
import { readTestStack } from '../stack'
import { makeCaller, noon, patience } from '../table'
import { isFinal, isSuccess, listFaultsOfAnswer } from './answers'
import { type EngineCall, type Fate, startFaultyEngine } from './faulty-engine'
import { findBrokenInvariants } from './invariants'
import { canMeet, decideFate, isForGood, type Kind, kinds } from './kinds'
import { alertId, buildWorld, isChange, jobs, type World, webhookSecret } from './world'

// Runs every route and every job with a fault at its n-th call of DynamoDB: for every n, and with every kind of fault.

export const names = [...Object.keys(routes), ...Object.keys(jobs)]

/** `name` is a route's id or a job's name. `nth` counts from 1. */
type FaultCase = { name: string; nth: number; kind: Kind }
/** What the case broke, in words, and the status of its first answer. For a job, that is 200 or 500. */
type Outcome = { status: number; broken: string[] }
/** What happens without a fault: the calls of DynamoDB, and the number of log rows added. */
type Course = { calls: string[]; added: number }
/** A fault that waits for its call, and the calls so far. */
type ArmedFault = { name: string; nth: number; kind: Kind; calls: string[] }
/** A case: its company, its first answer, and how to send it again. `added` counts the log rows added so far. */
type Play = {
  world: World
  first: Answer<unknown>
  again: () => Promise<Answer<unknown>>
  added: () => Promise<number>
}

/** Longer than locks and drafts last, so those that a frozen process holds are over. */
const frozenMs = 20 * 60_000
const date = formatDate(noon)
/** What goes on with a restore whose process died. */
const resuming = ['RunRestore', 'get-restore', 'list-restores']
const restoring = ['restore-snapshot', ...resuming]
/** What the stream, the queue and a schedule run beside each case. Their calls meet faults in their own cases only. */
const besides = ['PublishEvents', 'DeliverWebhook', 'QueueDueDeliveries']
/** How long no call may come, and nothing run, before everything counts as ended, in milliseconds. */
const quietMs = 150

export async function startFaultMatrix(): Promise<FaultMatrix> {
  const engine = await startTableEngine(readTestStack(), null)
  let matrix: FaultMatrix | null = null
  const proxy = await startFaultyEngine(engine.endpoint, (call) => matrix?.decideFate(call) ?? null)
  const preload = join(__dirname, 'fast-time.cjs')
  const service = await startTestService(readTestStack(), {
    workersPerFunction: 2,
    engine: proxy.endpoint,
    preload,
    signIn: { port: 0, mailDir: null },
  })
  const table = { ...openLocalTable(engine.table, engine.endpoint, patience), now: service.now }
  const worlds = {
    plain: await buildWorld(table, { restoring: false }),
    restoring: await buildWorld(table, { restoring: true }),
  }
  const stop = async () => {
    await service.stop()
    await proxy.stop()
    table.db.destroy()
    await engine.stop()
  }
  const vault = openVault(service.webhookKey ?? '', { endpoint: service.secretsEndpoint, ...localAccess })
  matrix = new FaultMatrix({ service, table, vault, worlds }, stop)
  return matrix
}

type Setting = {
  service: TestService
  /** The table without faults. */
  table: Table
  vault: Vault
  worlds: { plain: World; restoring: World }
}

class FaultMatrix {
  private readonly courses = new Map<string, Course>()
  private armed: ArmedFault | null = null
  private world: World | null = null
  /** Kills and freezes in progress. */
  private striking: Promise<void>[] = []
  private calls = 0
  private overtaken = 0

  constructor(
    private readonly setting: Setting,
    readonly stop: () => Promise<void>,
  ) {}

  async listCases(of: string[]): Promise<FaultCase[]> {
    const all: FaultCase[] = []
    for (const name of of)
      for (const [index, operation] of (await this.findCourse(name)).calls.entries())
        for (const kind of kinds) if (canMeet(kind, operation)) all.push({ name, nth: index + 1, kind })
    return all
  }

  /** Runs a case, sends the request again until it succeeds, and then checks the rows. */
  async run({ name, nth, kind }: FaultCase): Promise<Outcome> {
    const course = await this.findCourse(name)
    const played = await this.play(name, { nth, kind })
    const { first, again } = played
    const broken = listFaultsOfAnswer(first, kind, { early: nth === 1 })
    if (isChange(name) && first.status === 429 && (await played.added()) > 0)
      broken.push('it is refused, and has changed something')
    const last = isSuccess(first) ? await again() : await this.sendUntilSuccess(again)
    if (!isSuccess(last)) broken.push(`sent again, it answers ${last.status} ${last.text}`)
    if (isChange(name) && isFinal(first) && last.text !== first.text)
      broken.push(`sent again, it answers ${last.text}, and not ${first.text}`)
    const found = await this.settle(name, played)
    const others = kind === 'overtaken' ? this.overtaken : 0
    // A restore takes back what another client changed before the restore's cut.
    const most = course.added + others * (name === 'restore-snapshot' ? 2 : 1)
    // A restore whose process was frozen this long has failed. What it did before stays.
    const least = kind.startsWith('frozen') && restoring.includes(name) ? 0 : course.added + others
    if (found < least || found > most) broken.push(`${found} log rows were added, and not ${course.added + others}`)
    if (name === 'PublishEvents' && !this.isOnBus(played.world)) broken.push('the event is not on the bus')
    if (name === 'SendAlerts' && !this.isMailed(played.world)) broken.push('nobody got a mail')
    broken.push(...(await findBrokenInvariants(this.setting.table, played.world.companyId)))
    await this.clearTable()
    return { status: first.status, broken }
  }

  private isOnBus({ companyId }: World): boolean {
    const events = this.setting.service.bus?.events ?? []
    return events.some(({ event }) => JSON.stringify(event.detail).includes(companyId))
  }

  /** The address has the company's id in it. */
  private isMailed({ companyId }: World): boolean {
    return this.setting.service.mailbox.mails.some(({ to }) => to.includes(companyId))
  }

  /** What happens to a call of DynamoDB. Null where it passes. */
  decideFate(call: EngineCall): Fate | null {
    this.calls += 1
    if (this.armed === null || this.isBeside(this.armed, call)) return null
    const { nth, kind, calls } = this.armed
    const at = calls.push(call.operation)
    if (nth === 0 || at < nth || (at > nth && !isForGood(kind))) return null
    if (at === nth && !canMeet(kind, call.operation)) {
      this.armed.nth += 1 // what is sent at once arrives in any order: the next one may be of the kind
      return null
    }
    const { service } = this.setting
    const freeze = async () => service.setTime(service.now() + frozenMs)
    const fate = decideFate(at === nth ? kind : 'throttled', call, {
      kill: service.killFunctions,
      freeze,
      overtake: () => this.overtake(),
    })
    return fate.after ? this.track(fate, fate.after) : fate
  }

  private isBeside({ name }: ArmedFault, { caller }: EngineCall): boolean {
    return besides.some((job) => job !== name && caller.includes(`-${job}`))
  }

  /** The call may be of a job that the first answer does not wait for. Its fate must not strike what is sent again. */
  private track(fate: Fate, after: () => Promise<unknown>): Fate {
    let end = () => {}
    this.striking.push(
      new Promise((resolve) => {
        end = resolve
      }),
    )
    return { ...fate, after: () => after().finally(end) }
  }

  private async findCourse(name: string): Promise<Course> {
    const known = this.courses.get(name)
    if (known) return known
    const none = { nth: 0, kind: 'failed' } as const
    await this.settle(name, await this.play(name, none)) // the first run does what a function does only once
    await this.clearTable()
    const played = await this.play(name, none)
    if (!isSuccess(played.first)) throw new Error(`${name} fails without a fault: ${played.first.text}`)
    const course = { calls: played.calls, added: await this.settle(name, played) }
    this.courses.set(name, course)
    await this.clearTable()
    return course
  }

  private async play(name: string, fault: Omit<ArmedFault, 'name' | 'calls'>): Promise<Play & { calls: string[] }> {
    const { service, table, worlds } = this.setting
    service.setTime(noon)
    this.overtaken = 0
    const from = resuming.includes(name) ? worlds.restoring : worlds.plain
    const world = { ...from, companyId: `cmp_${String(Math.random()).slice(2, 18).padEnd(26, '0')}` }
    await forkCompany(table, from.rows, { from: from.companyId, to: world.companyId })
    await this.sealSecret(world)
    if (name === 'SendAlerts') await this.openAlert(world)
    if (name === 'RemoveDeadGatewayKeys') await this.holdDeadKey(world)
    const again = await this.makeSender(name, world)
    if (besides.includes(name)) await this.waitForQuiet()
    const before = await countLogRows(table, world)
    const armed: ArmedFault = { ...fault, name, calls: [] }
    this.world = world
    this.armed = armed
    const first = await again()
    this.armed = null
    await Promise.all(this.striking.splice(0))
    return { world, first, again, calls: armed.calls, added: async () => (await countLogRows(table, world)) - before }
  }

  /** Makes a function that sends the request under one idempotency key, or invokes the job. */
  private async makeSender(name: string, world: World): Promise<Play['again']> {
    const { service } = this.setting
    const event = jobs[name]
    if (event)
      return async () => {
        const invocation = await service.invoke(name, event({ ...world, date }))
        const text = 'error' in invocation ? JSON.stringify(invocation.error) : ''
        return { status: text === '' ? 200 : 500, headers: new Headers(), text, body: null }
      }
    const { call, ids } = await this.openCaller(name as RouteId, world)
    const { method, path, body } = makeRequest(name as RouteId, ids)
    return () => call(method, path, body, method === 'GET' ? {} : { 'Idempotency-Key': 'matrix' })
  }

  /** A key, or an owner where only people come. `person`, `key`: others, which nobody has changed yet. */
  private async openCaller(id: RouteId, { companyId, ids }: World): Promise<{ call: Call; ids: Ids }> {
    const service = { ...this.setting.service, rows: this.setting.table }
    const route: Route = routes[id]
    if (route.needsPeople !== true) {
      const scopes = { scopes: [...keyScopes] }
      return { ...(await createKey(service, companyId, 'enterprise', scopes)), ids }
    }
    const customer = { company: { id: companyId, plan: 'enterprise' as const } }
    if (id === 'link-account') {
      const { call, idToken } = await inviteStranger(service, customer, 'owner')
      return { call, ids: { ...ids, idToken } }
    }
    const { id: person } = await signInAs(service, customer, 'member')
    const { keyId: key } = await createKey(service, companyId, 'enterprise')
    return { ...(await signInAs(service, customer, 'owner')), ids: { ...ids, person, key } }
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
    const { service, table } = this.setting
    for (let tries = 0; tries < 5; tries++) {
      const rows = await readRowsOfCompany(table, world.companyId)
      const restore = rows.find(({ status, id }) => status === 'running' && String(id).startsWith('rst_'))
      if (!restore) break
      await service.invoke('RunRestore', { company_id: world.companyId, restore_id: restore.id })
    }
    if (name in jobs) await this.waitForQuiet()
    return added()
  }

  /** A function that has not made a call yet has not ended. What the stream will run soon is not known. */
  private async waitForQuiet(): Promise<void> {
    const { service } = this.setting
    for (let seen = -1; seen !== this.calls || service.countInvocations() > 0; await sleep(quietMs)) seen = this.calls
  }

  /** A secret opens only for its own company, and every case has another one. */
  private async sealSecret({ companyId, ids }: World): Promise<void> {
    const { table, vault } = this.setting
    const secret = await vault.seal(webhookSecret, `${companyId}/${ids.webhook}`)
    await changeRow(table, keys.webhook(companyId, ids.webhook), { secret })
  }

  /** Somebody wants to know what has become low. */
  private async openAlert({ companyId }: World): Promise<void> {
    const { service, table } = this.setting
    const customer = { company: { id: companyId, plan: 'enterprise' as const } }
    const { id } = await signInAs({ ...service, rows: table }, customer, 'member')
    const person = await findPerson(table, companyId, id)
    await changeRow(table, keys.principal(person?.hash ?? ''), { alerts: 'low_stock' })
    const alert = { id: alertId, cursor: '', latest: '0', due_at: noon + alertPauseMs }
    await putAlert(table, companyId, alert, null)
  }

  /** API Gateway holds a key that was revoked, made two hours ago. */
  private async holdDeadKey({ companyId }: World): Promise<void> {
    const { service, table } = this.setting
    const { keyId } = await createKey({ ...service, rows: table }, companyId, 'enterprise')
    await revokeApiKey(table, keyId)
    const tags = { [stackTag]: readTestStack().name }
    const value = makeGatewayValue(keyId)
    service.gatewayKeys.add({ id: value, name: keyId, value, createdDate: noon / 1_000 - 7_200, tags })
  }

  /** Another client changes the item that most requests name. */
  private async overtake(): Promise<void> {
    if (this.world === null) return
    await makeShop(this.setting.table, makeCaller(this.world.companyId)).updateItem(this.world.ids.item, {
      location: 'Elsewhere',
    })
    this.overtaken += 1
  }

  private clearTable(): Promise<void> {
    return emptyTable(this.setting.table, [])
  }
}

async function countLogRows(table: Table, { companyId }: World): Promise<number> {
  const rows = await readRowsOfCompany(table, companyId)
  return rows.filter(({ pk }) => pk === `LOG#${companyId}`).length
}
