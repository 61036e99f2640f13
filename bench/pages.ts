import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openLocalTable } from '../cli/target'
import { keyScopes } from '../functions/domain/companies/caller'
import { maintainCompany } from '../functions/operations/nightly/maintain-company'
import { startTableEngine } from '../local/table/table-engine'
import { openBrowser, openPage } from '../test/browser/browser'
import { makeExamples } from '../test/browser/dashboard/examples'
import { pages, show } from '../test/browser/dashboard/pages'
import { signIn } from '../test/browser/dashboard/sign-in'
import { signInAs } from '../test/support/people'
import { createKey, startTestService } from '../test/support/service'
import { synthesizeStack } from '../test/support/stack'
import { patience } from '../test/support/table'
import { type CountingEngine, startCountingEngine } from './counting-engine'
import { fillTable } from './load-company'

// What each page of the dashboard asks of the API, and what that costs, whatever a company has.

const usage = `npm run bench -- pages [--items N]

Opens each page of the dashboard in a browser, twice: requests of the API, and capacity units of DynamoDB for all of them.

  --items N   how many items the company has (default 100000)`

const app = 'dist/bench/cdk.out'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { items: { type: 'string', default: '100000' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) return console.log(usage)
  const stack = synthesizeStack(app)
  const engine = await startTableEngine(stack, null)
  const table = openLocalTable(engine.table, engine.endpoint, patience)
  const { companyId } = await fillTable(table, Number(values.items))
  await maintainCompany(table, companyId, Number.POSITIVE_INFINITY) // its days are over: a night has counted them
  const counting = await startCountingEngine(engine.endpoint)
  const service = await startTestService(stack, {
    engine: counting.endpoint,
    signIn: { port: 0, mailDir: null },
    workersPerFunction: 1,
  })
  service.setTime(0) // that of the browser
  const browser = await openBrowser()
  try {
    const company = { id: companyId, plan: 'enterprise' as const }
    const { secret } = await createKey(service, companyId, 'enterprise', { scopes: [...keyScopes] })
    const { email } = await signInAs(service, { company }, 'owner')
    const ids = await makeExamples({ baseUrl: service.baseUrl, key: secret })
    const { page } = await openPage(browser)
    page.setDefaultTimeout(120_000) // a page that shows much may ask again until it has all
    await signIn(page, service, email)
    console.log(`| page | requests | units, cold | units, warm |\n| --- | ---: | ---: | ---: |`)
    for (const name of Object.keys(pages))
      console.log(await measurePage(page, { name, counting, open: () => show(page, service, name, ids) }))
  } finally {
    await browser.close()
    await service.stop()
    await counting.stop()
    await engine.stop()
  }
}

type Shown = { name: string; counting: CountingEngine; open: () => Promise<void> }

/** The second time, each function has what it keeps of the company in memory. */
async function measurePage(page: Page, { name, counting, open }: Shown): Promise<string> {
  const rounds: { requests: number; units: number }[] = []
  for (let round = 0; round < 2; round++) {
    const requests = new Set<object>()
    const note = (request: { url: () => string }) => {
      if (/\/v1\/(?!dashboard)/.test(request.url())) requests.add(request)
    }
    page.on('request', note)
    const before = counting.getUnits()
    await open()
    page.off('request', note)
    rounds.push({ requests: requests.size, units: counting.getUnits() - before })
  }
  const [cold, warm] = rounds
  return `| ${name} | ${warm?.requests} | ${cold?.units} | ${warm?.units} |`
}

main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
