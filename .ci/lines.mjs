import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

// The house has a budget: lines of tracked code, without what is generated and without .ci. It prints each sum, and ends
// with status 1 where one is over its limit. A limit grows only by a decision.

const limits = { product: 58_700, tests: 44_500, local: 5_050, bench: 4_000 }
/** Lines that a test file may have. */
const testFileLimit = 300

const code = /\.(?:ts|tsx|mjs|cjs|js|css)$/
const outside = /(?:^|\/)(?:generated|\.ci|\.github)\//
const rooms = [
  ['tests', /(?:^|\/)tests?\//],
  ['bench', /^bench\//],
  ['local', /^local\//],
]

const sums = { product: 0, tests: 0, local: 0, bench: 0 }
const problems = []
for (const file of execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')) {
  if (!code.test(file) || outside.test(file) || !existsSync(file)) continue
  const room = rooms.find(([, path]) => path.test(file))?.[0] ?? 'product'
  const lines = readFileSync(file, 'utf8').split('\n').length - 1
  sums[room] += lines
  if (room === 'tests' && lines > testFileLimit)
    problems.push(`${file} has ${lines} lines, of at most ${testFileLimit}.`)
}
for (const [room, lines] of Object.entries(sums)) {
  console.log(`${room.padEnd(8)} ${String(lines).padStart(6)} lines, of at most ${limits[room]}`)
  if (lines > limits[room]) problems.push(`${room}: ${lines} lines are more than ${limits[room]}.`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
