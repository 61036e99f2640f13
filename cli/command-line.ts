import { parseArgs } from 'node:util'
import { toLine } from '../admin/plain-text'
import { hearStopSignals } from '../local/stop-signals'
import { describeError } from './aws-errors'
import { suggest } from './nearest'
import { printText } from './output'

type OptionTypes = { [name: string]: { type: 'string' | 'boolean'; multiple?: boolean } }

/** Reported with a reference to `--help`. */
export class UsageError extends Error {}

export type Options = { [name: string]: string | boolean | (string | boolean)[] | undefined }
export type Row = Record<string, unknown>

/**
 * What `inventory NAME` does: one thing, or one of several, which the next word names. With both, it does the one thing
 * where that word names none.
 */
export type Command = { usage: string } & (
  | { action: Action; actions?: Record<string, Action> }
  | { actions: Record<string, Action> }
)

type Action = {
  options: OptionTypes
  /** Texts without which the action cannot be taken, besides the options. */
  required?: string[]
  /** What messages call the one argument besides the options. Without it, there is none. */
  argument?: string
  /** Returns what is to be printed: nothing, or null, where it has printed all that it has to say. */
  run: (options: Options, argument: string) => Promise<Row | Row[] | null> | Promise<void>
  /** For what is shown once: says what was made, and what to do about it, where the result could not be printed. */
  adviseUnseen?: (result: Row) => string
}

export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

/** Options that commands share: how they print, and which service they are about. */
export const json = { json: flag }
export const serviceOptions = { ...json, info: text, stack: text }

/** What `--help` says of these options. */
export const serviceUsage = `  --json        one JSON document on stdout
  --info FILE   of the running local service (default .local/service.json)
  --stack NAME  a deployed stack instead`

/** Prints the result: one JSON document with `--json`, otherwise readable lines. */
export async function runCommand(command: Command, args: string[]): Promise<void> {
  if (asksForHelp(args) || (!('action' in command) && args.length === 0)) return console.log(command.usage)
  const [action, rest] = chooseAction(command, args)
  const { options, argument } = parse(action, rest)
  const answer = (await action.run(options, argument)) ?? null
  if (answer === null) return
  const text = options.json ? JSON.stringify(Array.isArray(answer) ? { data: answer } : answer) : formatReadable(answer)
  if (action.adviseUnseen === undefined) return console.log(text)
  const advice = [answer].flat().map(action.adviseUnseen)
  await printText(`${text}\n`).catch((error) => {
    throw new Error([describeError(error), ...advice].join('\n'))
  })
}

export function asksForHelp(args: string[]): boolean {
  return args.includes('--help') || args[0] === '-h'
}

function chooseAction(command: Command, args: string[]): [Action, string[]] {
  const [name = '', ...rest] = args
  if ('action' in command && !Object.hasOwn(command.actions ?? {}, name)) return [command.action, args]
  return [choose(command.actions ?? {}, name), rest]
}

/** Throws a `UsageError` where there is no command of this name. */
export function choose<Named>(commands: Record<string, Named>, name: string): Named {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new UsageError(`there is no command '${name}'${suggest(name, Object.keys(commands))}`)
  return command
}

function parse({ options: types, required = [], argument: title }: Action, args: string[]) {
  const all = { ...Object.fromEntries(required.map((option) => [option, text])), ...types }
  const { values: options, positionals } = parseStrictly(all, args, title !== undefined)
  const [argument = '', ...more] = positionals
  if (title !== undefined && argument === '') throw new UsageError(`${title} is needed`)
  if (more.length > 0) throw new UsageError(`'${more[0]}' is one argument too many`)
  const empty = Object.entries(options).find(
    ([, value]) => typeof value === 'string' && value !== '\t' && value.trim() === '',
  )
  if (empty) throw new UsageError(`--${empty[0]} must not be empty`)
  const missing = required.find((option) => options[option] === undefined)
  if (missing) throw new UsageError(`--${missing} is needed`)
  return { options, argument }
}

function parseStrictly(options: OptionTypes, args: string[], allowPositionals: boolean) {
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals })
    return { values: values as Options, positionals }
  } catch (error) {
    const { message } = error as Error
    const [unknown, option = ''] = /^Unknown option '(--?[^']*)'/.exec(message) ?? []
    if (unknown === undefined) throw new UsageError(message)
    const known = Object.keys(options).map((name) => `--${name}`)
    throw new UsageError(`${unknown}${suggest(option, known)}`)
  }
}

function formatReadable(answer: Row | Row[]): string {
  const rows = Array.isArray(answer) ? answer : [answer]
  return rows.length === 0 ? 'None.' : rows.map(formatFields).join('\n\n')
}

/** A line for each field that is not null. */
export function formatFields(row: Row): string {
  const width = Math.max(13, ...Object.keys(row).map(({ length }) => length))
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(width)} ${formatValue(value)}`)
    .join('\n')
}

function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  return toLine(typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value))
}

/** Throws a `UsageError` where the value is none of `values`. */
export function parseChoice<Value extends string>(option: string, value: unknown, values: readonly Value[]): Value {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`--${option} must be one of ${values.join(', ').replace('\t', 'tab')}`)
  return found
}

let stop: AbortController | null = null

/** A signal that Ctrl-C, a request to terminate or a closed terminal aborts, so that a command ends with its report. */
export function listenForStop(): AbortSignal {
  if (stop !== null) return stop.signal
  const controller = new AbortController()
  stop = controller
  hearStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], () => controller.abort(new Error('Stopped.')))
  return controller.signal
}
