import { closeSync, openSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { UsageError } from '../../cli/command-line'
import { synthesizeStack } from '../../test/support/stack'
import { usualSpread } from '../scale/sizes'
import { measureCompanies } from './measured-pass'
import { formatNight } from './report'
import { runNight } from './run-night'

const usage = `npm run bench -- night [--companies N] [--workers N] [--seed N] [--largest N]
npm run bench -- night --measured FILE [--companies N] [--seed N] [--largest N]

Has the local service do the night of companies of Zipf sizes, beside requests, and kills two workers in the middle of their
work. Prints how long requests take with and without the night, what the night took, and what is wrong with its result.
Exit status 1 where anything is.

  --companies N    how many (default 1000)
  --workers N      companies that are worked on at once: -c nightlyWorkers (default 8)
  --seed N         of the sizes of companies (default ${usualSpread.seed})
  --largest N      the most items that a company has (default 20000)
  --measured FILE  does the work of one company after the other in this process instead, and writes what each took:
                   npm run bench -- scale --measured FILE compares that with the model`

const app = 'dist/bench/night.cdk.out'

const ranges = {
  companies: { min: 1, max: 100_000 },
  workers: { min: 2, max: 32 },
  seed: { min: 0, max: 2 ** 32 - 1 },
  largest: { min: 1, max: 1_000_000 },
}

async function main(): Promise<void> {
  const values = parseOptions()
  if (values.help) return console.log(usage)
  const [companies, workers] = [parseNumber('companies', values.companies), parseNumber('workers', values.workers)]
  const [seed, largest] = [parseNumber('seed', values.seed), parseNumber('largest', values.largest)]
  if (values.measured !== undefined) requireWritable(values.measured)
  const report = (text: string) => console.error(text)
  report('the stack …')
  const stack = synthesizeStack(app, { nightlyWorkers: String(workers) })
  const sizes = { companies, seed, largest, stack, report }
  if (values.measured !== undefined) return measureCompanies({ ...sizes, file: values.measured })
  const result = await runNight({ ...sizes, workers, idleMs: 20_000, sample: 50 })
  const [{ model = 'unknown' } = {}] = cpus()
  console.log(`${cpus().length} × ${model}, Node ${process.version}; service, engine and client on one machine.\n`)
  console.log(formatNight(result, workers))
  if (result.faults.length > 0) process.exitCode = 1
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        companies: { type: 'string', default: '1000' },
        workers: { type: 'string', default: '8' },
        seed: { type: 'string', default: String(usualSpread.seed) },
        largest: { type: 'string', default: '20000' },
        measured: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function parseNumber(option: keyof typeof ranges, text: string): number {
  const [number, { min, max }] = [Number(text), ranges[option]]
  if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) return number
  throw new UsageError(`--${option}: '${text}' must be a whole number from ${min} to ${max}`)
}

/** Before minutes of work. */
function requireWritable(file: string): void {
  try {
    closeSync(openSync(file, 'a'))
  } catch (error) {
    throw new UsageError(`--measured: ${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
  }
}

main().catch((error: Error) => {
  console.error(error instanceof UsageError ? `${error.message}\nSee --help.` : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
