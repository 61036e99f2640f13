import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { openLocalTable } from '../../cli/target'
import { dateOf } from '../../functions/domain/time'
import type { RouteId } from '../../functions/routes'
import type { Table } from '../../functions/store/client'
import { startTableEngine } from '../../local/table-engine'
import type { Answer, Call } from '../client'
import { forkCompany, rowsOfCompany } from '../fork'
import { scanTable } from '../scan'
import { newKey, startTestService, type TestService } from '../service'
import { shopOf } from '../shop'
import { testStack } from '../stack'
import { caller, noon } from '../table'
import { startFaultyEngine } from './faulty-engine'
import { brokenInvariants } from './invariants'
import { canMeet, fateOf, isDeath, type Kind, kinds } from './kinds'
import { buildWorld, jobs, requests, type World } from './world'

// Every route and every job, with a fault at its n-th call of DynamoDB: for every n, and of every kind.

/** Every route and every job. */
const names = [...Object.keys(requests), ...Object.keys(jobs)]

/** `what` is a route's id or a job's name; `nth` counts from 1. */
export type FaultCase = { what: string; nth: number; kind: Kind }
/** What a case came to: what it broke, in words, and the status of its first answer; a job's is 200 or 500. */
export type Outcome = { status: number; broken: string[] }
/** What happens without a fault: the calls of DynamoDB, and how many log rows they add. */
type Course = { calls: string[]; added: number }
/** A fault that is waiting for its call, and the calls that have come. */
type Armed = { nth: number; kind: Kind | null; calls: string[] }
type Run = { first: Answer<unknown>; again: () => Promise<Answer<unknown>> }

/** Longer than a frozen process keeps what it holds: locks and drafts of others are then over. */
const frozenMs = 20 * 60_000
const date = dateOf(noon)
/** For how long no call comes once nothing is at work. */
const quietMs = 150

/** A service whose every call of DynamoDB can meet a fault. */
export async function startFaultMatrix() {
  const engine = await startTableEngine(testStack(), null)
  let armed: Armed | null = null
  let world: World | null = null
  let calls = 0
  let overtaken = 0
  const proxy = await startFaultyEngine(engine.endpoint, (call) => {
    calls += 1
    if (armed === null) return null
    const nth = armed.calls.push(call.operation)
    const { kind } = armed
    const struck = nth === armed.nth || (kind === 'throttled for good' && nth >= armed.nth)
    return struck && kind !== null ? fateOf(kind, call, { kill: service.killFunctions, freeze, overtake }) : null
  })
  const preload = join(__dirname, 'fast-time.cjs')
  const service = await startTestService(testStack(), { workersPerFunction: 2, engine: proxy.endpoint, preload })
  const table: Table = { ...openLocalTable(engine.table, engine.endpoint), now: service.now }
  const worlds = {
    plain: await buildWorld(table, { restoring: false }),
    restoring: await buildWorld(table, { restoring: true }),
  }
  const lasting = new Set(
    await emptyBut(
      table,
      new Set((await scanTable(table)).filter(({ pk }) => String(pk).startsWith('CHUNK#')).map(keyOf)),
    ),
  )
  const courses = new Map<string, Course>()

  const freeze = async () => service.setTime(service.now() + frozenMs)
  /** Another client changes the item that most requests are of. */
  const overtake = async () => {
    if (world === null) return
    await shopOf(table, caller(world.companyId)).updateItem(world.ids.item, { location: 'Elsewhere' })
    overtaken += 1
  }

  const enter = async (what: string) => {
    service.setTime(noon)
    overtaken = 0
    const from = what === 'RunRestore' || what === 'get-restore' ? worlds.restoring : worlds.plain
    const companyId = `cmp_${String(Math.random()).slice(2, 18).padEnd(26, '0')}`
    await forkCompany(table, from.rows, { from: from.companyId, to: companyId })
    world = { ...from, companyId }
    const key = await newKey({ ...service, rows: table }, companyId, 'enterprise')
    return { world, call: key.call }
  }
  const leave = () => emptyBut(table, lasting)
  /** Waits until nothing that a job handed over is at work. */
  const quiet = async () => {
    for (let seen = -1; seen !== calls; await sleep(quietMs)) seen = calls
  }

  /** Runs a route or a job, the fault armed. */
  const play = async (what: string, fault: Pick<Armed, 'nth' | 'kind'>) => {
    const { world, call } = await enter(what)
    const before = (await logOf(table, world)).length
    const mine: Armed = { ...fault, calls: [] }
    armed = mine
    const { first, again } = await run(service, { what, world, call })
    armed = null
    const added = async () => (await logOf(table, world)).length - before
    return { world, call, first, again, calls: mine.calls, added }
  }

  const courseOf = async (what: string): Promise<Course> => {
    const known = courses.get(what)
    if (known) return known
    await play(what, { nth: 0, kind: null }) // a first time, so that what a container does once is done
    await leave()
    const { first, calls, added, world } = await play(what, { nth: 0, kind: null })
    if (!isSuccess(first)) throw new Error(`${what} fails without a fault: ${first.text}`)
    await settle(service, world)
    if (what in jobs) await quiet()
    const course = { calls, added: await added() }
    courses.set(what, course)
    await leave()
    return course
  }

  return {
    names,
    /** Every case of these routes and jobs, or of all. */
    cases: async (of = names): Promise<FaultCase[]> => {
      const all: FaultCase[] = []
      for (const what of of)
        for (const [index, operation] of (await courseOf(what)).calls.entries())
          for (const kind of kinds) if (canMeet(kind, operation)) all.push({ what, nth: index + 1, kind })
      return all
    },
    /** Runs a case, sends it again until it succeeds, and looks at what there is then. */
    run: async ({ what, nth, kind }: FaultCase): Promise<Outcome> => {
      const course = await courseOf(what)
      const { world, first, again, added } = await play(what, { nth, kind })
      const broken = faultsOf(first, kind, { early: nth === 1 })
      const last = isSuccess(first) ? await again() : await insist(service, again)
      if (!isSuccess(last)) broken.push(`sent again, it answers ${last.status} ${last.text}`)
      if (isChange(what) && isFinal(first) && last.text !== first.text)
        broken.push(`sent again, it answers ${last.text}, and not ${first.text}`)
      await settle(service, world)
      if (what in jobs) await quiet()
      const found = await added()
      const others = kind === 'overtaken' ? overtaken : 0
      // What another client changed before a restore's cut, that restore takes back.
      const most = course.added + others * (what === 'restore-snapshot' ? 2 : 1)
      if (found < course.added + others || found > most)
        broken.push(`${found} log rows were added, and not ${course.added + others}`)
      broken.push(...(await brokenInvariants(table, world.companyId)))
      await leave()
      return { status: first.status, broken }
    },
    stop: async () => {
      await service.stop()
      await proxy.stop()
      table.db.destroy()
      await engine.stop()
    },
  }
}

