import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { localAccess, openLocalTable } from '../../target'
import { findStream } from '../prepare-table'
import { verifyRecovery } from './checks'
import { type RunningService, runInventory, startService, synthesize } from './child-processes'
import { createCompanies, makeHistory, openClient, runNight } from './history'
import type { Before, Doing, Drill } from './state'
import type { Step, Tell } from './steps'
import { exportAll, loseTable, removeTable, restoreTable } from './tables'
import { openWebhook, waitForDeliveries } from './webhooks'

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
  return { rows, companies: companies.length, failed }
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
