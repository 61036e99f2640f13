import fc from 'fast-check'
import { parseIdempotencyKey } from '../../functions/http/input'
import { findRepeatedKey } from '../../functions/http/repeated-key'
import { type Route, type RouteId, routes } from '../../functions/routes'
import { expectRequestRefusal, noTime, parseRequest, type Told } from '../support/input'
import { testProperty } from '../support/property'

// What is refused of queries, headers and JSON before a row is read, and the bodies of what a company sets up.

const page = 'must be an integer from 1 to 100'
const someIds = 'must have 1 to 100 ids, separated by commas'
const days = 'must be an integer from 1 to 90'
const hundredIds = Array.from({ length: 101 }, (_, index) => index)

type Query = [RouteId, query: string, ...Told]

const others = {
  'list-items': ['sort=price'],
  'list-orders': ['status=lost', 'sort=colour', 'overdue=1', 'state=draft'],
  'list-transactions': ['type=sale', 'since=yesterday', 'since=', 'until=2026-03-14', 'item=x'],
  'list-audit': [
    'action=purge',
    'resource_type=company',
    'since=2026-03-14',
    'since=14/3/2026',
    'until=never',
    'item=x',
    'user_id=',
  ],
  'list-events': ['types=item.sold', 'types='],
  'list-access-log': ['action=person', 'actor_id=', 'since=2026-03-14', 'until=never', 'subject=x'],
  'list-snapshots': ['type=none', 'status=done', 'plan=manual'],
  'list-snapshot-items': ['sort=none'],
}

test.each<Query>([
  ['list-items', 'limit=101', 'limit', page],
  ['list-items', 'limit=-1', 'limit', page],
  ['list-items', 'limit=1.5', 'limit', page],
  ['list-items', 'limit=', 'limit', page],
  ['list-items', 'limit=ten', 'limit', page],
  ['list-items', 'limit=1&limit=2', 'limit', 'must not be repeated'],
  ['list-items', 'low_stock=1', 'low_stock', 'must be true or false'],
  ['list-items', 'search=', 'search', 'must not be empty'],
  ['list-items', 'ids=', 'ids', someIds],
  ['list-items', 'ids=a,,b', 'ids', someIds],
  ['list-items', `ids=${hundredIds}`, 'ids', someIds],
  ['list-items', 'updated_since=yesterday', 'updated_since', noTime],
  ['list-items', 'colour=red', 'colour', 'is not known'],
  ['list-events', 'since=yesterday', 'since', noTime],
  ['list-events', 'limit=101', 'limit', page],
  ['list-events', 'offset=1', 'offset', 'is not known'],
  ...['0', '91', '-1', '1.5', '', 'x'].map((of): Query => ['list-daily-stock', `days=${of}`, 'days', days]),
  ...['0', '91', 'x'].map((of): Query => ['get-usage', `days=${of}`, 'days', days]),
  // What is said of these does not matter:
  ...Object.entries(others).flatMap(([id, queries]) =>
    queries.map((query): Query => [id as RouteId, query, query.split('=')[0] ?? '']),
  ),
  // Pages, of every list:
  ...Object.values<Route & { id: RouteId }>(routes)
    .filter(({ query }) => query?.safeParse({ limit: '1', offset: '0' }).success)
    .flatMap(({ id }): Query[] => [
      [id, 'limit=0', 'limit', page],
      [id, 'offset=-1', 'offset', 'must be an integer from 0 to 2147483647'],
    ]),
])('%s?%s is refused, with the field', (id, query, ...told) => expectRequestRefusal(id, { query }, told))

const person = { email: 'a@example.com', name: 'A', role: 'member' }
const url = 'https://shop.example/events'

