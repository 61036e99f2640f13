import { waitFor } from '../support/eventually'
import { runSchedule } from '../support/local-pages'
import { signInAs } from '../support/people'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'

const options = { workersPerFunction: 1, signIn: { port: 0, mailDir: null }, gatewayKeyQuota: 2 }
const service = useService(() => startTestService(readTestStack(), options))

/** Runs the job as its schedule does. Returns what it has told. */
async function runAtNight() {
  service.logs.splice(0)
  expect((await runSchedule(service, 'RemoveDeadGatewayKeys', 'cron(27 4 * * ? *)')).status).toBe(200)
  return waitFor(async () => {
    const line = service.logs.find((text) => text.includes("API Gateway's keys were looked at"))
    return line && (JSON.parse(line) as Record<string, unknown>)
  })
}

test('at the quota of API Gateway a key is refused, in words and by a metric; the night makes room where keys have expired', async () => {
  service.setTime(0) // the provider's clock is the machine's
  const customer = await createCompanyWithKey(service)
  const owner = await signInAs(service, customer, 'owner')
  const create = (fields: object) => owner.call('POST', '/keys', fields)
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const kept = (await create({ name: 'Till' })).body
  expect((await create({ expires_at })).status).toBe(201)
  const refused = await create({})
  const message = 'The service can hold no more keys: revoke one, or ask its operators.'
  expect([refused.status, refused.body]).toEqual([400, { error: { code: 'limit_exceeded', message } }])
  const told = service.logs.filter((line) => line.includes('"_aws"') && line.includes('GatewayKeys'))
  expect(told.map((line) => JSON.parse(line).GatewayKeys)).toEqual([10_000])

  expect(await runAtNight()).toMatchObject({ held: 2, seen: 0, removed: 0 }) // both are younger than an hour
  service.setTime(Date.now() + 2 * 3_600_000)
  expect(await runAtNight()).toMatchObject({ held: 1, seen: 2, removed: 1, left: 0, spared: 0, failed: 0 })
  service.setTime(0)
  expect((await create({})).status).toBe(201)
  expect((await owner.call('DELETE', `/keys/${kept.id}`)).status).toBe(204)
  expect((await create({})).status).toBe(201)
})
