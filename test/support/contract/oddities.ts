import fc from 'fast-check'
import type { Operation } from './document'
import type { Body, Draft } from './draft'
import { deliveries, hasInnerId, makeNoId } from './references'

type Change = Partial<Draft>
type Oddity = { weight: number; arbitrary: fc.Arbitrary<Change> }

/** Ways in which a client may misuse HTTP or JSON. `fields` are those that the body may have. */
export function listOddities(operation: Operation, fields: string[]): Oddity[] {
  const name = fc.constantFrom(...fields, 'name', 'items', 'id', 'line_items', 'transactions', 'extra')
  const hasId = operation.path.includes('{id}')
  const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values)
  const set = <Part extends keyof Draft>(part: Part, values: fc.Arbitrary<Draft[Part]>) =>
    values.map((value): Change => ({ [part]: value }))
  const keys = ['reader', 'writer', 'sender', 'none', 'unknown', 'malformed', 'small', 'small']
  return [
    { weight: 9, arbitrary: set('rawQuery', oneOf(...strangeQueries)) },
    { weight: 6, arbitrary: set('key', oneOf(...keys)) },
    ...(hasId ? [{ weight: 6, arbitrary: set('id', makeNoId(operation)) }] : []),
    ...(hasInnerId(operation) ? [{ weight: 6, arbitrary: set('innerId', makeNoId(deliveries)) }] : []),
    { weight: 6, arbitrary: set('headers', oneOf(...strangeHeaders)) },
    { weight: operation.body ? 24 : 6, arbitrary: set('body', oneOf(...strangeBodies)) },
    { weight: 4, arbitrary: set('body', makeDeep(name)) },
    { weight: 1, arbitrary: set('body', makeHuge(name, operation)) },
  ]
}

const strangeQueries = [
  ...['extra=1', 'limit=1&limit=2', 'LIMIT=1', 'limit[]=1', 'limit=', '=1', '&&', 'limit', 'offset=0&offset=0'],
  ...['limit=007', 'limit=+1', 'limit=1.0', 'limit=1e1', 'limit=0x1', 'limit=%31', 'limit=１', 'limit=-0', 'limit= 1'],
  ...['search=%', 'search=%ff', 'search=%ED%A0%80', 'search=%00', 'search=a+b', 'search=%F0%9F%98%80', 'search=?'],
  ...['__proto__=1', 'constructor=1', 'sort=', 'sort=-', 'since=2026-03-14T12:00:00+01:00', 'since=20260314T1200Z'],
  ...['low_stock=TRUE', 'low_stock=1', `search=${'a'.repeat(4_000)}`, `${'a'.repeat(4_000)}=1`, 'id=1', '?'],
]

const strangeHeaders: Draft['headers'][] = [
  ...['text/plain', 'application/jsonp', 'application/merge-patch+json', 'application/x-www-form-urlencoded', '', ','],
  ...['application/json, text/plain', 'multipart/form-data; boundary=x', 'json', ';', 'application/json;;;'],
].map((type): Draft['headers'] => ({ 'Content-Type': type }))
strangeHeaders.push(
  ...['1', '""', '"0"', '"01"', 'W/"1"', '"1", "2"', '', 'é', '"9999999999999999"', '*,*'].map((tag) => ({
    'If-Match': tag,
  })),
  ...['', ' ', 'é', 'a\tb', 'x'.repeat(256), 'x'.repeat(5_000)].map((key) => ({ 'Idempotency-Key': key })),
  { Accept: 'text/html' },
  { 'Accept-Encoding': 'gzip, br' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Expect: '100-continue' },
)

const strangeTexts = [
  ...['', ' ', '{', '{"name":', '{"name":"a",}', "{'name':'a'}", '{name:1}', '{}{}', '\ufeff{}', '[', 'nul', 'NaN'],
  ...['null', 'true', '0', '-', '"text"', '[]', '[{}]', '{}', ' {} \n', '{"a":1e999}', '{"quantity":1e999}', '01'],
  ...['{"name":"\u0000"}', '{"name":"\\u00"}', '{"name":"a","name":"b","sku":"x"}', '/**/{}', '<a/>', 'a=1&b=2'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}', '{"toString":1,"valueOf":2}', '\u0000'],
  ...['{"\\ud800":1}', '{"name":"\\udfff","sku":"s"}', '{"":""}', '{"length":1}', '{"items":{"length":1}}'],
]

/** Bytes that are not UTF-8: lost characters, an encoded half of a pair, UTF-16. */
const strangeBytes = ['{"name":"\xff","sku":"x"}', '{"name":"\xed\xa0\x80","sku":"y"}', '\xff\xfe{\x00}\x00']

const strangeBodies: Body[] = [
  ...strangeTexts.map((text): Body => ({ kind: 'text', text, encoding: 'utf8' })),
  ...strangeBytes.map((text): Body => ({ kind: 'text', text, encoding: 'latin1' })),
]

/** In an object or a list, closed again or not. */
function makeDeep(name: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  const shapes = fc.constantFrom(
    { open: '[', middle: '', close: ']', end: '}' },
    { open: '{"a":', middle: '0', close: '}', end: '}' },
    { open: '[', middle: '', close: '', end: '' },
  )
  return fc.tuple(name, fc.constantFrom(1_000, 1_000, 20_000), shapes).map(([field, levels, shape]): Body => {
    const { open, middle, close, end } = shape
    return { kind: 'repeated', parts: [begin(field), [open, levels], [middle, 1], [close, levels], [end, 1]] }
  })
}

/** 1 to 2 MB, and more than API Gateway passes on, where that is documented. */
function makeHuge(name: fc.Arbitrary<string>, { answers }: Operation): fc.Arbitrary<Body> {
  const sizes = answers.has(413) ? [1, 1, 1, 2, 2, 2, 7] : [1, 2]
  const shapes = fc.constantFrom(
    { before: '"', unit: 'a', after: '"' },
    { before: '"', unit: '😀', after: '"' },
    { before: '[0', unit: ',{}', after: ']' },
    { before: '0', unit: ' ', after: '' },
    { before: '{"a":0', unit: ',"b":0', after: '}' },
    { before: '', unit: '9', after: '' },
  )
  return fc.tuple(name, shapes, fc.constantFrom(...sizes)).map(([field, { before, unit, after }, megabytes]): Body => {
    const times = Math.ceil((megabytes * 1_000_000) / unit.length)
    return { kind: 'repeated', parts: [begin(field), [before, 1], [unit, times], [`${after}}`, 1]] }
  })
}

const begin = (field: string): [string, number] => [`{${JSON.stringify(field)}:`, 1]
