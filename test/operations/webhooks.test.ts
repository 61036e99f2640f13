import { type DeliveryFilter, listedDeliveries } from '../../functions/domain/webhooks/delivery'
import { listDeliveries } from '../../functions/operations/webhooks/list-deliveries'
import { createWebhook, rotateSecret, updateWebhook } from '../../functions/operations/webhooks/webhook-changes'
import { WrongMasterKeyError } from '../../functions/runtime/vault'
import { keys } from '../../functions/store/schema'
import { draftDelivery } from '../../functions/store/webhooks/delivery-row'
import { findWebhookRow } from '../../functions/store/webhooks/webhook-row'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'
import { putWebhooks } from '../support/webhook-rows'

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

test('the first secret keeps the check value; under another master key none is made, and nothing is stored', async () => {
  const shop = await openShop(engine.table)
  const create = (opened: typeof vault) =>
    shop.run((context) => createWebhook({ ...context, vault: opened }, reach, fields))
  const { id } = await create(vault)
  const before = await findWebhookRow(engine.table, shop.companyId, id)
  const wrong = makeVault('b')
  await expect(create(wrong)).rejects.toThrow('sealed by the master key a, which the stack does not have')
  await expect(shop.run((context) => rotateSecret({ ...context, vault: wrong }, id))).rejects.toThrow(
    WrongMasterKeyError,
  )
  expect(await findWebhookRow(engine.table, shop.companyId, id)).toEqual(before)
})

test('a company that is suspended while its request is under way gets no webhook', async () => {
  const shop = await openShop(engine.table)
  await putRows(engine.table, [{ ...keys.company(shop.companyId), suspended_at: noon }])
  const creation = shop.run((context) => createWebhook({ ...context, vault }, reach, fields))
  await expect(creation).rejects.toMatchObject({ code: 'forbidden' })
})

test('what is sealed can be opened in the context of its webhook alone; the secret before signs for 24 hours', async () => {
  const shop = await openShop(engine.table)
  const created = await shop.run((context) => createWebhook({ ...context, vault }, reach, fields))
  const rotated = await shop.run((context) => rotateSecret({ ...context, vault }, created.id))
  const row = await findWebhookRow(engine.table, shop.companyId, created.id)
  const name = `${shop.companyId}/${created.id}`
  expect(await vault.open(row?.secret ?? '', name)).toBe(rotated.secret)
  expect(await vault.open(row?.previous_secret?.secret ?? '', name)).toBe(created.secret)
  expect(row?.previous_secret?.until).toBe(Date.parse(rotated.updated_at) + 24 * 3_600_000)
})

test('a webhook that becomes active again has no failures; leases and what was not given stay', async () => {
  const shop = await openShop(engine.table)
  const { id } = await shop.run((context) => createWebhook({ ...context, vault }, reach, fields))
  const row = await findWebhookRow(engine.table, shop.companyId, id)
  const lease_0 = { until: noon + 20_000, delivery_id: 'dlv_1', holder: 'h' }
  const failing = { status: 'disabled', disabled_reason: 'failing', failures: 9, failing_since: noon, lease_0 }
  await putRows(engine.table, [{ ...keys.webhook(shop.companyId, id), ...row, ...failing }])
  const update = (patch: Parameters<typeof updateWebhook>[3]) =>
    shop.run((context) => updateWebhook(context, reach, id, patch))
  expect(await update({ status: 'disabled' })).toMatchObject({ disabled_reason: 'failing', rev: 1 })
  expect(await update({ status: 'active' })).toMatchObject({ status: 'active', disabled_reason: null, rev: 2 })
  const after = await findWebhookRow(engine.table, shop.companyId, id)
  expect(after).toMatchObject({ failures: 0, lease_0, secret: row?.secret })
  expect(after?.failing_since).toBeUndefined()
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

test('at another URL nothing has failed yet', async () => {
  const shop = await openShop(engine.table)
  const { id } = await shop.run((context) => createWebhook({ ...context, vault }, reach, fields))
  const row = await findWebhookRow(engine.table, shop.companyId, id)
  const failing = { failures: 9, failing_since: noon }
  await putRows(engine.table, [{ ...keys.webhook(shop.companyId, id), ...row, ...failing }])
  await shop.run((context) => updateWebhook(context, reach, id, { description: 'another' }))
  expect(await findWebhookRow(engine.table, shop.companyId, id)).toMatchObject(failing)
  await shop.run((context) => updateWebhook(context, reach, id, { url: 'https://example.com/mended' }))
  const after = await findWebhookRow(engine.table, shop.companyId, id)
  expect([after?.failures, after?.failing_since]).toEqual([0, undefined])
})

test('a URL that leads inside is refused, when it is created and when it is changed', async () => {
  const shop = await openShop(engine.table)
  const inside = 'https://inside.example/'
  const refusal = expect.objectContaining({ code: 'invalid_request', field: 'url' })
  await expect(
    shop.run((context) => createWebhook({ ...context, vault }, reach, { ...fields, url: inside })),
  ).rejects.toEqual(refusal)
  const { id } = await shop.run((context) => createWebhook({ ...context, vault }, reach, fields))
  await expect(shop.run((context) => updateWebhook(context, reach, id, { url: inside }))).rejects.toEqual(refusal)
})
