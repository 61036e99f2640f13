import { Webhook } from 'standardwebhooks'
import { type DeliveryFilter, listedDeliveries } from '../../functions/domain/webhooks/delivery'
import { signDelivery } from '../../functions/operations/webhooks/attempt-delivery'
import { listDeliveries } from '../../functions/operations/webhooks/list-deliveries'
import { createWebhook, rotateSecret, updateWebhook } from '../../functions/operations/webhooks/webhook-changes'
import { WrongMasterKeyError } from '../../functions/runtime/vault'
import { keys } from '../../functions/store/table/schema'
import { draftDelivery } from '../../functions/store/webhooks/delivery-row'
import { findWebhookRow } from '../../functions/store/webhooks/webhook-row'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'
import { putWebhooks } from '../support/webhook-rows'
import { makeSecret } from '../support/webhooks'

const engine = useTable()

/** A vault that hides nothing. What another key has sealed it refuses, as the real one does. */
function makeVault(key: string) {
  return {
    seal: async (text: string, context: string) => `${key}.${context}.${text}`,
    open: async (sealed: string, context: string) => {
      if (!sealed.startsWith(`${key}.`)) throw new WrongMasterKeyError(sealed.split('.')[0] ?? '')
      return sealed.slice(`${key}.${context}.`.length)
    },
    isCurrent: async (sealed: string) => sealed.startsWith(`${key}.`),
  }
}

const vault = makeVault('a')
const reach = { local: false, mayBeReached: async (hostname: string) => hostname !== 'inside.example' }
const fields = { url: 'https://example.com/', events: ['*' as const], description: null }

/** A shop with a webhook. `read`: its row. */
async function openWebhook() {
  const shop = await openShop(engine.table)
  const create = (opened = vault, own = fields) =>
    shop.run((context) => createWebhook({ ...context, vault: opened }, reach, own))
  const created = await create()
  const key = keys.webhook(shop.companyId, created.id)
  const read = () => findWebhookRow(engine.table, shop.companyId, created.id)
  const update = (patch: Parameters<typeof updateWebhook>[3]) =>
    shop.run((context) => updateWebhook(context, reach, created.id, patch))
  return { shop, create, created, key, read, update }
}

test('the first secret keeps the check value; under another master key none is made, and nothing is stored', async () => {
  const { shop, create, created, read } = await openWebhook()
  const [before, wrong] = [await read(), makeVault('b')]
  await expect(create(wrong)).rejects.toThrow('sealed by the master key a, which the stack does not have')
  const rotation = shop.run((context) => rotateSecret({ ...context, vault: wrong }, created.id))
  await expect(rotation).rejects.toThrow(WrongMasterKeyError)
  expect(await read()).toEqual(before)
})

test('a company that is suspended while its request is under way gets no webhook', async () => {
  const { shop, create } = await openWebhook()
  await putRows(engine.table, [{ ...keys.company(shop.companyId), suspended_at: noon }])
  await expect(create()).rejects.toMatchObject({ code: 'forbidden' })
})

test('what is sealed can be opened in the context of its webhook alone; the secret before signs for 24 hours', async () => {
  const { shop, created, read } = await openWebhook()
  const rotated = await shop.run((context) => rotateSecret({ ...context, vault }, created.id))
  const row = await read()
  const name = `${shop.companyId}/${created.id}`
  expect(await vault.open(row?.secret ?? '', name)).toBe(rotated.secret)
  expect(await vault.open(row?.previous_secret?.secret ?? '', name)).toBe(created.secret)
  expect(row?.previous_secret?.until).toBe(Date.parse(rotated.updated_at) + 24 * 3_600_000)
})

test('a webhook that becomes active again has no failures; what was not given stays', async () => {
  const { key, read, update } = await openWebhook()
  const row = await read()
  const lease_0 = { until: noon + 20_000, delivery_id: 'dlv_1', holder: 'h' }
  const failing = { failures: 9, failing_since: noon, lease_0 }
  await putRows(engine.table, [{ ...key, ...row, ...failing, status: 'disabled', disabled_reason: 'failing' }])
  expect(await update({ status: 'disabled' })).toMatchObject({ disabled_reason: 'failing', rev: 1 })
  await update({ description: 'another' })
  expect(await read()).toMatchObject(failing)
  expect(await update({ status: 'active' })).toMatchObject({ status: 'active', disabled_reason: null, rev: 3 })
  const active = await read()
  expect(active).toMatchObject({ failures: 0, lease_0, secret: row?.secret })
  expect(active?.failing_since).toBeUndefined()
})

rehearse('of many deliveries, a list looks at the newest 10,000', async () => {
  const shop = await openShop(engine.table)
  const [webhookId = ''] = await putWebhooks(engine.table, shop.companyId)
  const rows = Array.from({ length: listedDeliveries + 1 }, (_, n) => {
    const number = String(n).padStart(6, '0')
    const delivery = draftDelivery({ id: `dlv_${number}`, event_id: `evt_${number}`, type: 'item.created' }, noon)
    return { ...keys.delivery(shop.companyId, webhookId, delivery.id), ...delivery }
  })
  await putRows(engine.table, rows)
  const list = (filter: DeliveryFilter, offset = 0) =>
    listDeliveries(shop.context, webhookId, { ...filter, limit: 2, offset })
  const ids = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)
  expect(ids(await list({}))).toEqual(['dlv_010000', 'dlv_009999'])
  const last = await list({}, listedDeliveries - 1)
  expect([last.total, ids(last)]).toEqual([listedDeliveries, ['dlv_000001']])
  expect(await list({ event_id: 'evt_000000' })).toMatchObject({ total: 0, rows: [] })
})

test('a URL that leads inside is refused, when it is created and when it is changed', async () => {
  const { create, update } = await openWebhook()
  const url = 'https://inside.example/'
  const refusal = expect.objectContaining({ code: 'invalid_request', field: 'url' })
  await expect(create(vault, { ...fields, url })).rejects.toEqual(refusal)
  await expect(update({ url })).rejects.toEqual(refusal)
})

/** https://github.com/standard-webhooks/standard-webhooks: the vector of its libraries. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: 1_614_265_330_000,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('the vector of the specification', () => {
  expect(signDelivery([vector.secret], vector)).toEqual({
    'webhook-id': vector.eventId,
    'webhook-timestamp': '1614265330',
    'webhook-signature': vector.signature,
  })
})

test('its reference library makes the same signature, and verifies each of two', () => {
  const [at, body] = [Date.now(), '{"name":"Schraube, 8 × 40 – ½ Zoll 🔩"}']
  const secrets = [makeSecret('a'), makeSecret('b')]
  const headers = signDelivery(secrets, { eventId: 'evt_1', at, body })
  const expected = secrets.map((secret) => new Webhook(secret).sign('evt_1', new Date(at), body))
  expect(headers['webhook-signature']).toBe(expected.join(' '))
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(makeSecret('c')).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(makeSecret('a')).verify(`${body} `, headers)).toThrow('No matching signature')
})
