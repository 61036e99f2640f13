import { readFileSync, writeFileSync } from 'node:fs'
import * as echarts from 'echarts'
import { computeDollarsPerMillion, prices, pricesOf, type Usage } from './prices'

// npm run costs: computes what the measured units cost, as tables and plots. It reads bench/RESULTS.md, writes the
// plots to docs/, and replaces the tables in the README between their marks.

/** One line of bench/RESULTS.md: capacity units, total time and CPU time in milliseconds. */
type Measured = { units: number; ms: number; cpu: number }
const sizes = [100, 10_000, 100_000]
const meter = 1 // write unit: the meter counts every request

function readSections(): Map<string, Map<string, Measured>> {
  const found = new Map<string, Map<string, Measured>>()
  for (const part of readFileSync('bench/RESULTS.md', 'utf8').split('\n## ').slice(1)) {
    const [title = '', ...lines] = part.split('\n')
    const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()))
    const told = rows.filter(([, what, units]) => what && Number.isFinite(Number(units)) && units !== '')
    found.set(
      title,
      new Map(
        told.map(([, what = '', units, , , ms, cpu]) => [
          what,
          { units: Number(units), ms: Number(ms), cpu: Number(cpu) },
        ]),
      ),
    )
  }
  return found
}

const results = readSections()

function findMeasured(title: string, what: string): Measured {
  const line = results.get(title)?.get(what)
  if (!line) throw new Error(`bench/RESULTS.md has no line "${what}" in "${title}": run npm run bench`)
  return line
}

const listsOf = (size: number) => `Lists of ${size.toLocaleString('en')} items`
const read = ({ units, ms }: Measured): Usage => ({ reads: units, writes: meter, ms })
const change = ({ units, ms }: Measured, reads: number): Usage => ({ reads, writes: units - reads + meter, ms })

/** From the measurements. The line of a change says how many of its units are reads. */
function listUsages(size: number): Record<string, Usage> {
  const single = [...(results.get('Single changes and reads') ?? [])].filter(([what]) => what !== 'count a request')
  const usages = single.map(([what, line]): [string, Usage] => {
    const [, name = what, reads = '0'] = /^(.+) \(\d+, and (\d+) to read.*\)$/.exec(what) ?? []
    return [name, what.startsWith('get') ? read(line) : change(line, Number(reads))]
  })
  return {
    ...Object.fromEntries(usages),
    'list items, nothing new': read(findMeasured(listsOf(size), 'warm, first page')),
    'list items, 100 changes in 15 s': read(findMeasured(listsOf(size), 'warm, after 100 changes')),
    'audit log, first page': read(findMeasured('Log of 200,000 rows over a year', 'warm, first page')),
  }
}

const tutorial = (size: number) => read(findMeasured(listsOf(size), 'tutorial way, first page'))

type Company = { name: string; items: number; lists: number; gets: number; moves: number; creates: number }
/** The numbers of requests are per month. */
const companies: Company[] = [
  { name: 'A shop: 100 items', items: 100, lists: 3_000, gets: 6_000, moves: 2_000, creates: 20 },
  { name: 'A wholesaler: 10 000 items', items: 10_000, lists: 100_000, gets: 200_000, moves: 60_000, creates: 500 },
  {
    name: 'A chain: 100 000 items',
    items: 100_000,
    lists: 1_000_000,
    gets: 3_000_000,
    moves: 1_000_000,
    creates: 5_000,
  },
]

