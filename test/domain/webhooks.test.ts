import { requireEndpoint } from '../../functions/domain/webhooks/endpoint'
import { choosePauseMs } from '../../functions/domain/webhooks/retry-plan'
import { isAllowedAddress } from '../../functions/runtime/webhooks/public-address'
import { expectRefusal } from '../support/refusals'

const publicly = { local: false }

test.each([
  ['https://example.com', 'example.com', 443],
  ['https://example.com:443/a?b=c@d', 'example.com', 443],
  ['HTTPS://EXAMPLE.COM:1024/', 'example.com', 1_024],
  ['https://example.com:65535/', 'example.com', 65_535],
  ['https://bücher.example/', 'xn--bcher-kva.example', 443],
  ['https://[2606:4700::1111]:8443/', '[2606:4700::1111]', 8_443],
])('%s is taken', (url, hostname, port) =>
  expect(requireEndpoint(url, publicly)).toEqual({ protocol: 'https:', hostname, port }),
)

test.each([
  ['', 'must be an address'],
  ['example.com', 'must be an address'],
  ['https:example.com', 'must be an address'],
  ['https:///example.com', 'must be an address'],
  ['https://', 'must be an address'],
  ['https://exa mple.com', 'must be an address'],
  ['https://1.2.3.4.5/', 'must be an address'],
  ['https://256.1.1.1/', 'must be an address'],
  ['https://example.com:65536/', 'must be an address'],
  ['ftp://example.com', 'must be an address'],
  ['http://example.com', 'must begin with https://'],
  ['https://user@example.com', 'must not have a user name'],
  ['https://user:secret@example.com', 'must not have a user name'],
  ['https://:secret@example.com', 'must not have a user name'],
  ['https://@example.com', 'must not have a user name'],
  ['https://example.com/#', 'must not have a fragment'],
  ['https://example.com/#a', 'must not have a fragment'],
  ['https://example.com:80/', 'must have the port 443'],
  ['https://example.com:1023/', 'must have the port 443'],
  ['https://example.com:0/', 'must have the port 443'],
  ['https://localhost/', 'must lead to an address'],
  ['https://localhost./', 'must lead to an address'],
  ['https://LOCALHOST:8443/', 'must lead to an address'],
  ['https://a.localhost./', 'must lead to an address'],
])('%s is refused: it %s', (url, reason) => {
  const refusal = {
    code: 'invalid_request',
    field: 'url',
    message: expect.stringContaining(`The 'url' field ${reason}`),
  }
  expectRefusal(() => requireEndpoint(url, publicly), refusal)
})

// The parser of URLs makes one form of all.
test.each([
  'https://2130706433/',
  'https://0x7f000001/',
  'https://017700000001/',
  'https://0x7f.1/',
  'https://0177.0.0.01/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://１２７.０.０.１/',
  'https://0/',
  'https://0xa9fea9fe/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::]/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
])('%s names an address that is not public', (url) => {
  const { hostname } = requireEndpoint(url, publicly)
  expect(isAllowedAddress(hostname.replace(/^\[|\]$/g, ''), publicly)).toBe(false)
})

test('the local service takes http, and names of this machine, under the same rules for the rest', () => {
  const local = { local: true }
  expect(requireEndpoint('http://localhost:8080/a', local)).toEqual({
    protocol: 'http:',
    hostname: 'localhost',
    port: 8_080,
  })
  for (const url of [
    'http://localhost/',
    'http://u@localhost:8080/',
    'http://localhost:8080/#a',
    'ftp://localhost:8080/',
  ])
    expect(() => requireEndpoint(url, local)).toThrow("The 'url' field")
})

test('nine attempts over two days: each pause is longer than the one before', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000]
  const hours = [2, 5, 10, 14, 20].map((count) => count * hour)
  const pauses = [5 * second, 5 * minute, 30 * minute, ...hours]
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(choosePauseMs)).toEqual([...pauses, null])
})
