import type { EventOptions } from '../../client'
import { type Options, UsageError } from '../command-line'
import { printLines } from '../output'
import { openCustomer } from '../spreadsheets/customer'
import { listenForStop } from '../stop'

/** Prints each event as a line of JSON. What else there is to say, such as the cursor at the end, goes to stderr. */
export async function printEvents(options: Options): Promise<void> {
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
