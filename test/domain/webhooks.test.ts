import { requireEndpoint } from '../../functions/domain/webhooks/endpoint'
import * as webhook from '../../functions/domain/webhooks/webhook'
import { isAllowedAddress } from '../../functions/runtime/webhooks/public-address'
import { expectRefusal } from '../support/refusals'

const publicly = { local: false }

test.each([
  ['https://example.com', 'example.com', 443],
  ['https://example.com:443/a?b=c@d', 'example.com', 443],
  ['HTTPS://EXAMPLE.COM:1024/', 'example.com', 1_024],
  ['https://example.com:65535/', 'example.com', 65_535],
  ['https://localhost.example/', 'localhost.example', 443],
  ['https://bücher.example/', 'xn--bcher-kva.example', 443],
  ['https://[2606:4700::1111]:8443/', '[2606:4700::1111]', 8_443],
])('%s is taken', (url, hostname, port) =>
  expect(requireEndpoint(url, publicly)).toEqual({ protocol: 'https:', hostname, port }),
)

test.each([
  [
    'must be an address',
    ['', 'example.com', 'https:example.com', 'https:///example.com', 'https://', 'ftp://example.com'],
  ],
  [
    'must be an address',
    ['https://exa mple.com', 'https://1.2.3.4.5/', 'https://256.1.1.1/', 'https://a.example:65536/'],
  ],
  ['must begin with https://', ['http://example.com']],
  [
    'must not have a user name',
    ['https://user@example.com', 'https://user:secret@example.com', 'https://:secret@a.example'],
  ],
  ['must be an address', [' https://example.com']],
  ['must not have a user name', ['https://@example.com', 'https://:@example.com']],
  ['must not have a user name', ['https://\\/user@example.com', 'https://\\/:secret@example.com']],
  ['must not have a fragment', ['https://example.com/#', 'https://example.com/#a']],
  ['must have the port 443', ['https://example.com:80/', 'https://example.com:1023/', 'https://example.com:0/']],
  ['must lead to an address', ['https://localhost/', 'https://localhost./']],
  ['must lead to an address', ['https://LOCALHOST:8443/', 'https://a.localhost./']],
])('a URL %s: %j are refused', (reason, urls) => {
  const message = expect.stringContaining(`The 'url' field ${reason}`)
  for (const url of urls)
    expectRefusal(() => requireEndpoint(url, publicly), { code: 'invalid_request', field: 'url', message })
})

// The parser of URLs makes one form of all.
test.each([
  ['one number', ['https://2130706433/', 'https://0x7f000001/', 'https://017700000001/']],
  ['one number', ['https://0/', 'https://0xa9fea9fe/']],
  ['several numbers', ['https://0x7f.1/', 'https://0177.0.0.01/', 'https://127.1/', 'https://127.0.0.1./']],
  ['other digits', ['https://１２７.０.０.１/']],
  ['IPv6', ['https://[::1]/', 'https://[fe80::1]/', 'https://[fd00:ec2::254]/']],
  ['IPv4 in IPv6', ['https://[::ffff:10.0.0.1]/', 'https://[::ffff:a00:1]/']],
  ['IPv4 in IPv6', ['https://[64:ff9b::a00:1]/', 'https://[2002:a00:1::]/']],
])('%s: %j name addresses that are not public', (_, urls) => {
  for (const url of urls) {
    const { hostname } = requireEndpoint(url, publicly)
    expect([url, isAllowedAddress(hostname.replace(/^\[|\]$/g, ''), publicly)]).toEqual([url, false])
  }
})

test('the local service takes http, and names of this machine, under the same rules for the rest', () => {
  const local = { local: true }
  const endpoint = { protocol: 'http:', hostname: 'localhost', port: 8_080 }
  expect(requireEndpoint('http://localhost:8080/a', local)).toEqual(endpoint)
  const refused = ['http://localhost/', 'http://u@localhost:8080/', 'http://localhost:8080/#a', 'ftp://localhost:8080/']
  for (const url of refused) expect(() => requireEndpoint(url, local)).toThrow("The 'url' field")
})

const fields = { url: 'https://example.com/a', events: ['item.*' as const], description: null }
const active = webhook.decideWebhookCreation('whk_1', fields, 'usr_1', 0)
const [created, changed] = ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:05.000Z']
const gone = { ...active, status: 'disabled', disabled_reason: 'gone' } as const
const webhooks = { active, gone }

test('a webhook begins active, at its first revision', () => {
  const stamps = { created_at: created, updated_at: created, created_by: 'usr_1', updated_by: 'usr_1', rev: 1 }
  expect(active).toEqual({ ...fields, ...stamps, id: 'whk_1', status: 'active', disabled_reason: null })
})

test('what is sent as it is stored changes nothing', () => {
  for (const patch of [{}, { ...active, events: ['item.*' as const] }])
    expect(webhook.decideWebhookUpdate(active, patch, 'usr_2', 5_000)).toBeNull()
})

test.each<[keyof typeof webhooks, webhook.WebhookPatch, isRevived: boolean]>([
  ['active', { description: 'A', url: fields.url }, false],
  ['active', { events: ['*'] }, false],
  ['active', { url: 'https://example.com/b' }, true],
  ['active', { status: 'disabled' }, false],
  ['gone', { description: 'A' }, false],
  ['gone', { url: 'https://example.com/b' }, false],
  ['gone', { status: 'active' }, true],
])('of a webhook that is %s, %j is a change; its failures are forgotten: %p', (name, patch, isRevived) => {
  const before = webhooks[name]
  const disabled_reason = isRevived ? null : before.disabled_reason
  const after = { ...before, ...patch, disabled_reason, updated_at: changed, updated_by: 'usr_2', rev: 2 }
  expect(webhook.decideWebhookUpdate(before, patch, 'usr_2', 5_000)).toEqual({ before, after, isRevived })
})

test('what a client cannot set must be what it is; nothing is sent to a webhook that is disabled', () => {
  const refusal = { code: 'invalid_request', field: 'created_by' }
  expectRefusal(() => webhook.decideWebhookUpdate(active, { created_by: 'usr_2' }, 'usr_2', 0), refusal)
  expectRefusal(() => webhook.requireActive(gone), { code: 'invalid_state', field: 'status' })
  expect(() => webhook.requireActive(active)).not.toThrow()
})
