import { fill, formatTable } from '../costs/format'
import { prices, pricesOf } from '../costs/prices'
import type { NightResult, Window } from './run-night'
import { summarize } from './samples'

const ms = (value: number) => value.toFixed(1)
const many = (value: number) => Math.round(value).toLocaleString('en')

const onAws =
  'The functions of routes and those of the night share them here. On AWS, each function has one of its own: they share the table, and the account’s limit of functions.'

export function formatNight(result: NightResult, workers: number): string {
  return [formatRoutes(result), formatFigures(result, workers), formatKills(result)].join('\n\n')
}

/** All routes together, and each. `ratio`: beside the night to idle. */
function formatRoutes({ idle, beside }: NightResult): string {
  const routes = [...new Set(idle.samples.map(({ route }) => route))]
  const rows = ['all', ...routes].map((route) => {
    const of = ({ samples }: Window) => summarize(samples.filter((each) => route === 'all' || each.route === route))
    const [before, then] = [of(idle), of(beside)]
    return [
      route,
      ...[before, then].flatMap(({ count, failed, p50, p99 }) => [many(count), many(failed), ms(p50), ms(p99)]),
      (then.p50 / before.p50).toFixed(1),
      (then.p99 / before.p99).toFixed(1),
    ]
  })
  const titles = ['requests', 'failed', 'p50', 'p99']
  const table = formatTable([
    [
      'Route',
      ...titles.map((title) => `idle: ${title}`),
      ...titles.map((title) => `night: ${title}`),
      'p50 ×',
      'p99 ×',
    ],
    ...rows,
  ])
  const percent = (part: number) => `${(100 * part).toFixed(0)} %`
  const tell = ({ processors: { busy, own, load } }: Window) =>
    `${percent(busy)} of the processors were used, ${percent(own)} by this benchmark, at a load of ${load.toFixed(1)}`
  const used = `Idle, ${tell(idle)}. At night, ${tell(beside)}.`
  return `${table}\n\n${fill(`Milliseconds. ${used} ${onAws}`)}`
}

function formatFigures({ companies, works, ms, peak, count, gbSeconds }: NightResult, workers: number): string {
  const dollars = computeDollars({ works, count, gbSeconds })
  const perThousand = (1_000 * dollars.all) / companies.length
  const rows = [
    ['companies', many(companies.length)],
    [
      'items of them, of the largest',
      `${many(sum(companies, ({ items }) => items))}, ${many(Math.max(...companies.map(({ items }) => items)))}`,
    ],
    ['log rows to count', many(sum(companies, ({ rows, openDays }) => rows * openDays.length))],
    ['works: snapshots and upkeep', many(works)],
    ['seconds, until all but killed ones were done', (ms / 1_000).toFixed(1)],
    ['companies a second', (companies.length / (ms / 1_000)).toFixed(1)],
    [`workers at once, of ${workers}`, many(peak)],
    ['calls of DynamoDB', many(count.calls)],
    ['read units', many(count.reads)],
    ['write units', many(count.writes)],
    ['GB-seconds of Lambda', many(gbSeconds)],
    [
      'dollars: units, Lambda, SQS',
      [dollars.units, dollars.lambda, dollars.sqs].map((each) => `$${each.toFixed(4)}`).join(', '),
    ],
    ['dollars a night for 1 000 companies', `$${perThousand.toFixed(4)}`],
  ]
  return `${formatTable([['The night', ''], ...rows])}\n\nPrices of ${pricesOf}.`
}

/** A message is received and deleted alone, and sent with nine others. */
function computeDollars({ works, count, gbSeconds }: Pick<NightResult, 'works' | 'count' | 'gbSeconds'>) {
  const units = count.reads * prices.readUnit + count.writes * prices.writeUnit
  const lambda = gbSeconds * prices.lambdaGbSecond + works * prices.lambdaRequest
  const sqs = works * 2.1 * prices.sqsRequest
  return { units, lambda, sqs, all: units + lambda + sqs }
}

function formatKills({ kills, faults }: NightResult): string {
  const lines = kills.map(({ work, company, stored, storedBefore }) => {
    const days = `${storedBefore} of ${company.openDays.length} days were stored then, and ${stored} writes of days in all`
    const how = storedBefore === null ? 'not killed' : work === 'upkeep' ? days : 'its chunks were being written'
    return `- killed: the ${work} of a company of ${many(company.items)} items; ${how}`
  })
  const verdict =
    faults.length === 0 ? 'every company was done once' : faults.map((fault) => `WRONG: ${fault}`).join('\n- ')
  return [...lines, `- ${verdict}`].join('\n')
}

function sum<Each>(all: Each[], of: (each: Each) => number): number {
  return all.reduce((total, each) => total + of(each), 0)
}
