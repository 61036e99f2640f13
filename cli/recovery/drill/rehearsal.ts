import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { localAccess, openLocalTable } from '../../target'
import { findStream } from '../prepare-table'
import { type RunningService, runInventory, startService, synthesize } from './child-processes'
import { createCompanies, makeHistory, openClient, runNight, sell } from './history'
import type { Before, Doing, Drill, Step, Tell, Witness } from './steps'
import { exportAll, exportCompanies, loseTable, removeTable, requireSameExport, restoreTable } from './tables'
import { openWebhook, waitForDeliveries, waitForItem } from './webhooks'

/** `failed` has what does not hold in the end. */
export type RehearsalResult = { rows: number; companies: number; failed: string[] }

/** The whole drill. Throws an `Error` where a step cannot be taken. */
export async function rehearse(drill: Drill): Promise<RehearsalResult> {
  const { signal } = drill
  const name = `${drill.name}-restored`
  const step = <Result>(step: Step, work: (doing: Doing) => Promise<Result>) =>
    drill.steps.run(step, (tell) => work({ drill, tell }))

  const before = await step({ title: 'Run a service with a history', aws: 'deploy' }, begin)
  const { db, companies } = before
  const rows = await step({ title: 'Export everything', aws: 'export' }, (doing) => exportAll(doing, before))
  await step({ title: 'Lose the table', aws: 'lose' }, (doing) => loseTable(doing, before))
  await step({ title: `Bring the rows back, into ${name}`, aws: 'restore' }, (doing) =>
    restoreTable(doing, db, { name, rows }),
  )
  const stream = await step({ title: `Prepare ${name}`, aws: 'prepare' }, async ({ tell }) => {
    const table = ['--table', name, '--endpoint', before.service.endpoint]
    tell(await runInventory(['tables', 'prepare', ...table], signal))
    const arn = await findStream(db, name)
    return String(arn).replace(/(?<=^arn:aws:dynamodb:)[^:]+/, localAccess.region) // the engine has no region
  })
  const service = await step({ title: `Run the service on ${name}`, aws: 'redeploy' }, async ({ tell }) => {
    await before.service.stop()
    return deploy(drill, [`table=${name}`, `stream=${stream}`], tell)
  })
  const failed = await step({ title: 'Verify', aws: 'verify' }, (doing) => verifyRecovery(doing, service, companies))
  return { rows: rows.length, companies: companies.length, failed }
}

async function begin({ drill, tell }: Doing): Promise<Before> {
  const { items, signal } = drill
  const service = await deploy(drill, [], tell)
  const db = new DynamoDBClient({ endpoint: service.endpoint, ...localAccess })
  drill.removals.push(() => removeTable(db, service.table))
  const table = openLocalTable(service.table, service.endpoint)
  const created = await createCompanies(table)
  const companies = await Promise.all(
    created.map(async (company) => {
      const client = openClient(service.baseUrl, company)
      const webhook = await openWebhook(drill.stops, client)
      const answer = await makeHistory(client, items, signal)
      return { ...company, webhook, answer, total: (await client.listItems({ limit: 1 })).pagination.total }
    }),
  )
  await runNight(service.baseUrl, table, { companies, signal })
  await waitForDeliveries(table, { companies, items, signal })
  tell(`${companies.length} companies: items, trash, orders, receipts, movements, snapshots and a restore in each`)
  tell('and a webhook, to which the event of each item has been delivered')
  return { service, db, companies }
}

/** Synthesizes the stack and runs it, on the data of the drill. */
async function deploy({ name, folder, signal, stops }: Drill, context: string[], tell: Tell): Promise<RunningService> {
  const app = join(folder, context.length === 0 ? 'app' : 'app-on-restored-table')
  await synthesize(app, [`stage=${name}`, ...context], signal)
  const service = await startService(app, folder, signal)
  stops.push(service.stop)
  tell(`the synthesized stack runs at ${service.baseUrl}, on the table ${service.table}`)
  return service
}

const busMs = 30_000
const pollMs = 250
/** Of the item that is created after the recovery. */
const skuAfter = 'DRILL-AFTER'

