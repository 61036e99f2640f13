import { once } from 'node:events'
import fc from 'fast-check'
import { createClient } from '../../client'
import { startProxy } from '../support/proxy'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, useService } from '../support/service'
import { chooseSize } from '../support/size'
import { openFolder, runSpreadsheet, startSpreadsheet } from '../support/spreadsheet'

const service = useService()
let folder: ReturnType<typeof openFolder>
beforeAll(() => {
  folder = openFolder()
})
afterAll(() => folder.remove())

const rows = chooseSize({ quick: 3_000, thorough: 50_000 })
const requestsOfMinute = 300

/** At which request to kill, and whether before it is forwarded or before its answer is sent. */
const kill = fc.noBias(
  fc.record({ at: fc.integer({ min: 3, max: rows / 100 }), moment: fc.constantFrom('request', 'answer') }),
)

rehearse(
  'an import within the limits of its plan, killed three times: one effect, and nothing is missing',
  async () => {
    const { client, secret } = await createCompanyWithKey(service, 'professional')
    // Most of the first minute is used up, so that the small import meets the limit as well.
    for (let sent = 0; sent < requestsOfMinute - 20; sent++) await client.listItems({ limit: 1 })
    const lines = Array.from({ length: rows }, (_, index) => `SKU-${index},Item ${index},${1 + (index % 100)}`)
    const args = [folder.write('items.csv', `sku,name,quantity\n${lines.join('\n')}\n`)]
    const statuses: number[] = []
    for (const point of fc.sample(kill, { seed: chooseSeed(), numRuns: 3 }))
      statuses.push(...(await killImport(args, secret, point)))
    const proxy = await startProxy(service)
    const { status, stdout } = await runSpreadsheet('import', args, { baseUrl: proxy.baseUrl, secret })
    statuses.push(...proxy.statuses)
    const refused = statuses.filter((code) => code === 429).length
    process.stderr.write(`${statuses.length} requests, ${refused} refused by the limit; the last run: ${stdout}`)
    expect(status).toBe(0)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))

    const reader = createClient({ baseUrl: proxy.baseUrl, apiKey: secret })
    const items = await reader.listItems({ sort: 'created_at' }).toArray()
    const found = items.map(({ sku, name, quantity }) => `${sku},${name},${quantity}`)
    expect(found.sort()).toEqual(lines.sort())
    expect((await reader.listAudit({ limit: 1 })).pagination.total).toBe(rows)
    expect((await reader.listTransactions({ limit: 1 })).pagination.total).toBe(rows)
    await proxy.stop()
  },
  1_800_000,
)

/** Imports until the request `at`, and kills the command there. Returns the statuses of its requests. */
async function killImport(args: string[], secret: string, { at, moment }: { at: number; moment: string }) {
  const proxy = await startProxy(service, (now, count) => {
    if (now === moment && count >= at) child.kill('SIGKILL')
  })
  const child = startSpreadsheet('import', args, { baseUrl: proxy.baseUrl, secret })
  const [, signal] = await once(child, 'exit')
  await proxy.stop()
  process.stderr.write(`killed at request ${at}, ${moment}: ${signal ?? 'it had ended before'}\n`)
  return proxy.statuses
}
