import { createInterface } from 'node:readline'
import { toLine } from '../admin/plain-text'
import { formatFields, type Options, type Row, UsageError } from './command-line'

/** What is typed instead of an answer, where nobody is there to be asked. */
export const yes = { yes: { type: 'boolean' } } as const

/**
 * Asks before what cannot be undone: returns where `name` is typed, or with `--yes`. Throws an `Error` at any other
 * answer, and a `UsageError` where nobody can be asked. `act`: what is about to be done, as a sentence, to the `facts`.
 * `name` is not empty, and in one line, as what is typed is.
 */
export async function confirm({ act, facts, name }: { act: string; facts: Row; name: string }, options: Options) {
  if (options.yes === true) return
  if (options.json === true || !process.stdin.isTTY)
    throw new UsageError(`${act} Without a terminal, or with --json, that takes --yes. Nothing was changed`)
  console.error(`${act} There is no way back.\n\n${formatFields(facts)}\n\nTo go on, type ${name}`)
  if (toLine(await readLine()) !== name) throw new Error(`That is not ${name}. Nothing was changed.`)
}

/** Empty at the end of the input. Ctrl-C ends the process: the terminal is not in raw mode. */
async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
