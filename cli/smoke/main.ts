import { setTimeout as sleep } from 'node:timers/promises'
import { type Access, readApiKey, readBaseUrl } from '../access'
import { type Command, json, listenForStop, type Options, text, UsageError } from '../command-line'
import { cleanUp, requireAccess } from './clean-up'
import { Exchanges } from './exchanges'
import { formatResult, formatSummary, runSteps, summarize } from './run'
import { Session } from './steps'

const usage = `Calls every route of a deployed service that a key can call, once, after a deployment.

  npx inventory smoke --url URL --key KEY

  --url URL   the base URL, such as https://api.example.com/v1 (or INVENTORY_BASE_URL)
  --key KEY   with the scopes read, write and webhooks (not needed without events). INVENTORY_API_KEY in the
              environment is safer: others see arguments
  --json      one JSON document on stdout, and the lines on stderr

  Each route has rights of its own. A request that really does the route's work shows a right that is missing. So changes
  are committed, and sent again under their idempotency keys; lists read the index; a snapshot is restored.

  Use a company of its own: npx inventory companies create --name Smoke --plan enterprise
  It refuses to run where the company has items that it has not made. One run at a time. It sends about 90 requests: on
  the plan starter, it waits for the limit of the minute. A plan allows some snapshots and restores a day: what it
  refuses is 'not on this plan'.

  At the end, also after Ctrl-C, items go to trash, drafts are deleted, orders ended, snapshots deleted. What a run that
  was killed has left, the next one clears away. Items stay in trash for 30 days; ended orders and the log stay.

  The exit status is 0 if all is well, 1 if a step failed or something was not cleared away, and 2 for wrong use.`

async function smoke(options: Options): Promise<void> {
  const access = readAccess(options)
  const print = options.json ? console.error : console.log
  const stop = listenForStop()
  // What comes after the stop must be waited for, too.
  const wait = (ms: number) => sleep(ms, null, stop.aborted ? {} : { signal: stop })
  const run = Date.now().toString(36).toUpperCase() // two runs that follow each other must not share names
  const session = new Session(run, access, new Exchanges(console.error, wait))
  await requireAccess(session)
  const steps = await runSteps(session, (result) => print(formatResult(result)), stop)
  if (stop.aborted) console.error('Stopped: clears away what was made.')
  const cleaning = await cleanUp(session)
  const summary = summarize(steps)
  print(`\n${formatSummary(summary, cleaning)}`)
  if (options.json) console.log(JSON.stringify({ run, steps, routes: summary, ...cleaning }))
  if (stop.aborted || summary.failed.length > 0 || cleaning.left.length > 0) process.exitCode = 1
}

function readAccess({ url, key }: Options): Access {
  const baseUrl = readBaseUrl(url)
  const apiKey = readApiKey(key)
  if (baseUrl === null) throw new UsageError('--url is needed, or INVENTORY_BASE_URL')
  if (apiKey === null) throw new UsageError('--key is needed, or INVENTORY_API_KEY')
  return { baseUrl, apiKey }
}

export const command: Command = { usage, action: { options: { url: text, key: text, ...json }, run: smoke } }
