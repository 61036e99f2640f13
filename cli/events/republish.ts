import { setTimeout as sleep } from 'node:timers/promises'
import { readCompanies } from '../../admin/companies/company-pages'
import { instant } from '../../functions/contract/fields'
import { type PublishReport, publishRows, type RowToPublish } from '../../functions/operations/log/publish-rows'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { combineReports } from '../../functions/operations/webhooks/row-reports'
import { openEventBus, type PutEntries } from '../../functions/runtime/event-bus'
import { openDeliveriesQueue, type SendMessages } from '../../functions/runtime/queues/deliveries-queue'
import { findCompany } from '../../functions/store/companies/companies'
import { getTime, readLog } from '../../functions/store/log/log-reader'
import { type LogRow, parseLogRow } from '../../functions/store/log/log-row'
import type { Table } from '../../functions/store/table/table'
import { type Options, UsageError } from '../command-line'
import { readInfo } from '../local-service'
import { Progress } from '../spreadsheets/progress'
import { localAccess, openTarget } from '../target'

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
export async function republish(options: Options) {
  const since = parseSince(options.since)
  const { table } = await openTarget(options)
  const destinations = await openDestinations(options)
  const companies = await listCompanies(table, options.company)
  const count: Count = { companies: companies.length, rows: 0, failed: 0 }
  await new Progress().show('Companies', async (update) => {
    for (const [index, companyId] of companies.entries()) {
      await republishCompany(table, destinations, { companyId, since: since - 1 }, count)
      update(index + 1, companies.length)
    }
  })
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

async function republishRows(
  rows: LogRow[],
  send: (rows: RowToPublish[]) => Promise<PublishReport>,
  count: Count,
): Promise<void> {
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
