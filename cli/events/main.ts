import type { EventOptions } from '../../client'
import { type Command, flag, type Options, serviceOptions, text, UsageError } from '../command-line'
import { printLines } from '../output'
import { customerOptions, customerUsage, openCustomer } from '../spreadsheets/customer'
import { listenForStop } from '../stop'
import { republish } from './republish'

const usage = `Prints what has happened, oldest first, each event as a line of JSON.

  npx inventory events [options]
  npx inventory events republish --since TIME     for platform engineers: see below

  --follow         wait for more at the end, until Ctrl-C. Without it, the command ends with the newest event
  --after CURSOR   go on where another run has ended: it says where. Without it: the oldest event that the plan shows
  --since T        begin after this time, such as 2027-01-31T00:00:00Z
  --types LIST     such as item.low_stock,order.*
${customerUsage}

  The feed skips nothing and repeats nothing. It is 15 seconds behind: what is younger may still be under way.

  npx inventory events --follow --types item.low_stock

republish puts what has happened since TIME on the bus of the service once more, such as after a disaster, and queues
deliveries to webhooks that there are not yet. Ids are those
of the first time, so that receivers know what they have had. Exit status 1 where an event is not taken.
  --since TIME     such as 2027-01-31T00:00:00Z
  --company ID     one company. Without it: all
  --json           one JSON document on stdout
  --info FILE      of the running local service (default .local/service.json)
  --stack NAME     a deployed stack instead`

/** Prints each event as a line of JSON. What else there is to say, such as the cursor at the end, goes to stderr. */
async function printEvents(options: Options): Promise<void> {
  if (options.after !== undefined && options.since !== undefined)
    throw new UsageError('--since must be left out where --after is given')
  const stop = listenForStop()
  const client = await openCustomer(options, (text) => console.error(text))
  const stream = client.events({ ...readPlace(options), follow: options.follow === true, signal: stop })
  try {
    for await (const { data, cursor } of stream.pages()) {
      await printLines(data)
      stream.cursor = cursor
    }
  } catch (error) {
    if (error !== stop.reason || !stop.aborted) throw error
  } finally {
    if (stream.cursor !== undefined) console.error(`To go on from here: --after ${stream.cursor}`)
  }
}

function readPlace({ after, since, types }: Options): EventOptions {
  return {
    ...(after === undefined ? {} : { after: String(after) }),
    ...(since === undefined ? {} : { since: String(since) }),
    ...(types === undefined ? {} : { types: String(types).split(',') }),
  }
}

export const command: Command = {
  usage,
  action: {
    options: { ...customerOptions, follow: flag, after: text, since: text, types: text },
    run: printEvents,
  },
  actions: {
    republish: { options: { ...serviceOptions, company: text }, required: ['since'], run: republish },
  },
}
