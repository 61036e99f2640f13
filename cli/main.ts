import { describeError } from './aws-errors'
import { asksForHelp, choose, runCommand, UsageError } from './command-line'
import { type Commands, commands, forEngineers, forUsers } from './commands'
import { suggest } from './nearest'
import { readVersion } from './version'

const usage = `The commands of the inventory service.

  npx inventory COMMAND [options]

For platform engineers:
${list(forEngineers)}

For users of the service, with a key:
${list(forUsers)}

  --version   the version of this checkout

Each command has --help. The exit status is 2 for wrong use, and 1 where something has failed.`

function list(group: Commands): string {
  return Object.entries(group)
    .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
    .join('\n')
}

/** An error is printed to stderr. The exit status is 2 for a `UsageError`, and 1 for any other error. */
export async function runInventory(args: string[]): Promise<void> {
  try {
    await run(args)
  } catch (error) {
    const misused = error instanceof UsageError
    console.error(`${describeError(error)}${misused ? '\nSee --help.' : ''}`)
    process.exitCode = misused ? 2 : 1
  }
}

async function run([name, ...rest]: string[]): Promise<void> {
  if (name === undefined || asksForHelp([name])) return console.log(usage)
  if (name === '--version') return console.log(readVersion())
  if (name.startsWith('-')) throw new UsageError(`Unknown option '${name}'${suggest(name, ['--help', '--version'])}`)
  const { command } = await choose(commands, name).load()
  await runCommand(command, rest)
}