type BusAnswer = { data: { event: { detail: { company_id: string; type: string } } }[] }

/** What must hold after the recovery. `run` throws an `Error` that says what does not. */
type Check = { claim: string; run: () => Promise<unknown> }

/** Runs every check, also after one has failed. Returns the claims that do not hold. */
async function verifyRecovery({ drill, tell }: Doing, service: RunningService, companies: Witness[]) {
  await exportCompanies(drill, companies, { info: service.info, moment: 'after' })
  const failed: string[] = []
  for (const { claim, run } of makeChecks(drill, service, companies)) {
    try {
      await run()
      tell(`ok      ${claim}`)
    } catch (error) {
      drill.signal.throwIfAborted()
      tell(`FAILED  ${claim}: ${error instanceof Error ? error.message : error}`)
      failed.push(claim)
    }
  }
  return failed
}

/** In the order in which they are run: the last ones change the companies. */
function makeChecks(drill: Drill, service: RunningService, companies: Witness[]): Check[] {
  const { signal } = drill
  const table = ['--table', service.table, '--endpoint', service.endpoint]
  return [
    {
      claim: 'the table has its settings: tables check finds nothing missing',
      run: () => runInventory(['tables', 'check', ...table], signal),
    },
    ...companies.map((company) => ({
      claim: `${company.plan}: its export is the same, line by line`,
      run: async () => requireSameExport(drill, company),
    })),
    ...companies.map(({ id, plan }) => ({
      claim: `${plan}: verify finds nothing wrong`,
      run: () => runInventory(['verify', '--company', id, '--info', service.info], signal),
    })),
    ...companies.flatMap((company) => makeRequestChecks(service, company)),
    ...companies.map(({ id, plan }) => ({
      claim: `${plan}: the event of that item is on the bus`,
      run: () => waitForEvent(service, id, signal),
    })),
    ...companies.map(({ plan, webhook }) => ({
      claim: `${plan}: it reaches the company's webhook, signed with the secret of before`,
      run: () => waitForItem(webhook, skuAfter, signal),
    })),
    {
      claim: 'events republish puts what happened before on the bus once more',
      run: () =>
        runInventory(['events', 'republish', '--since', '2026-01-01T00:00:00Z', '--info', service.info], signal),
    },
  ]
}

function makeRequestChecks(service: RunningService, company: Witness): Check[] {
  const { plan, answer, total } = company
  const client = openClient(service.baseUrl, company)
  const countItems = async () => (await client.listItems({ limit: 1 })).pagination.total
  const countMovements = async () => (await client.listTransactions({ limit: 1 })).pagination.total
  return [
    {
      claim: `${plan}: its key works, and the list has ${total} items as before`,
      run: async () => requireEqual(await countItems(), total),
    },
    {
      claim: `${plan}: a sale of before, sent again under its idempotency key, has the same answer and no effect`,
      run: async () => {
        const movements = await countMovements()
        requireEqual(await sell(client), answer)
        requireEqual(await countMovements(), movements)
      },
    },
    {
      claim: `${plan}: an item is created, and the list shows it`,
      run: async () => {
        const { id } = await client.createItem({ name: 'After the drill', sku: skuAfter, quantity: 1 })
        const { data } = await client.listItems({ search: skuAfter })
        requireEqual([data.map((item) => item.id), await countItems()], [[id], total + 1])
      },
    },
  ]
}

/** By the table's stream, which is a second or two behind. */
async function waitForEvent({ baseUrl }: RunningService, companyId: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + busMs
  while (performance.now() < deadline) {
    const { data } = (await (await fetch(new URL('/_local/events', baseUrl), { signal })).json()) as BusAnswer
    if (data.some(({ event: { detail } }) => detail.company_id === companyId && detail.type === 'item.created')) return
    await sleep(pollMs, undefined, { signal })
  }
  throw new Error(`it is not there after ${busMs / 1_000} seconds`)
}

function requireEqual(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) throw new Error(`${JSON.stringify(wanted)} became ${JSON.stringify(found)}`)
}