/** Sends the request, or invokes the job; `again` does it once more. */
async function run(
  service: TestService,
  { what, world, call }: { what: string; world: World; call: Call },
): Promise<Run> {
  const event = jobs[what]
  const request = requests[what as RouteId]
  const again = async () => {
    if (event) {
      const invocation = await service.invoke(what, event({ ...world, date }))
      const text = 'error' in invocation ? JSON.stringify(invocation.error) : ''
      return { status: text === '' ? 200 : 500, headers: new Headers(), text, body: null }
    }
    const [method, path, body] = request(world.ids)
    return call(method, path, body, method === 'GET' ? {} : { 'Idempotency-Key': 'matrix' })
  }
  return { first: await again(), again }
}

/** The route for whatever no route answers succeeds when it says so. */
function isSuccess({ status, body }: Answer<unknown>): boolean {
  return status < 300 || Object(Object(body).error).code === 'not_found'
}

/** What is wrong with a first answer, if anything. */
function faultsOf(answer: Answer<unknown>, kind: Kind, { early }: { early: boolean }): string[] {
  const { status, text, headers, body } = answer
  const { code } = Object(Object(body).error)
  if (isSuccess(answer)) return []
  const busy = status === 429 && code === 'resource_busy' && headers.get('retry-after') !== null
  const mayBeBusy = kind === 'throttled for good' || isDeath(kind)
  if (busy && mayBeBusy) return []
  // A function that died answers nothing, and API Gateway then says 500; so does a job, and an authorizer whatever it meets.
  const failed = status === 500 && (code === 'internal_error' || body === null)
  if (failed && (isDeath(kind) || (kind === 'throttled for good' && (early || body === null)))) return []
  return [`it answers ${status} ${text}`]
}

/** Sends it until it succeeds: what others hold is over after a while. */
async function insist(service: TestService, again: Run['again']): Promise<Answer<unknown>> {
  let answer = await again()
  for (let tries = 0; tries < 4 && !isSuccess(answer); tries++) {
    service.setTime(service.now() + frozenMs)
    answer = await again()
  }
  return answer
}

/** Waits until what runs on its own has ended: a restore that was handed over, or left by a process that died. */
async function settle(service: TestService, { companyId }: World): Promise<void> {
  const running = async () =>
    (await rowsOfCompany(service.rows, companyId)).find(
      ({ status, id }) => status === 'running' && String(id).startsWith('rst_'),
    )
  for (let tries = 0; tries < 5; tries++) {
    const row = await running()
    if (!row) return
    await service.invoke('RunRestore', { company_id: companyId, restore_id: row.id })
  }
}

function isChange(what: string): boolean {
  return what in requests && requests[what as RouteId](noIds)[0] !== 'GET'
}

/** True where a retry must get the same: but of a batch, rows that failed are tried again, and a restore that runs on gets further. */
function isFinal({ status, text }: Answer<unknown>): boolean {
  return status < 300 && !text.includes('"error"') && !text.includes('"status":"running"')
}

function logOf(table: Table, { companyId }: World) {
  return rowsOfCompany(table, companyId).then((rows) => rows.filter(({ pk }) => pk === `LOG#${companyId}`))
}

const keyOf = ({ pk, sk }: Record<string, unknown>) => JSON.stringify([pk, sk])

/** Deletes every row but those of these keys. */
async function emptyBut(table: Table, lasting: Set<string>): Promise<string[]> {
  const rows = (await scanTable(table)).filter((row) => !lasting.has(keyOf(row)))
  for (let from = 0; from < rows.length; from += 100) {
    const some = rows.slice(from, from + 100)
    const TransactItems = some.map(({ pk, sk }) => ({ Delete: { TableName: table.name, Key: { pk, sk } } }))
    await table.db.send(new TransactWriteCommand({ TransactItems }))
  }
  return [...lasting]
}

const noIds = new Proxy({} as World['ids'], { get: () => '' })
