import { parseArgs } from 'node:util'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'
import { openCommandContext } from '../../cli/people/main'
import { createClient } from '../../client'
import { dayMs } from '../../functions/domain/time'
import { maintainCompany } from '../../functions/operations/nightly/do-work'
import { acceptInvitation } from '../../functions/operations/people/accept-invitation'
import { invitePerson } from '../../functions/operations/people/person-changes'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { hashSubject } from '../../functions/store/companies/principals'
import type { Table } from '../../functions/store/table/table'
import { startService } from '../../local/service'
import { startTableEngine } from '../../local/table/table-engine'
import { type EngineProxy, startEngineProxy } from '../engine-proxy'
import { fillTable, makeKeys } from '../load-company'
import { openPatientTable } from '../measure'
import { synthesizeStack } from '../stack'
import { makeExamples } from './examples'
import { openPage, pageNames, signIn } from './pages'

// What each page of the dashboard asks of the API, and what that costs, whatever a company has.

const usage = `npm run bench -- pages [--items N]

Opens each page of the dashboard in a browser, twice: requests of the API, and capacity units of DynamoDB for all of them.

  --items N   how many items the company has (default 100000)`

/** A page that shows much may ask again until it has all. */
const pageLimitMs = 120_000
/** The second time, each function has what it keeps of the company in memory. */
const [rounds, threads] = [2, { max: 100, idleMs: dayMs }]
const email = 'owner@pages.example'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { items: { type: 'string', default: '100000' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) return console.log(usage)
  const stack = await synthesizeStack()
  const engine = await startTableEngine(stack, null)
  const stops = [engine.stop]
  try {
    const table = openPatientTable(engine.table, engine.endpoint)
    stops.push(async () => table.db.destroy())
    const { companyId } = await fillTable(table, Number(values.items))
    await maintainCompany(table, companyId, Number.POSITIVE_INFINITY) // its days are over: a night has counted them
    const proxy = await startEngineProxy(engine.endpoint)
    stops.push(proxy.stop)
    const own = { workersPerFunction: 1, workers: threads, events: false, signIn: { port: 0 } }
    const service = await startService(stack, { port: 0, dataDir: null, engine: proxy.endpoint, ...own })
    stops.push(service.stop)
    await addOwner(table, service.signIn?.issuer ?? '', companyId)
    const [apiKey = ''] = await makeKeys(table, companyId, 1)
    const ids = await makeExamples(createClient({ baseUrl: service.baseUrl, apiKey }))
    const browser = await openBrowser()
    stops.push(() => browser.close())
    const page = await browser.newPage()
    page.setDefaultTimeout(pageLimitMs)
    const dashboard = `${service.baseUrl}/dashboard`
    await signIn(page, dashboard, email)
    console.log('| page | requests | units, cold | units, warm |\n| --- | ---: | ---: | ---: |')
    for (const name of pageNames)
      console.log(`| ${name} | ${await measure(page, proxy, () => openPage(page, dashboard, name, ids))} |`)
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

/** Its camera sees a picture that says nothing. */
async function openBrowser(): Promise<Browser> {
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const executablePath = await packaged.executablePath()
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...camera] })
}

async function addOwner(table: Table, issuer: string, companyId: string): Promise<void> {
  const company = { id: companyId, plan: 'enterprise' } as const
  const invitation = { id: null, email, name: 'Owner', role: 'owner' } as const
  const { id } = await invitePerson(openCommandContext(table, company), foreignDirectory, invitation)
  const identity = { hash: hashSubject({ issuer, subject: email }), subject: email, email }
  await acceptInvitation(table, identity, { invitationId: id, requestId: 'bench' })
}

/** Returns the requests, and the units of each round. */
async function measure(page: Page, { getUnits }: EngineProxy, open: () => Promise<void>): Promise<string> {
  const units: number[] = []
  let requests = 0
  const note = (request: { url: () => string }) => {
    if (/\/v1\/(?!dashboard)/.test(request.url())) requests += 1
  }
  page.on('request', note)
  for (let round = 0; round < rounds; round++) {
    const before = getUnits()
    requests = 0
    await open()
    units.push(getUnits() - before)
  }
  page.off('request', note)
  return [requests, ...units].join(' | ')
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
