import { createInterface } from 'node:readline'
import { formatFields, type Options, type Row, UsageError } from './command-line'

/** What is typed instead of an answer, where nobody is there to be asked. */
export const yes = { yes: { type: 'boolean' } } as const

/** `act`: what is about to be done, as a sentence. `facts`: what it concerns. `name`: what must be typed to allow it. */
type Question = { act: string; facts: Row; name: string }

/**
 * Asks before what cannot be undone: returns where the name is typed, or with `--yes`. Throws an `Error` at any other
 * answer, and a `UsageError` where nobody can be asked: without a terminal, or with `--json`.
 */
export async function confirm({ act, facts, name }: Question, options: Options): Promise<void> {
  if (options.yes === true) return
  if (options.json === true || !process.stdin.isTTY)
    throw new UsageError(
      `${act} Nobody can be asked, without a terminal or with --json: then say --yes. Nothing was changed`,
    )
  console.error(`${act} There is no way back.\n\n${formatFields(facts)}\n\nTo go on, type ${name}`)
  if ((await readLine()).trim() !== name) throw new Error(`That is not ${name}. Nothing was changed.`)
}

/** Empty at the end of the input. Ctrl-C ends the process: the terminal is not in raw mode. */
async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
