import { createClient } from '../../client'
import { tell } from '../support/client'
import { signInAs, useOwner } from '../support/people'
import { useService } from '../support/service'

const service = useService()
const { customer, owner } = useOwner(service, 'enterprise')

test('an owner sets the time zone: from the next request on, keys and people have its days', async () => {
  const time_zone = 'Pacific/Kiritimati' // 14 hours before UTC: most of the time, the date is another one
  const changed = await owner.call('PUT', '/account', { name: 'Acme Hardware', time_zone })
  const { company, today } = (await owner.call('GET', '/account')).body
  expect([changed.status, changed.body]).toEqual([200, company])
  expect(company).toMatchObject({ id: customer.company.id, name: 'Acme Hardware', time_zone })
  const { body: fresh } = await owner.call('POST', '/keys', { name: 'Till' })
  expect(today).toBe(new Date(service.now()).toLocaleDateString('en-CA', { timeZone: time_zone }))
  for (const apiKey of [customer.secret, fresh.key]) {
    const client = createClient({ baseUrl: service.baseUrl, apiKey })
    await client.createItem({ name: 'Bolt', sku: apiKey.slice(-8), quantity: 1 })
    const { data, ...rest } = await client.listDailyStock({ days: 2 })
    expect(rest).toEqual({ time_zone })
    expect(data.at(-1)?.date).toBe(today)
  }
})

test('it can be sent again, and sent back as it was fetched; another zone within 30 days is refused', async () => {
  const put = (body: object) => tell(owner.call('PUT', '/account', body as never))
  expect([await put({}), await put({ name: 'Acme Hardware' })]).toEqual([[200], [200]])
  for (let times = 0; times < 2; times++) expect(await put({ time_zone: 'Asia/Kolkata' })).toEqual([200])
  expect(await put((await owner.call('GET', '/account')).body.company)).toEqual([200])
  expect(await put({ name: 'Acme 2', time_zone: 'UTC' })).toEqual([400, 'invalid_state', 'time_zone'])
  expect((await owner.call('GET', '/account')).body.company).toMatchObject({ time_zone: 'Asia/Kolkata' })
  const { data } = (await owner.call('GET', '/access-log?action=company.changed')).body
  expect(data.map(({ changes }) => changes)).toEqual([
    [{ field: 'time_zone', from: 'UTC', to: 'Asia/Kolkata' }],
    [{ field: 'name', from: customer.company.name, to: 'Acme Hardware' }],
  ])
})

test.each([
  [{ time_zone: 'Berlin' }, 'time_zone'],
  [{ time_zone: '+02:00' }, 'time_zone'],
  [{ time_zone: null }, 'time_zone'],
  [{ time_zone: '' }, 'time_zone'],
  [{ name: ' ' }, 'name'],
  [{ plan: 'starter', zone: 'UTC' }, 'zone'],
])('%j is refused, and names %s', async (body, field) => {
  const before = (await owner.call('GET', '/account')).body.company
  expect(await tell(owner.call('PUT', '/account', body as never))).toEqual([400, 'invalid_request', field])
  expect((await owner.call('GET', '/account')).body.company).toEqual(before)
})

test('who is no owner changes nothing', async () => {
  const member = await signInAs(service, customer, 'member')
  for (const { call } of [customer, member])
    expect(await tell(call('PUT', '/account', { name: 'Mine' }))).toEqual([403, 'forbidden'])
})
