import { parseArgs } from 'node:util'
import { describeError } from './aws-errors'

type OptionTypes = { [name: string]: { type: 'string' | 'boolean'; multiple?: boolean } }

/** Reported with a reference to `--help`. */
export class UsageError extends Error {}

export type Options = { [name: string]: string | boolean | (string | boolean)[] | undefined }
/** Null where the command has written all that it has to say. */
type Answer = Row | Row[] | null
type Row = Record<string, unknown>
export type Command = {
  options: OptionTypes
  required: string[]
  /** False for a command that needs no running service: it takes neither `--stack` nor `--info`. */
  hasTarget?: false
  run: (options: Options) => Promise<Answer>
}

/** Options that commands share: how they print, and which service they are about. */
export const json = { json: { type: 'boolean' } } as const satisfies OptionTypes
export const target = { info: { type: 'string' }, stack: { type: 'string' } } as const satisfies OptionTypes

/**
 * Runs one of several commands. Prints its result: one JSON document with `--json`, otherwise readable lines. Errors
 * end it as `runProgram` says.
 */
export async function runCommandLine(usage: string, commands: Record<string, Command>): Promise<void> {
  await runProgram(usage, async ([name, ...rest]) => {
    if (name === undefined) return console.log(usage)
    const command = commands[name]
    if (!command) throw new UsageError(`there is no command '${name}'`)
    await runCommand(command, rest)
  })
}

async function runCommand(command: Command, args: string[]): Promise<void> {
  const common = command.hasTarget === false ? json : { ...json, ...target }
  const values = parseOptions(args, { ...common, ...command.options }, command.required)
  const answer = await command.run(values)
  if (answer !== null) console.log(values.json ? formatJson(answer) : formatReadable(answer))
}

/** Runs a program that is one command, with options alone. It prints its result itself. */
export async function runOptionsOnly(
  usage: string,
  {
    options,
    required = [],
    run,
  }: { options: OptionTypes; required?: string[]; run: (options: Options) => Promise<void> },
): Promise<void> {
  await runProgram(usage, (args) => run(parseOptions(args, options, required)))
}

/** Runs a program that is one command, with one argument besides its options. `argument` names it in messages. */
export async function runOneCommand(
  usage: string,
  {
    options,
    argument,
    run,
  }: { options: OptionTypes; argument: string; run: (given: string, options: Options) => Promise<void> },
): Promise<void> {
  await runProgram(usage, async (args) => {
    const { values, positionals } = parse(args, options, true)
    const [given, ...more] = positionals
    if (given === undefined) throw new UsageError(`${argument} is needed`)
    if (more.length > 0) throw new UsageError(`'${more[0]}' is one argument too many`)
    await run(given, values)
  })
}

/** An error is printed to stderr. The exit status is 2 for a `UsageError`, and 1 for any other error. */
async function runProgram(usage: string, run: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  // The AWS SDK would print it before what a command has to say. CONTRIBUTING.md says until when Node 20 will do.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  if (args.includes('--help') || args[0] === '-h') return console.log(usage)
  try {
    await run(args)
  } catch (error) {
    const misused = error instanceof UsageError
    console.error(`${describeError(error)}${misused ? '\nSee --help.' : ''}`)
    process.exitCode = misused ? 2 : 1
  }
}

function parseOptions(args: string[], options: OptionTypes, required: string[]): Options {
  const { values } = parse(args, options)
  const missing = required.find((option) => values[option] === undefined)
  if (missing) throw new UsageError(`--${missing} is needed`)
  return values
}

function parse(args: string[], options: OptionTypes, allowPositionals = false) {
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals })
    const values: Options = parsed.values
    const empty = Object.entries(values).find(
      ([, value]) => typeof value === 'string' && value !== '\t' && value.trim() === '',
    )
    if (empty) throw new Error(`--${empty[0]} must not be empty`)
    return { values, positionals: parsed.positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function formatJson(answer: Row | Row[]): string {
  return JSON.stringify(Array.isArray(answer) ? { data: answer } : answer)
}

function formatReadable(answer: Row | Row[]): string {
  const rows = Array.isArray(answer) ? answer : [answer]
  return rows.length === 0 ? 'None.' : rows.map(formatFields).join('\n\n')
}

function formatFields(row: Row): string {
  const width = Math.max(13, ...Object.keys(row).map(({ length }) => length))
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(width)} ${formatValue(value)}`)
    .join('\n')
}

function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value)
}

/** Throws a `UsageError` where the value is none of `values`. */
export function parseChoice<Value extends string>(option: string, value: unknown, values: readonly Value[]): Value {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`--${option} must be one of ${values.join(', ').replace('\t', 'tab')}`)
  return found
}