/** Dollars a month, and the same with lists done the tutorial way. One list in a hundred is cold and reads the base. */
function computeMonthly({ items, lists, gets, moves, creates }: Company): { ours: number; tutorial: number } {
  const of = listUsages(items)
  const dollars = (count: number, usage: Usage) => (count / 1_000_000) * computeDollarsPerMillion(usage)
  const cold = read(findMeasured(listsOf(items), 'cold, from a base'))
  const others =
    dollars(gets, of['get an item'] as Usage) +
    dollars(moves, of['move stock'] as Usage) +
    dollars(creates, of['create an item'] as Usage)
  const stored = ((items * 1_000 + 12 * moves * 1_000) / 1e9) * prices.storageGbMonth
  const ours = dollars(lists * 0.99, of['list items, 100 changes in 15 s'] as Usage) + dollars(lists * 0.01, cold)
  return { ours: ours + others + stored, tutorial: dollars(lists, tutorial(items)) + others + stored }
}

const money = (dollars: number) => `$${dollars < 10 ? dollars.toFixed(2) : Math.round(dollars).toLocaleString('en')}`

function formatTables(): string {
  const largest = sizes.at(-1) ?? 0
  const routes = Object.entries(listUsages(largest)).map(([what, usage]) => {
    return `| ${what} | ${usage.reads} | ${usage.writes} | ${money(computeDollarsPerMillion(usage))} |`
  })
  const way = tutorial(largest)
  routes.push(
    `| list items, the tutorial way | ${way.reads} | ${way.writes} | ${money(computeDollarsPerMillion(way))} |`,
  )
  const profiles = companies.map((company) => {
    const { ours, tutorial: theirs } = computeMonthly(company)
    const { lists, gets, moves } = company
    const requests = [lists, gets, moves].map((count) => count.toLocaleString('en')).join(' / ')
    return `| ${company.name} | ${requests} | ${money(ours)} | ${money(theirs)} |`
  })
  return [
    `| At ${largest.toLocaleString('en')} items | read units | write units | a million requests |`,
    '| --- | ---: | ---: | ---: |',
    ...routes,
    '',
    '| A month | lists / gets / movements | this service | lists the tutorial way |',
    '| --- | ---: | ---: | ---: |',
    ...profiles,
  ].join('\n')
}

/** Both axes are logarithmic. */
function drawPlot(title: string, unit: string, ours: number[], theirs: number[]): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 640, height: 360 })
  const line = (name: string, values: number[]) => ({
    name,
    type: 'line' as const,
    symbolSize: 8,
    data: values.map((value, index) => [sizes[index], value]),
  })
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    legend: { bottom: 0 },
    grid: { left: 70, right: 30, top: 50, bottom: 70 },
    xAxis: { type: 'log', name: 'items stored', nameLocation: 'middle', nameGap: 28 },
    yAxis: { type: 'log', name: unit },
    series: [line('this service, warm', ours), line('the tutorial way', theirs)],
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg.replace('>', `>\n<title>${title}, by the number of items</title>`)
}

function main(): void {
  const warm = sizes.map((size) => findMeasured(listsOf(size), 'warm, first page'))
  const way = sizes.map((size) => findMeasured(listsOf(size), 'tutorial way, first page'))
  const dollars = (lines: Measured[]) =>
    lines.map((line) => Number(computeDollarsPerMillion(read(line)).toPrecision(3)))
  writeFileSync('docs/cost.svg', drawPlot('A million lists of items', 'US dollars', dollars(warm), dollars(way)))
  writeFileSync(
    'docs/latency.svg',
    drawPlot(
      'One list of items',
      'milliseconds',
      warm.map(({ ms }) => ms),
      way.map(({ ms }) => ms),
    ),
  )
  const readme = readFileSync('README.md', 'utf8')
  const [start, end] = ['<!-- costs -->', '<!-- /costs -->']
  if (!readme.includes(start) || !readme.includes(end))
    throw new Error('the README has no marks for the tables of costs')
  const text = `${start}\n\nPrices of ${pricesOf} (\`bench/prices.ts\`), without free tiers; units as measured.\n\n${formatTables()}\n\n${end}`
  writeFileSync(
    'README.md',
    readme.slice(0, readme.indexOf(start)) + text + readme.slice(readme.indexOf(end) + end.length),
  )
  console.log(formatTables())
}

main()
