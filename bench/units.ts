import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startTableEngine } from '../local/table/table-engine'
import { measureHotItems, measureImport, measureListsBesideWriters } from './bench-changes'
import { measureBusyDay, measureHistory, measureYear } from './bench-log'
import { measureOrders } from './bench-orders'
import { measureWrites } from './bench-writes'
import { measureItems } from './item-section'
import { openPatientTable, type Section } from './measure'
import { synthesizeStack } from './stack'

const usage = `npm run bench -- [units] [--quick] [--sizes N,N] [--orders N] [--log ROWS] [--out FILE]

Measures what lists and changes cost on a table of seeded data: capacity units and calls (exact, and checked), time and CPU
(of this machine). Without --quick the results go to bench/RESULTS.md.

  --quick        100 and 10 000 items: what CI runs
  --sizes N,N    these numbers of items (default 100,10000,100000); 1000000 takes some minutes
  --orders N     so many orders (default 20000)
  --log ROWS     a log of so many rows over a year, and another on one day (default 200000)
  --out FILE     where the results go (default bench/RESULTS.md)`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      orders: { type: 'string' },
      log: { type: 'string' },
      out: { type: 'string', default: 'bench/RESULTS.md' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const stack = await synthesizeStack()
  const engine = await startTableEngine(stack, null)
  const table = openPatientTable(engine.table, engine.endpoint)
  const sections: Section[] = []
  const report = (section: Section) => {
    sections.push(section)
    console.log(formatSection(section))
  }
  try {
    report(await measureWrites(table))
    const sizes = values.sizes ?? (values.quick ? '100,10000' : '100,10000,100000')
    for (const size of sizes.split(',').map(Number).filter(Boolean))
      report(await measureItems(table, engine.endpoint, size))
    report(await measureOrders(table, Number(values.orders ?? (values.quick ? 2_000 : 20_000))))
    report(await measureHotItems(table, 10_000, values.quick ? 5_000 : 50_000))
    report(await measureListsBesideWriters(table))
    report(await measureImport(table, values.quick ? 5_000 : 80_000))
    const rows = Number(values.log ?? (values.quick ? 20_000 : 200_000))
    report(await measureYear(table, rows))
    report(await measureBusyDay(table, rows))
    report(await measureHistory(table, 4_001))
  } finally {
    table.db.destroy()
    await engine.stop()
  }
  const over = sections.flatMap(({ lines }) => lines).filter(({ units, limit }) => limit !== null && units > limit)
  for (const { what, units, limit } of over) console.error(`${what}: ${units} capacity units, ${limit} allowed`)
  if (over.length > 0) process.exitCode = 1
  else if (!values.quick) writeFileSync(values.out, formatResults(sections))
}

function formatResults(sections: Section[]): string {
  const [{ model = 'unknown' } = {}] = cpus()
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${model}, Node ${process.version}, client and engine on one machine, ${date}`
  const about =
    'Capacity units and calls are exact, and checked against their limits; times are of this machine, good as ratios alone.'
  return [`# Results of \`npm run bench\``, machine, about, ...sections.map(formatSection)].join('\n\n').concat('\n')
}

function formatSection({ title, lines, notes }: Section): string {
  const rows = lines.map(({ what, units, calls, ms, cpu, limit }) => {
    const counts = [Number(units.toFixed(1)), limit ?? '', Number(calls.toFixed(1))]
    return `| ${[what, ...counts, ms.toFixed(1), cpu.toFixed(1)].join(' | ')} |`
  })
  const head = ['| | units | limit | calls | ms | CPU ms |', '| --- | ---: | ---: | ---: | ---: | ---: |']
  return [`## ${title}`, '', ...head, ...rows, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
