import { setTimeout as sleep } from 'node:timers/promises'
import { readCompanies } from '../../admin/companies/company-pages'
import type { EventOptions } from '../../client'
import { instant } from '../../functions/contract/fields'
import {
  combineReports,
  type PublishReport,
  publishRows,
  type RowToPublish,
} from '../../functions/operations/log/publish-rows'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { openEventBus, type PutEntries } from '../../functions/runtime/event-bus'
import { openDeliveriesQueue, type SendMessages } from '../../functions/runtime/queues/deliveries-queue'
import { findCompany } from '../../functions/store/companies/companies'
import { getTime, readLog } from '../../functions/store/log/log-reader'
import { type LogRow, parseLogRow } from '../../functions/store/log/log-row'
import type { Table } from '../../functions/store/table/table'
import { type Command, flag, listenForStop, type Options, serviceOptions, text, UsageError } from '../command-line'
import { readInfo } from '../local-service'
import { makeProgress } from '../long-work'
import { printLines } from '../output'
import { customerOptions, customerUsage, openCustomer } from '../spreadsheets/customer'
import { localAccess, openTarget } from '../target'

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

const rowsAtOnce = 100
/** How often a page is tried while it is not taken, and the pause before the second try. */
const tries = 5
const firstPauseMs = 1_000

/** What was read and put. `failed`: rows whose events are not taken, or that cannot be read. */
type Count = { companies: number; rows: number; failed: number }

/** Where events go. `queue`: of deliveries, null where the stack has no webhooks. */
type Destinations = { put: PutEntries; queue: SendMessages | null }

/**
 * Puts what has happened since on the bus once more, company by company, and queues deliveries that there are not yet.
 * Ids are those of the first time.
 */
async function republish(options: Options) {
  const since = parseSince(options.since)
  const { table } = await openTarget(options)
  const destinations = await openDestinations(options)
  const companies = await listCompanies(table, options.company)
  const count: Count = { companies: companies.length, rows: 0, failed: 0 }
  const tellProgress = makeProgress('companies', console.error)
  for (const [index, companyId] of companies.entries()) {
    await republishCompany(table, destinations, { companyId, since: since - 1 }, count)
    tellProgress(index + 1, companies.length)
  }
  if (count.failed > 0) process.exitCode = 1
  return count
}

function parseSince(since: Options[string]): number {
  const { data } = instant.safeParse(since)
  if (data === undefined) throw new UsageError('--since must be a time, such as 2027-01-31T00:00:00Z')
  return data
}

async function listCompanies(table: Table, id: Options[string]): Promise<string[]> {
  if (id === undefined) return (await readCompanies(table)).map((company) => company.id)
  if ((await findCompany(table, String(id))) === null) throw new UsageError(`there is no company ${id}`)
  return [String(id)]
}

/** Those of the deployed stack of `--stack`, otherwise of the local service. */
async function openDestinations({ info, stack }: Options): Promise<Destinations> {
  if (typeof stack === 'string') {
    const output = await (await import('../deployed-stack')).readOutputs(stack)
    return { put: openEventBus(output('EventBusName')), queue: openDeliveriesQueue(output('DeliveriesQueueUrl')) }
  }
  const { events_endpoint, event_bus, sqs_endpoint, deliveries_queue_url: queueUrl } = readInfo(info)
  if (event_bus === null) throw new UsageError('the local service has no bus: its stack leaves it out')
  const put = openEventBus(event_bus, { endpoint: events_endpoint, ...localAccess })
  const queue = queueUrl === null ? null : openDeliveriesQueue(queueUrl, { endpoint: sqs_endpoint, ...localAccess })
  return { put, queue }
}

async function republishCompany(
  table: Table,
  destinations: Destinations,
  range: { companyId: string; since: number },
  count: Count,
): Promise<void> {
  for await (const rows of readLog(table, range, { oldestFirst: true, pageRows: rowsAtOnce })) {
    const told = rows.filter((row) => !('imported' in row))
    await republishRows(told, (rows) => publish(table, destinations, rows), count)
    count.rows += told.length
  }
}

async function publish(table: Table, { put, queue }: Destinations, rows: RowToPublish[]): Promise<PublishReport> {
  const published = await publishRows(rows, put, sleep)
  return queue === null ? published : combineReports(await queueDeliveries(table, rows, queue), published)
}

async function republishRows(rows: LogRow[], send: (rows: RowToPublish[]) => Promise<PublishReport>, count: Count) {
  let left = rows
  for (let attempt = 1; left.length > 0; attempt++) {
    const { failed, untaken, lastError } = await send(left.map(readRow))
    for (const { index, error } of failed) console.error(`${left[index]?.pk} ${left[index]?.sk}: ${error.message}`)
    count.failed += failed.length
    if (untaken === null) return
    left = left.slice(untaken)
    if (attempt === tries) throw new Error(`The events are not taken: ${lastError}. ${formatPlace(left)}`)
    await sleep(firstPauseMs * 2 ** (attempt - 1))
  }
}

function readRow(row: LogRow): RowToPublish {
  try {
    return { row: parseLogRow(row) }
  } catch (error) {
    return { row: error as Error }
  }
}

function formatPlace([row]: LogRow[]): string {
  if (row === undefined) return ''
  return `It has come to ${row.pk.slice('LOG#'.length)}, ${new Date(getTime(row)).toISOString()}.`
}
