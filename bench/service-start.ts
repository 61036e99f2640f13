import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const usage = `npm run bench -- service-start [--against DIR] [--runs N]

Measures how long npm start takes, in seconds, in turn with another checkout: the first time, when it builds and
synthesizes, and later; until it tells its address, and until the demo is there. Both need what npm ci installs.

  --against DIR   the other checkout
  --runs N        times of each (default 3). The median is printed`

type Times = { address: number; demo: number }

/** Ends it as Ctrl-C does, once all is there. */
async function start(folder: string): Promise<Times> {
  const begun = performance.now()
  const child = spawn('npm', ['start', '--silent', '--', '--port', '0'], {
    cwd: folder,
    detached: true, // a group of its own, which gets the signal
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const times: Times = { address: Number.NaN, demo: Number.NaN }
  for await (const line of createInterface(child.stdout)) {
    const seconds = (performance.now() - begun) / 1_000
    if (/ answers at /.test(line)) times.address = seconds
    if (!/^Ctrl-C/.test(line)) continue
    times.demo = seconds
    process.kill(-(child.pid ?? 0), 'SIGINT')
  }
  await ended
  return times
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      runs: { type: 'string', default: '3' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const folders = values.against === undefined ? ['.'] : [values.against, '.']
  const rows = folders.flatMap((folder) => ['first', 'later'].map((which) => ({ folder, which, all: [] as Times[] })))
  for (let run = 0; run < Math.max(1, Number(values.runs) || 1); run++)
    for (const { folder, which, all } of rows) {
      if (which === 'first') rmSync(join(folder, '.local', 'cdk.out'), { recursive: true, force: true })
      all.push(await start(folder))
    }
  const median = (all: Times[], of: keyof Times) => all.map((times) => times[of]).sort((a, b) => a - b)[all.length >> 1]
  console.log('| npm start | until the address, s | until the demo, s |\n| --- | --- | --- |')
  for (const { folder, which, all } of rows) {
    const [address, demo] = [median(all, 'address'), median(all, 'demo')]
    console.log(`| ${folder}, ${which} | ${address?.toFixed(1)} | ${demo?.toFixed(1)} |`)
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
