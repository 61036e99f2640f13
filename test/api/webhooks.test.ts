import { makeError, tell } from '../support/client'
import { rehearse } from '../support/rehearse'
import { unknownIds } from '../support/requests/ids'
import { scanTable } from '../support/scan'
import { type Customer, createCompanyWithKey, createKey, useService } from '../support/service'
import { noon } from '../support/table'

const service = useService()
const hourMs = 3_600_000
/** Nobody listens there. */
const url = 'http://127.0.0.1:65535/events'
const secretForm = /^whsec_[A-Za-z0-9+/]{43}=$/

let customer: Customer
beforeEach(async () => {
  customer = await createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])
})

const create = (body: object = { url }, headers: Record<string, string> = {}) =>
  customer.call('POST', '/webhooks', body, headers)
const count = async () => (await customer.call('GET', '/webhooks')).body.pagination.total

test('what is created has defaults and a secret, which no other answer has', async () => {
  const { status, headers, body } = await create()
  const { id, secret, ...rest } = body
  expect([status, headers.get('location')]).toEqual([201, `/v1/webhooks/${id}`])
  expect(secret).toMatch(secretForm)
  const at = new Date(noon).toISOString()
  const stamps = { created_at: at, updated_at: at, created_by: 'usr_1', updated_by: 'usr_1' }
  const settings = { url, events: ['*'], description: null, status: 'active', disabled_reason: null }
  expect(rest).toEqual({ ...settings, ...stamps })
  expect((await customer.call('GET', `/webhooks/${id}`)).body).toEqual({ id, ...rest })
  expect((await customer.call('GET', '/webhooks')).body.data).toEqual([{ id, ...rest }])
})

test('another key with the same idempotency key is another request, and sees no secret', async () => {
  const other = await createKey(service, customer.company.id, 'enterprise', { scopes: ['read', 'webhooks'] })
  const same = { 'Idempotency-Key': 'same' }
  const first = (await create({ url }, same)).body
  expect(await tell(other.call('POST', '/webhooks', { url }, same))).toEqual([400, 'idempotency_key_reused'])
  expect((await create({ url }, same)).body).toEqual(first)
  const rotate = `/webhooks/${first.id}/rotate-secret`
  const again = { 'Idempotency-Key': 'again' }
  const rotated = (await customer.call('POST', rotate, undefined, again)).body
  expect(await tell(other.call('POST', rotate, undefined, again))).toEqual([400, 'idempotency_key_reused'])
  expect((await customer.call('POST', rotate, undefined, again)).body).toEqual(rotated)
})

test('a key that may not read has no webhooks: events would tell it what it may not read', async () => {
  const { call } = await createKey(service, customer.company.id, 'enterprise', { scopes: ['webhooks'] })
  const { id } = (await create()).body
  const paths = ['', `/${id}`, `/${id}/deliveries`].map((path) => ['GET', `/webhooks${path}`] as const)
  const changes = ['/test', '/rotate-secret', '/deliveries/dlv_1/redeliver'].map(
    (path) => ['POST', `/webhooks/${id}${path}`] as const,
  )
  for (const [method, path] of [...paths, ...changes, ['POST', '/webhooks'], ['DELETE', `/webhooks/${id}`]] as const) {
    const { status, body } = await call(method, path)
    expect([path, status, body]).toEqual([path, 403, makeError('forbidden', "This API key lacks the 'read' scope.")])
  }
})

test.each(['ftp://127.0.0.1:65535/', 'https://10.0.0.1/', 'http://127.0.0.1:80/'])('%s is refused', async (inside) => {
  expect(await tell(create({ url: inside }))).toEqual([400, 'invalid_request', 'url'])
  expect(await count()).toBe(0)
})

test('what was fetched can be sent back, and what changes nothing keeps the time of the last change', async () => {
  const { id } = (await create({ url, events: ['item.*', 'item.*'], description: 'Reorders' })).body
  const fetched = (await customer.call('GET', `/webhooks/${id}`)).body
  expect(fetched.events).toEqual(['item.*'])
  service.setTime(noon + hourMs)
  for (const body of [fetched, {}, undefined])
    expect(await customer.call('PUT', `/webhooks/${id}`, body)).toMatchObject({ status: 200, body: fetched })
  const changed = await customer.call('PUT', `/webhooks/${id}`, { ...fetched, description: null, status: 'disabled' })
  const updated_at = new Date(noon + hourMs).toISOString()
  expect(changed.body).toEqual({ ...fetched, description: null, status: 'disabled', updated_at })
  const other = customer.call('PUT', `/webhooks/${id}`, { created_by: 'usr_2' })
  expect(await tell(other)).toEqual([400, 'invalid_request', 'created_by'])
})

