import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, flag, listenForStop, type Options, text, UsageError } from '../command-line'
import { type RehearsalResult, rehearse } from './drill/rehearsal'
import { type Drill, DrillSteps } from './drill/steps'

const usage = `Rehearses a disaster on this machine, in a temporary folder: exports a table, loses it, and brings it back.

  npx inventory drill [options]

  --items N   how many items each company has (default 30)
  --keep      keep the folder: the exports, the synthesized stacks, the data and the log

  Needs no AWS account. Tells for each step what it is on AWS. The exit status is 0 if everything is back, and 1 if
  something is not: the printout says what. It takes a minute or two.`

async function run(options: Options): Promise<void> {
  const items = parseItems(options.items)
  const folder = mkdtempSync(join(tmpdir(), 'inventory-drill-'))
  const steps = new DrillSteps(console.log)
  const name = `drill-${randomBytes(3).toString('hex')}`
  const drill = { name, folder, items, steps, signal: listenForStop(), stops: [], removals: [] }
  console.log(`A drill in ${folder}, on tables of its own.`)
  try {
    printSummary(await rehearse(drill), steps)
  } finally {
    await end(drill, options.keep === true)
  }
}

function parseItems(given: Options[string]): number {
  const items = Number(given ?? 30)
  if (!Number.isInteger(items) || items < 4 || items > 1_000) throw new UsageError('--items must be from 4 to 1000')
  return items
}

function printSummary({ rows, companies, failed }: RehearsalResult, { seconds }: DrillSteps): void {
  console.log(`\n${rows} rows of ${companies} companies.`)
  for (const step of seconds) console.log(`  ${step.seconds.toFixed(1).padStart(6)} s  ${step.title}`)
  const missing = failed.map((claim) => `\n  ${claim}`).join('')
  console.log(failed.length === 0 ? 'Everything is back.' : `Not everything is back:${missing}`)
  if (failed.length > 0) process.exitCode = 1
}

/** A failure here must not hide that of the drill. */
async function end({ folder, stops, removals }: Drill, keep: boolean): Promise<void> {
  if (!keep) for (const remove of removals) await remove().catch(() => {})
  for (const stop of stops) await stop().catch(() => {})
  if (keep) console.log(`Kept: ${folder}. The service log is in service.log there, the data in data.`)
  else rmSync(folder, { recursive: true, force: true })
}

export const command: Command = { usage, action: { options: { items: text, keep: flag }, run } }
