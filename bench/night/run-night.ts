import { setTimeout as sleep } from 'node:timers/promises'
import { nightlyWorks } from '../../functions/domain/companies/nightly-work'
import { formatDate } from '../../functions/domain/time'
import type { Table } from '../../functions/store/client'
import { startTableEngine } from '../../local/table/table-engine'
import type { Stack } from '../../local/template'
import { startCountingEngine } from '../counting-engine'
import { openPatientTable } from '../measure'
import { type Kill, killSnapshot, killUpkeep, NightCalls } from './calls'
import { checkNight } from './checks'
import { findByItems, type NightCompany, type Sizes } from './companies'
import { type Due, listLeft } from './marks'
import { type Processors, watchProcessors } from './processors'
import { seedCompanies } from './seeding'
import { type NightService, startNightService } from './service'
import { ask, chooseShops, openShops, type Sample, type Shop, warmUp } from './traffic'

/**
 * `workers`: with which the stack was made. `eventsAtOnce`: of the service, where that is not its own. `idleMs`: how
 * long requests are measured without a night beside them.
 */
export type NightOptions = Sizes & {
  stack: Stack
  workers: number
  eventsAtOnce?: number
  idleMs: number
  sample: number
  report: (text: string) => void
}

/** Requests, and how busy the machine was meanwhile. */
export type Window = { samples: Sample[]; processors: Processors }

/** `ms`: until every company was done but those whose worker was killed. `faults`: what is not as it must be. */
export type NightResult = {
  companies: NightCompany[]
  works: number
  ms: number
  idle: Window
  beside: Window
  peak: number
  count: NightCalls['count']
  gbSeconds: number
  kills: Kill[]
  faults: string[]
}

/** Of more than one function at once: so the queue's limit is what bounds the workers, and not the local service's. */
const spareThreads = 4
/** Where nothing was done for so long, nothing more comes. */
const stalledMs = 120_000
/** SQS's longest delay, and the visibility timeout of the night's queue. */
const quarterMs = 15 * 60_000 + 5_000
const mostQuarters = 6

/** Seeds companies, and has the local service do their night beside requests. */
export async function runNight(options: NightOptions): Promise<NightResult> {
  const { stack, workers, eventsAtOnce, report } = options
  const engine = await startTableEngine(stack, null)
  const table = openPatientTable(engine.table, engine.endpoint)
  const stops = [engine.stop, async () => table.db.destroy()]
  try {
    const { companies, itemIds } = await seedCompanies(table, options, report)
    const kills = chooseKills(companies)
    let service: NightService | null = null
    const calls = new NightCalls(kills, async (thread) => service?.kill(thread))
    const counting = await startCountingEngine(engine.endpoint, calls)
    stops.push(counting.stop)
    const own = eventsAtOnce === undefined ? {} : { eventsAtOnce }
    service = await startNightService({ stack, engine: counting.endpoint, workers: workers + spareThreads, ...own })
    stops.push(service.stop)
    const shops = await openShops(table, service.baseUrl, chooseShops(companies), itemIds)
    report('requests without a night …')
    await warmUp(shops)
    const idle = await measure(shops, () => sleep(options.idleMs))
    report('the night …')
    const begun = performance.now()
    const date = formatDate(Date.now())
    const beside = await measure(shops, async () => {
      for (const rule of ['DailySnapshots', 'NightlyUpkeep']) await service?.runSchedule(rule)
      await waitForOthers(table, { date, kills, report })
    })
    const ms = performance.now() - begun
    report('a quarter of an hour after the other, until the reports have ended …')
    const aheadMs = await passQuarters(table, service, date)
    report('what the night has left …')
    const later = { ...table, now: () => Date.now() + aheadMs }
    const faults = await checkNight(later, service, { companies, kills, sample: options.sample, date })
    if (calls.peak > workers) faults.push(`${calls.peak} workers were at work at once`)
    const works = companies.length + companies.filter(({ plan }) => plan === 'enterprise').length
    const { peak, count } = calls
    return { companies, works, ms, idle, beside, peak, count, gbSeconds: service.getGbSeconds(), kills, faults }
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

/** Of the largest company, and of the largest one that gets snapshots. */
function chooseKills(companies: NightCompany[]): Kill[] {
  const [largest] = findByItems(companies)
  const [snapped] = findByItems(companies.filter(({ plan }) => plan === 'enterprise'))
  return [...(largest ? [killUpkeep(largest)] : []), ...(snapped ? [killSnapshot(snapped)] : [])]
}

/** Asks for as long as `work` takes. */
async function measure(shops: Shop[], work: () => Promise<unknown>): Promise<Window> {
  const [ended, readProcessors] = [new AbortController(), watchProcessors()]
  const asked = ask(shops, ended.signal)
  try {
    await work()
    const processors = readProcessors()
    ended.abort()
    return { processors, samples: await asked }
  } finally {
    ended.abort()
  }
}

type Watched = { date: string; kills: Kill[]; report: (text: string) => void }

/** Until all is done but what was killed. */
async function waitForOthers(table: Table, { date, kills, report }: Watched): Promise<void> {
  const isKilled = (due: Due) =>
    kills.some(({ work, company, storedBefore }) => {
      return work === due.work && company.id === due.companyId && storedBefore !== null
    })
  let [before, changedAt, toldAt] = [-1, performance.now(), performance.now()]
  for (;;) {
    const left = (await listLeft(table, date)).filter((due) => !isKilled(due)).length
    const now = performance.now()
    if (left !== before) changedAt = now
    if (now - toldAt > 10_000) {
      report(`  ${left} works are left`)
      toldAt = now
    }
    if (left === 0 || now - changedAt > stalledMs) return
    before = left
    await sleep(500)
  }
}

/** Lets quarters of an hour pass until both reports have ended. Returns how far the service's clock is ahead then. */
async function passQuarters(table: Table, { pass, lines }: NightService, date: string): Promise<number> {
  const count = (message: string) => lines.filter((line) => line.message === message).length
  const countEnded = () => count('a night has ended')
  const countReports = () => countEnded() + count('a night goes on')
  let aheadMs = 0
  for (let quarter = 0; quarter < mostQuarters && countEnded() < nightlyWorks.length; quarter++) {
    const expected = countReports() + nightlyWorks.length - countEnded()
    pass(quarterMs)
    aheadMs += quarterMs
    const isThrough = async () => countReports() >= expected && (await listLeft(table, date)).length === 0
    for (const since = performance.now(); performance.now() - since < stalledMs && !(await isThrough()); )
      await sleep(100)
  }
  return aheadMs
}
