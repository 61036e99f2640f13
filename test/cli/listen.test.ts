import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { runInventory, startInventory } from '../support/command'
import { waitFor } from '../support/eventually'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService } from '../support/service'
import { readTestStack } from '../support/stack'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event = { id: 'evt_1', type: 'item.low_stock', data: { object: null, previous: {} } }

const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

/** Starts it at a free port. `lines`: what it prints, as it comes. */
async function start(args: string[], env: { [name: string]: string } = {}) {
  const child = startInventory(['listen', '--port', '0', ...args], env)
  started.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const url = await waitFor(async () => /Listening on (\S+\/)/.exec(errors.join('\n'))?.[1] ?? null)
  return { child, lines, errors, url }
}

function send(url: string, body: string, signedBy = secret): Promise<Response> {
  const now = new Date() // once: two could be in two seconds
  const signature = new Webhook(signedBy).sign('evt_1', now, body)
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return fetch(url, { method: 'POST', headers, body })
}

test('with a secret: it prints what is signed by it, refuses the rest with the reason, and ends at Ctrl-C', async () => {
  const { child, lines, errors, url } = await start([], { INVENTORY_WEBHOOK_SECRET: secret })
  const statuses = [
    await send(url, JSON.stringify(event)),
    await send(url, '{}', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'),
  ]
  statuses.push(await fetch(url, { method: 'POST', body: '{}' }), await fetch(url), await send(url, 'no'))
  statuses.push(await send(url, ' '.repeat(1_100_000)))
  expect(statuses.map(({ status }) => status)).toEqual([204, 400, 400, 405, 400, 413])
  expect(JSON.parse((await lines.next()).value)).toEqual(event)
  child.kill('SIGINT')
  const [status] = await once(child, 'close')
  expect([status, errors.slice(1)]).toEqual([
    0,
    [
      'Refused: No signature matches: the secret is another one, or the body is not as it was sent.',
      'Refused: The header webhook-id is missing.',
      'Refused: The body is no JSON.',
      'Refused: The body is too long for an event.',
    ],
  ])
})

test('--count ends it, when the last event is answered', async () => {
  const { child, lines, url } = await start(['--secret', secret, '--count', '2'])
  const closed = once(child, 'close')
  for (const id of ['evt_1', 'evt_2']) {
    expect((await send(url, JSON.stringify({ ...event, id }))).status).toBe(204)
    expect(JSON.parse((await lines.next()).value)).toEqual({ ...event, id })
  }
  expect(await closed).toEqual([0, null])
})

rehearse(
  'without a secret: it has a webhook while it runs, and prints what happens; the key must have the scope',
  async () => {
    const service = await startTestService(readTestStack(), { events: true })
    service.setTime(0) // the command goes by the machine's clock
    try {
      const { client, secret: key } = await createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])
      const options = ['--base-url', service.baseUrl, '--events', 'item.created']
      const { child, lines, errors, url } = await start(options, { INVENTORY_API_KEY: key })
      expect((await client.listWebhooks()).data).toEqual([
        expect.objectContaining({ url, events: ['item.created'], description: 'npx inventory listen' }),
      ])
      const { id } = await client.createItem({ name: 'Bolt', sku: 'BOLT' })
      const { type, data } = JSON.parse((await lines.next()).value)
      expect([type, data.object.id]).toEqual(['item.created', id])
      child.kill('SIGINT')
      expect(await once(child, 'close')).toEqual([0, null])
      expect([errors.length, (await client.listWebhooks()).data]).toEqual([1, []])
      const lesser = await createCompanyWithKey(service, 'enterprise', ['read', 'write'])
      const access = ['listen', '--port', '0', '--base-url', service.baseUrl, '--key', lesser.secret]
      const { status, stderr } = await runInventory(access)
      expect([status, stderr]).toEqual([1, expect.stringContaining('A key with the scope webhooks is needed')])
    } finally {
      await service.stop()
    }
  },
)

test.each([
  [['--secret', 'sk_live_1'], 'must be a text that begins with whsec_'],
  [['--secret', 'whsec_c2hvcnQ='], 'The secret is not whole'],
  [['--secret', secret, '--events', '*'], '--events must be left out with a secret'],
  [['--port', '70000'], '--port must be from 0 to 65535'],
  [['--count', 'x'], '--count must be from 0 to'],
  [['--events', 'item.sold'], '--events must be one of item.created'],
])('%j: a clear error', async (args, message) => {
  const { status, stderr } = await runInventory(['listen', ...args])
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
})

rehearse('a port that is in use', async () => {
  const { child, url } = await start(['--secret', secret])
  const { status, stderr } = await runInventory(['listen', '--secret', secret, '--port', new URL(url).port])
  expect([status, stderr]).toEqual([2, expect.stringContaining('is in use: choose another --port')])
  child.kill('SIGINT')
  await once(child, 'close')
})
