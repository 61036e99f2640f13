import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from '../../cli/command-line'
import { replaceMarked } from '../marked-part'
import { compareRuns, formatComparison } from './comparison'
import { formatFullness } from './fullness'
import { lambda } from './limits'
import { readMeasuredRuns } from './measured'
import { formatOutcomes, formatSources } from './report'
import { type Stack, simulateNights } from './simulate'
import { usualSpread } from './sizes'

const page = 'docs/scale.md'
/** What the switch `nightlyWorkers` is by default: see lib/switches.ts. */
const usualWorkers = 5
const pageStacks = {
  nights: [1_000, 10_000, 100_000, 1_000_000],
  few: [usualWorkers, 8],
  workers: [2, 5, 8, 16, 32, 100, 1_000],
}

const usage = `npm run bench -- scale [--companies LIST] [--workers LIST] [--seed N] [--largest N]
npm run bench -- scale --measured FILE
npm run bench -- scale --write

Computes the night of a stack by its number of companies: by loops of one function, and by a queue with workers. Then
how many companies fill a stack. No function and no table is run.

  --companies LIST  how many companies, as 1000,10000 (default 1000,10000,100000,1000000)
  --workers LIST    how many workers the queue has, ${lambda.workers.min} to ${lambda.workers.max} (default ${usualWorkers}, as -c nightlyWorkers)
  --seed N          of the sizes of companies (default ${usualSpread.seed})
  --largest N       the most items that a company has (default ${usualSpread.largest})
  --measured FILE   compares the model with real runs instead: bench/scale/measured.ts has the format.
                    Exit status 1 where units differ by more than a tenth.
  --write           writes the tables of docs/scale.md again`

const most = { companies: 2_000_000, largest: 10_000_000, seed: 2 ** 32 - 1 }

function main(): void {
  const { values } = parseOptions()
  if (values.help) console.log(usage)
  else if (values.measured !== undefined) compare(values.measured)
  else if (values.write) writePage()
  else simulateAll(values)
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        companies: { type: 'string', default: pageStacks.nights.join() },
        workers: { type: 'string', default: String(usualWorkers) },
        seed: { type: 'string', default: String(usualSpread.seed) },
        largest: { type: 'string', default: String(usualSpread.largest) },
        measured: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function simulateAll(values: Record<'companies' | 'workers' | 'seed' | 'largest', string>): void {
  const counts = parseNumbers('companies', values.companies, { min: 1, max: most.companies })
  const workers = parseNumbers('workers', values.workers, lambda.workers)
  const seed = parseNumber('seed', values.seed, { min: 0, max: most.seed })
  const largest = parseNumber('largest', values.largest, { min: 1, max: most.largest })
  const nights = formatNights(counts, { workers, seed, largest })
  console.log([formatSources({ seed, largest }), nights, ...workers.map(formatFullness)].join('\n\n'))
}

function formatNights(counts: number[], stack: Omit<Stack, 'companies'>): string {
  const simulate = (companies: number) => {
    console.error(`simulating ${companies} companies …`)
    return simulateNights({ ...stack, companies })
  }
  return formatOutcomes(counts.flatMap(simulate))
}

function writePage(): void {
  const nights = formatNights(pageStacks.nights, { ...usualSpread, workers: pageStacks.few })
  const workers = formatNights(pageStacks.nights.slice(-1), { ...usualSpread, workers: pageStacks.workers })
  let text = readFileSync(page, 'utf8')
  text = replaceMarked(text, 'nights', `${formatSources(usualSpread)}\n\n${nights}`)
  text = replaceMarked(text, 'workers', workers)
  text = replaceMarked(text, 'full', formatFullness(usualWorkers))
  writeFileSync(page, text)
}

type Range = { min: number; max: number }

const parseNumbers = (option: string, text: string, range: Range) =>
  text.split(',').map((each) => parseNumber(option, each, range))

function parseNumber(option: string, text: string, { min, max }: Range): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) return number
  throw new UsageError(`--${option}: '${text}' must be a whole number from ${min} to ${max}`)
}

function compare(file: string): void {
  const comparison = compareRuns(readMeasuredRuns(file))
  console.log(formatComparison(comparison))
  if (comparison.some(({ isClose }) => isClose === false)) process.exitCode = 1
}

main()
