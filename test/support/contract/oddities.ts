import fc from 'fast-check'
import type { Operation } from './document'
import type { Draft } from './draft'
import { listWrongIds } from './references'

type Change = Partial<Draft>
type Oddity = { weight: number; arbitrary: fc.Arbitrary<Change> }
type Body = Draft['body']

/** Ways in which a client may misuse HTTP or JSON. `fields` are those that the body may have. */
export function listOddities(operation: Operation, fields: string[]): Oddity[] {
  const name = fc.constantFrom(...fields, 'name', 'items', 'id', 'line_items', 'transactions', 'extra')
  const set = <Part extends keyof Draft>(weight: number, part: Part, values: fc.Arbitrary<Draft[Part]>): Oddity => {
    return { weight, arbitrary: values.map((value): Change => ({ [part]: value })) }
  }
  const keys = ['reader', 'writer', 'sender', 'none', 'unknown', 'malformed', 'small', 'small']
  return [
    set(9, 'rawQuery', fc.constantFrom(...strangeQueries)),
    set(6, 'key', fc.constantFrom(...keys)),
    ...listWrongIds(operation).map((ids) => set(6, 'ids', ids)),
    set(6, 'headers', fc.constantFrom(...strangeHeaders)),
    set(operation.body ? 24 : 6, 'body', fc.constantFrom(...strangeBodies)),
    set(4, 'body', fill(name, deep)),
    // More than API Gateway passes on, where that is documented.
    set(1, 'body', fill(name, makeHuge(operation.answers.has(413) ? [1, 1, 1, 2, 2, 2, 7] : [1, 2]))),
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
  ...strangeTexts.map((text) => ({ text })),
  ...strangeBytes.map((text) => ({ text, encoding: 'latin1' as const })),
]

/** A value in a field of the body. */
function fill(name: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  return fc.tuple(name, value).map(([field, json]) => ({ text: `{${JSON.stringify(field)}:${json}}` }))
}

/** An object or a list, closed again or not. */
const deep = fc
  .tuple(fc.constantFrom(1_000, 1_000, 20_000), fc.constantFrom(['[', '', ']'], ['{"a":', '0', '}'], ['[', '', '']))
  .map(([levels, [open = '', middle = '', close = '']]) => open.repeat(levels) + middle + close.repeat(levels))

function makeHuge(megabytes: number[]): fc.Arbitrary<string> {
  const shapes = fc.constantFrom(
    ...[
      ['"', 'a', '"'],
      ['"', '😀', '"'],
      ['[0', ',{}', ']'],
      ['0', ' ', ''],
      ['{"a":0', ',"b":0', '}'],
      ['', '9', ''],
    ],
  )
  return fc.tuple(shapes, fc.constantFrom(...megabytes)).map(([[before, unit = '', after], size]) => {
    return before + unit.repeat(Math.ceil((size * 1_000_000) / unit.length)) + after
  })
}