test.each<[RouteId, body: object, ...Told]>([
  ['create-snapshot', { name: '' }, 'name'],
  ['create-snapshot', { title: 'x' }, 'title'],
  ['restore-snapshot', { mode: 'overwrite' }, 'mode'],
  ['restore-snapshot', { dry_run: 'yes' }, 'dry_run'],
  ['restore-snapshot', { item_ids: [] }, 'item_ids'],
  ['restore-snapshot', { item_ids: [7] }, 'item_ids[0]'],
  ['suggest-orders', { item_ids: [] }, 'item_ids'],
  ['suggest-orders', { item_ids: Array(101).fill('itm_1') }, 'item_ids', undefined, 'limit_exceeded'],
  ['suggest-orders', { item_ids: [1] }, 'item_ids[0]'],
  ['suggest-orders', { items: [] }, 'items'],
  ['create-key', { name: '' }, 'name'],
  ['create-key', { scopes: [] }, 'scopes'],
  ['create-key', { scopes: ['manage'] }, 'scopes[0]'],
  ['create-key', { scopes: 'read' }, 'scopes'],
  ['create-key', { expires_at: 'soon' }, 'expires_at'],
  ['create-key', { key: 'sk_test_x' }, 'key'],
  ['invite-person', { ...person, email: 'no address' }, 'email'],
  ['invite-person', { ...person, email: 'Foo<x@example.com>' }, 'email'],
  ['invite-person', { ...person, name: '' }, 'name'],
  ['invite-person', { ...person, role: 'admin' }, 'role'],
  ['invite-person', { ...person, role: undefined }, 'role'],
  ['invite-person', { ...person, plan: 'x' }, 'plan'],
  ['create-webhook', {}, 'url'],
  ['create-webhook', { url, events: [] }, 'events'],
  ['create-webhook', { url, events: ['item.unknown'] }, 'events[0]'],
  ['create-webhook', { url, description: 'x'.repeat(201) }, 'description'],
  ['create-webhook', { url, secret: 'whsec_mine' }, 'secret'],
  ['create-webhook', { url, status: 'disabled' }, 'status'],
])('%s %j is refused, with the field', (id, body, ...told) => expectRequestRefusal(id, { body }, told))

describe('JSON', () => {
  const notJson = { code: 'invalid_json', message: 'The request body is not valid JSON.' }
  const noObject = { code: 'invalid_json', message: 'The request body must be a JSON object.' }

  test.each<[RouteId, body: unknown, refusal: object]>([
    ['create-item', [{ name: 'Bolt' }], noObject],
    ['create-item', 'null', noObject],
    ['create-item', '{"name": "x"', notJson],
    ['create-item', '', notJson],
    ['create-transactions', [{ type: 'issue', sku: 'A', quantity: 1 }], noObject],
    ['delete-item', '{', notJson],
  ])('%s: %j is no object', (id, body, refusal) => {
    expect(() => parseRequest(id, { body })).toThrow(expect.objectContaining({ ...refusal, field: undefined }))
  })

  test.each<[RouteId, body: string, ...Told]>([
    ['create-item', '{"name":"x","sku":"x","quantity":1e999}', 'quantity', 'must be a positive integer'],
    ['create-item', '{"name":"\\ud800","sku":"x"}', 'name', 'must be well-formed Unicode'],
    ['create-item', '{"name":"x","sku":"x","__proto__":{"quantity":1}}', '__proto__', 'is not known'],
    ['create-item', '{"name":"x","sku":"x","quantity":1,"quantity":9}', 'quantity', 'must not be repeated'],
    ['delete-item', '{"force":true}', 'force', 'is not known'],
    ['delete-item', '{"a":[{"b":1,"b":2}]}', 'a[0].b', 'must not be repeated'],
  ])('%s: %s is refused, with the field', (id, body, ...told) => expectRequestRefusal(id, { body }, told))

  test.each<[RouteId, body: unknown]>([
    ['create-item', { name: 'Bolt', sku: 'A' }],
    ['delete-item', 'text'],
  ])('%s: a body of another type is refused', (id, body) => {
    const told: Told = ['Content-Type', undefined, 'invalid_content_type']
    expectRequestRefusal(id, { body, headers: { 'Content-Type': 'text/plain' } }, told)
  })

  test('its type may have capitals and a charset, and is not missed where there is no body', () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    expect(parseRequest('create-item', { body: { name: 'Bolt', sku: 'A' }, headers }).body).toMatchObject({ sku: 'A' })
    expect(() => parseRequest('list-items', { headers: { 'Content-Type': 'text/plain' } })).not.toThrow()
  })
})

test.each(['"01"', '1', 'W/"1"', '"1", "2"', '""', 'two'])('If-Match: %s is no ETag of ours', (tag) => {
  expectRequestRefusal('delete-item', { headers: { 'if-match': tag } }, [
    'If-Match',
    'must be an ETag that the service gave out',
  ])
})

