import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { sliceCount } from './support/slices'

const usage = `npm run test:thorough [-- [options] [AREA ...]]

Runs the tests that have two sizes at their full size, and the rehearsals of whole procedures. Exit status 1 where one
fails.

  AREA        only test files whose path has this text, such as webhooks or test/catalogue
  --slice N   only the slice N of ${sliceCount}, from 0, with fixed seeds: what .ci/run runs. Without it, seeds are random.`

/** The requests of the contract run alone: they need the machine. */
const contract = 'test/openapi/contract'

function main(): number {
  const options = { slice: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals: areas } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const slice = values.slice === undefined ? undefined : Number(values.slice)
  if (slice !== undefined && !(Number.isInteger(slice) && slice >= 0 && slice < sliceCount))
    throw new TypeError(`--slice must be a number from 0 to ${sliceCount - 1}`)
  const globals = ['--globals', JSON.stringify({ thorough: true, slice })]
  const others = ['--filter', './test/support/thorough.cjs', '--passWithNoTests', '--testPathIgnorePatterns', contract]
  const status = runJest([...globals, ...others, '--', ...areas])
  const wantsContract = areas.length === 0 || areas.some((area) => `${contract}.test.ts`.includes(area))
  return status === 0 && wantsContract ? runJest([...globals, '--', contract]) : status
}

function runJest(args: string[]): number {
  const { status } = spawnSync('npx', ['jest', ...args], { stdio: 'inherit' })
  return status ?? 1
}

try {
  process.exitCode = main()
} catch (error) {
  if (!(error instanceof TypeError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
