import { choose, UsageError } from '../cli/command-line'
import { benchmarks } from './benchmarks'

const usage = `Benchmarks.

  npm run bench -- [NAME] [options]     NAME is units unless given

${Object.entries(benchmarks)
  .map(([name, { summary }]) => `  ${name.padEnd(13)} ${summary}`)
  .join('\n')}

Each has --help: npm run bench -- units --help`

async function main(): Promise<void> {
  const [first = ''] = process.argv.slice(2)
  if (first === '--help' || first === '-h') return console.log(usage)
  const isNamed = first !== '' && !first.startsWith('-')
  // The rest of the command line is the benchmark's.
  if (isNamed) process.argv.splice(2, 1)
  await choose(benchmarks, isNamed ? first : 'units').load()
}

main().catch((error: Error) => {
  console.error(error instanceof UsageError ? `${error.message}\nSee --help.` : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
