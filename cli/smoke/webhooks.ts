import { change, requireEqual, step } from './steps'

/** A name that nobody has (RFC 6761): what is sent there does not arrive. */
export const smokeUrl = 'https://smoke.invalid/events'

/** A stack without events has none of these routes. */
export const webhooks = [
  change('create-webhook', 'to an address that does not exist', async (session, options) => {
    const webhook = await session.client.createWebhook({ url: smokeUrl, events: ['snapshot.*'] }, options)
    session.open.webhooks.add(webhook.id)
    requireEqual('that it has a secret', webhook.secret.startsWith('whsec_'), true)
    session.set({ webhook })
  }),
  step('get-webhook', 'the webhook', async (session) => {
    const { id } = session.get('webhook')
    requireEqual('the url', (await session.client.getWebhook(id)).url, smokeUrl)
  }),
  step('list-webhooks', 'the newest', async (session) => {
    const { id } = session.get('webhook')
    const { data } = await session.client.listWebhooks({ limit: 1 })
    requireEqual('the id', data[0]?.id, id)
  }),
  change('update-webhook', 'its description', async (session, options) => {
    const description = session.name('WEBHOOK')
    const changed = await session.client.updateWebhook(session.get('webhook').id, { description }, options)
    requireEqual('the description', changed.description, description)
  }),
  change('rotate-webhook-secret', 'a new secret', async (session, options) => {
    const { id, secret } = session.get('webhook')
    const rotated = await session.client.rotateWebhookSecret(id, options)
    requireEqual('that it is another', rotated.secret !== secret, true)
  }),
  change('test-webhook', 'the webhook', async (session, options) => {
    const delivery = await session.client.testWebhook(session.get('webhook').id, options)
    requireEqual('the type', delivery.type, 'webhook.test')
    session.set({ delivery })
  }),
  change('redeliver', 'the test', async (session, options) => {
    const { id, event_id } = session.get('delivery')
    const delivery = await session.client.redeliver(session.get('webhook').id, id, options)
    requireEqual('the event', delivery.event_id, event_id)
  }),
  step('list-deliveries', 'of the test', async (session) => {
    const { event_id } = session.get('delivery')
    const { pagination } = await session.client.listDeliveries(session.get('webhook').id, { event_id })
    requireEqual('how many', pagination.total, 2)
  }),
  change('delete-webhook', 'the webhook', async (session, options) => {
    const { id } = session.get('webhook')
    await session.client.deleteWebhook(id, options)
    session.open.webhooks.delete(id)
  }),
]
