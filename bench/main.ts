import { choose, UsageError } from '../cli/command-line'

type Listed = { summary: string; load: () => Promise<unknown> }

/** Each is a program: it runs when it is loaded, and reads its options from the command line. */
const benchmarks: Record<string, Listed> = {
  units: {
    summary: 'what lists and changes cost, checked against limits; with --quick, what CI runs',
    load: () => import('./units'),
  },
  load: { summary: 'how many requests a second, and that no write is lost or doubled', load: () => import('./load') },
  compare: { summary: 'requests beside those of another checkout', load: () => import('./compare') },
  'start-up': { summary: 'how long a function takes to start', load: () => import('./start-up') },
  soak: { summary: 'no list misses a write that another process makes', load: () => import('./soak') },
  rolling: { summary: 'the same of two releases that share a table', load: () => import('./rolling') },
  sparse: { summary: 'a request every few seconds beside a busy process', load: () => import('./sparse') },
  retail: { summary: 'plays a file of real sales against the running service', load: () => import('./retail') },
  costs: {
    summary: 'computes what a stack is billed for, and writes tables and plots',
    load: () => import('./costs/main'),
  },
}

const usage = `Benchmarks, and loads on real data.

  npm run bench -- [NAME] [options]     NAME is units unless given

${Object.entries(benchmarks)
  .map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
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