test('a replayed creation has the same secret, and so has a replayed rotation: each has one effect', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const [first, again] = [await create({ url }, headers), await create({ url }, headers)]
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await count()).toBe(1)
  const rotate = () =>
    customer.call('POST', `/webhooks/${first.body.id}/rotate-secret`, undefined, { 'Idempotency-Key': 'twice' })
  const [rotated, rotatedAgain] = [await rotate(), await rotate()]
  expect([rotated.status, rotatedAgain.body]).toEqual([200, rotated.body])
  expect(rotated.body.secret).toMatch(secretForm)
  expect(rotated.body.secret).not.toBe(first.body.secret)
  expect(await tell(create({ url: `${url}/2` }, headers))).toEqual([400, 'idempotency_key_reused'])
})

test('no row and no log line has a secret', async () => {
  const { id, secret } = (await create({ url }, { 'Idempotency-Key': 'a' })).body
  const headers = { 'Idempotency-Key': 'b' }
  const rotated = (await customer.call('POST', `/webhooks/${id}/rotate-secret`, undefined, headers)).body
  await customer.call('POST', `/webhooks/${id}/test`)
  const written = JSON.stringify([await scanTable(service.rows), service.logs])
  for (const each of [secret, rotated.secret])
    for (const part of [each, each.slice('whsec_'.length)]) expect(written).not.toContain(part)
})

rehearse('of twenty creations at once ten succeed; who deletes one may create one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create({ url: `${url}/${n}` })))
  const refused = answers.filter(({ status }) => status !== 201)
  const told = refused.map(({ status, body }) => `${status} ${body.error.code}`)
  expect(told).toEqual(Array(10).fill('400 limit_exceeded'))
  expect(await count()).toBe(10)
  const { id } = answers.find(({ status }) => status === 201)?.body ?? { id: '' }
  const gone = await customer.call('DELETE', `/webhooks/${id}`)
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect((await customer.call('DELETE', `/webhooks/${id}`)).status).toBe(404)
  expect([(await create()).status, (await create()).status]).toEqual([201, 400])
})

test('a test is a delivery of its own, which can be sent again; a disabled webhook refuses both', async () => {
  const { id } = (await create()).body
  const sent = await customer.call('POST', `/webhooks/${id}/test`)
  expect([sent.status, sent.headers.get('location')]).toEqual([201, null])
  const begun = { type: 'webhook.test', status: 'pending', attempts: [], created_at: new Date(noon).toISOString() }
  expect(sent.body).toMatchObject({ ...begun, next_attempt_at: begun.created_at })
  service.setTime(noon + 1_000)
  const path = `/webhooks/${id}/deliveries/${sent.body.id}/redeliver` as const
  const again = await customer.call('POST', path, undefined, { 'Idempotency-Key': 'again' })
  const replayed = await customer.call('POST', path, undefined, { 'Idempotency-Key': 'again' })
  expect([again.status, again.body.event_id, replayed.body]).toEqual([201, sent.body.event_id, again.body])
  const list = async (query: string) => (await customer.call('GET', `/webhooks/${id}/deliveries?${query}`)).body
  const ids = ({ data }: { data: { id: string }[] }) => data.map((each) => each.id)
  expect(ids(await list(''))).toEqual([again.body.id, sent.body.id])
  expect(await list(`event_id=${sent.body.event_id}&limit=1`)).toMatchObject({
    pagination: { total: 2, has_more: true },
  })
  expect((await list('type=item.created')).pagination.total).toBe(0)
  expect((await list('status=delivered')).pagination.total).toBe(0)
  await customer.call('PUT', `/webhooks/${id}`, { status: 'disabled' })
  for (const refused of [customer.call('POST', `/webhooks/${id}/test`), customer.call('POST', path)])
    expect(await tell(refused)).toEqual([400, 'invalid_state', 'status'])
})

test('an unknown delivery, and one of another webhook, is not found', async () => {
  const [one, two] = [(await create()).body.id, (await create()).body.id]
  const { id } = (await customer.call('POST', `/webhooks/${one}/test`)).body
  const redeliver = (delivery: string) => customer.call('POST', `/webhooks/${two}/deliveries/${delivery}/redeliver`)
  for (const delivery of [id, unknownIds.delivery])
    expect(await tell(redeliver(delivery))).toEqual([404, 'delivery_not_found'])
})
