import { writeFileSync } from 'node:fs'
import { type NightlyWork, nightlyWorks } from '../../functions/domain/companies/nightly-work'
import { formatDate } from '../../functions/domain/time'
import { doWork } from '../../functions/operations/nightly/do-work'
import { findHead } from '../../functions/store/catalogue/head'
import type { Table } from '../../functions/store/client'
import { startTableEngine } from '../../local/table/table-engine'
import type { Stack } from '../../local/template'
import { startCountingEngine } from '../counting-engine'
import { openPatientTable } from '../measure'
import { readingCalls } from './calls'
import type { NightCompany, Sizes } from './companies'
import { seedCompanies } from './seeding'

type Options = Sizes & { stack: Stack; file: string; report: (text: string) => void }

/**
 * Does the work of each company in this process, one after the other: in the service, several are done at once, and
 * calls name no company. Writes what `npm run bench -- scale --measured FILE` reads.
 */
export async function measureCompanies({ stack, file, report, ...sizes }: Options): Promise<void> {
  const engine = await startTableEngine(stack, null)
  const meter = new Meter()
  const counting = await startCountingEngine(engine.endpoint, meter)
  const seeding = openPatientTable(engine.table, engine.endpoint)
  const table = openPatientTable(engine.table, counting.endpoint)
  try {
    const { companies } = await seedCompanies(seeding, sizes, report)
    report('the work of each company …')
    const begun = performance.now()
    const works = []
    for (const work of nightlyWorks)
      for (const company of companies.filter(({ plan }) => work === 'upkeep' || plan === 'enterprise'))
        works.push(await measureWork(table, { work, company, begun, meter }))
    const name = `${companies.length} companies, one after the other`
    const run = { name, workers: 1, total_ms: performance.now() - begun, companies: works }
    writeFileSync(file, JSON.stringify({ runs: [run] }))
    console.log(
      `${works.length} works in ${Math.round(run.total_ms)} ms, in this process, one after the other: ${file}`,
    )
  } finally {
    for (const each of [seeding, table]) each.db.destroy()
    await counting.stop()
    await engine.stop()
  }
}

class Meter {
  calls = 0
  reads = 0
  writes = 0

  readonly after = ({ operation }: { operation: string }, units: number): void => {
    this.calls += 1
    this[readingCalls.includes(operation) ? 'reads' : 'writes'] += units
  }

  take() {
    const { calls, reads, writes } = this
    Object.assign(this, { calls: 0, reads: 0, writes: 0 })
    return { calls, read_units: reads, write_units: writes }
  }
}

type Measured = { work: NightlyWork; company: NightCompany; begun: number; meter: Meter }

async function measureWork(table: Table, { work, company, begun, meter }: Measured) {
  const { id, items, rows, openDays } = company
  const had_base = (await findHead(table, id, 'items')) !== null
  const log_rows = work === 'upkeep' ? rows * openDays.length : 0
  const queue = { send: async () => [], countWaiting: async () => 0 }
  meter.take()
  const started_ms = performance.now() - begun
  const message = { work, company_id: id, date: formatDate(table.now()) }
  const outcome = await doWork({ table, queue, requestId: 'night' }, message)
  if (outcome !== 'done') throw new Error(`the ${work} of ${id} is ${outcome}`)
  return {
    work: work === 'upkeep' ? work : ('snapshot' as const),
    ...{ items, log_rows, had_base, unpacked_rows: had_base ? rows * openDays.length : 0 },
    ...{ started_ms, ended_ms: performance.now() - begun },
    ...meter.take(),
  }
}