describe('an idempotency key', () => {
  const parse = (key: string, path = '/items') => {
    const request = { path, body: '{}', headers: { 'Idempotency-Key': key }, requestContext: { stage: 'v1' } }
    return parseIdempotencyKey({ httpMethod: 'POST', ...request } as never)
  }

  test.each(['', 'x'.repeat(256), 'tab\there', 'clé'])('%j is refused', (key) => {
    const message = "The 'Idempotency-Key' field must have 1 to 255 printable ASCII characters."
    const refusal = { code: 'invalid_request', message, field: 'Idempotency-Key' }
    expect(() => parse(key)).toThrow(expect.objectContaining(refusal))
  })

  test('a retry through a domain of the customer’s own is the same request: its path has the base path before it', () => {
    const fingerprint = (path: string) => parse('key-1', path)?.fingerprint
    expect(fingerprint('/v1/items')).toBe(fingerprint('/items'))
    expect(fingerprint('/v1/items/')).toBe(fingerprint('/items'))
    expect(fingerprint('/v1/orders')).not.toBe(fingerprint('/items'))
  })
})

describe('what is taken', () => {
  test.each([
    '2026-03-14T11:00Z',
    '2026-03-14T12:00+01:00',
    '2026-03-14T12:00:00+0100',
    '20260314T110000Z',
    '2026-03-14T11:00:00,000Z',
    '2026-03-14T13:00+02',
  ])('%s is a time', (occurred_at) => {
    const body = { type: 'issue', sku: 'A', quantity: 1, occurred_at }
    const taken = { occurred_at: '2026-03-14T11:00:00.000Z' }
    expect(parseRequest('create-transactions', { body }).body).toMatchObject(taken)
  })

  test.each<[RouteId, list: string, sent?: object]>([
    ['suggest-orders', 'item_ids'],
    ['restore-snapshot', 'item_ids'],
    ['receive-order', 'lines'],
    ['update-order', 'line_items', { notes: 'Soon' }],
    ['create-webhook', 'events', { url }],
    ['update-webhook', 'events', { description: 'Reorders' }],
    ['create-key', 'scopes'],
  ])('%s: null for the list %s is as good as none', (id, list, sent = {}) => {
    const none = parseRequest(id, { body: sent }).body
    expect(parseRequest(id, { body: { ...sent, [list]: null } }).body).toEqual(none)
  })

  test('one movement beside null in place of many', () => {
    const movement = { type: 'receive', sku: 'A', quantity: 5 }
    expect(parseRequest('create-transactions', { body: { ...movement, transactions: null } }).body).toMatchObject(
      movement,
    )
  })

  test.each<[what: string, sent: object, taken: object]>([
    ['blanks around a name go, and it is normalized', { name: '  Cafe\u0301 bolt ' }, { name: 'Café bolt' }],
    ['the largest quantity', { quantity: 2_147_483_647 }, { quantity: 2_147_483_647 }],
    ['zero', { quantity: 0, reorder_point: 0 }, { quantity: 0, reorder_point: 0 }],
    ['null for an optional field', { location: null }, { location: null }],
    ['200 characters, counted as code points', { name: '🔩'.repeat(200), sku: '🔩' }, { name: '🔩'.repeat(200) }],
    ['invisible characters beside others in a name', { name: 'Fire 👩‍🚒' }, { name: 'Fire 👩‍🚒' }],
  ])('%s', (_, sent, taken) => {
    expect(parseRequest('create-item', { body: { name: 'Bolt', sku: 'A', ...sent } }).body).toMatchObject(taken)
  })
})

test.each([
  ['{"a":1,"a":1}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"a":{"b":[{},{"c":1,"d":"}","c":2}]}}', ['a', 'b', 1, 'c']],
  ['[[1,2],{"":1, "" :2}]', [1, '']],
  ['{"a\\"b":"\\\\","a\\"b":1}', ['a"b']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
])('%s repeats %j', (text, path) => {
  expect(findRepeatedKey(text)).toEqual(path)
})

test.each([
  '{"a":"a","b":"a"}',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '"a"',
  '["a","a"]',
  '{"a":"\\",\\"a\\":1"}',
  '',
])('%s repeats nothing', (text) => {
  expect(findRepeatedKey(text)).toBeNull()
})

testProperty(
  'what JSON.stringify writes repeats nothing, and any key of it is found where it comes again',
  { of: [fc.jsonValue(), fc.string(), fc.jsonValue()] },
  (value, key, other) => {
    expect(findRepeatedKey(JSON.stringify(value, null, 1))).toBeNull()
    const twice = `{${JSON.stringify(key)}:${JSON.stringify(value)},${JSON.stringify(key)}:${JSON.stringify(other)}}`
    expect(findRepeatedKey(`[0,${twice}]`)).toEqual([1, key])
  },
)
