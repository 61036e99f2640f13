import { gzipSync } from 'node:zlib'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { resumeCompany } from '../../admin/companies/companies'
import { formatMoveFile } from '../../admin/moving/move-file'
import { parseItem } from '../../admin/table/row-lines'
import { hashSecret } from '../../functions/store/companies/principals'
import { packParts } from '../../functions/store/log/counted-parts'
import { keys, type Row } from '../../functions/store/table/schema'
import { failWith } from '../support/client'
import { emptyTable } from '../support/empty-table'
import { kindOf, MoveStory } from '../support/move-story'
import { fileKey, importLines } from '../support/moving'
import { putRows } from '../support/put-rows'
import { scanTable } from '../support/scan'

// Whoever makes a move file has its key, and may write any rows into it. Each file is authentic.

const story = new MoveStory()
const { target } = story

/** The honest file, with its rows changed. */
async function forge(change: (rows: Row[]) => Row[]): Promise<string[]> {
  const [first = '', ...lines] = story.lines
  const rows = lines.slice(0, -1).map((line) => unmarshall(parseItem(line)))
  const pages = async function* () {
    yield change(rows).map((row) => Object.fromEntries(Object.entries(row).map(toPlain)))
  }
  let text = ''
  for await (const part of formatMoveFile(JSON.parse(first), pages(), fileKey)) text += part
  return text.trimEnd().split('\n')
}

/** As DynamoDB sends it: a buffer has a JSON of its own. */
const toPlain = ([name, value]: [string, unknown]) => [name, value instanceof Buffer ? new Uint8Array(value) : value]

type Wanted = (row: Row) => boolean
const of =
  (kind: string, more: Wanted = () => true): Wanted =>
  (row) =>
    kindOf(row) === kind && more(row)
const own = of('COMPANY', ({ sk }) => sk === 'COMPANY')
const person = of('KEY', ({ accepted_at }) => accepted_at !== undefined)
const key = of('KEY', ({ scopes }) => scopes !== undefined)
const movement = of('LOG', ({ sequence }) => sequence === 2)
const item = of('ITEMS', ({ rev }) => Number(rev) > 2)
const received = of('ORDERS', ({ status }) => status === 'received')

/** Changes the first such row. */
function edit(wanted: Wanted, fields: Row | ((row: Row) => Row)) {
  return (rows: Row[]) => {
    const index = rows.findIndex(wanted)
    expect(index).toBeGreaterThanOrEqual(0)
    const row = rows[index] ?? {}
    return rows.with(index, { ...row, ...(typeof fields === 'function' ? fields(row) : fields) })
  }
}
const drop = (wanted: Wanted) => (rows: Row[]) => rows.toSpliced(rows.findIndex(wanted), 1)
/** Before all others. */
const add =
  (...made: ((rows: Row[]) => Row)[]) =>
  (rows: Row[]) => [...made.map((make) => make(rows)), ...rows]
const copy = (wanted: Wanted, fields: Row) => (rows: Row[]) => ({ ...rows.find(wanted), ...fields })
const swapLog = (rows: Row[]) => [...rows.slice(0, -2), ...rows.slice(-2).reverse()]

const free = 'e'.repeat(64)
/** All rows of a person move to another hash, so that they lead to each other. */
const rehash = (rows: Row[]) => {
  const { pk } = rows.find(person) ?? {}
  const before = String(pk).slice('KEY#'.length)
  return rows.map((row) =>
    row.pk === pk ? { ...row, ...keys.principal(free) } : row.hash === before ? { ...row, hash: free } : row,
  )
}
const manyKeys = (rows: Row[]) => {
  const usable = rows.find(key)
  const made = Array.from({ length: 1_000 }, (_, n): Row[] => {
    const [id, hash] = [`key_${n}`, hashSecret(String(n))]
    return [
      { ...usable, ...keys.principal(hash), id },
      { ...keys.principalById(id), hash, company_id: story.companyId },
      { ...keys.principalOfCompany(story.companyId, id), hash },
    ]
  })
  return [...made.flat(), ...rows]
}
const second = { id: 'usr_2', email: 'second@example.com', subject: 'second' }
const manyCounts = packParts([{ end: '2026-03-12', counts: { 'create|item||usr_1': 7 }, units: {} }])

const refused: [string, (rows: Row[]) => Row[], string][] = [
  ['an item of another company', edit(item, { pk: 'ITEMS#cmp_other#1' }), 'no code of this release makes a row'],
  ['a guard of another company', edit(of('SKU'), { pk: 'SKU#cmp_other#A' }), 'is not of cmp_'],
  ['a key of another company', edit(key, { company_id: 'cmp_other' }), 'is not of cmp_'],
  ['a plan of the stack', add(() => keys.companyOfPlan('starter', story.companyId)), 'is not moved'],
  ['a job', add(() => ({ ...keys.jobOfCompany(story.companyId, 'j'), hash: free })), 'is not moved'],
  ['an item twice, with other stock', (rows) => add(copy(item, { quantity: 999 }))(rows), 'is there twice'],
  ['stock that nobody moved', edit(item, { quantity: 999 }), 'wrong_quantity'],
  ['a forged sum in the ledger', edit(movement, { quantity_after: 999 }), 'broken_ledger'],
  ['a log with a hole', drop(movement), 'missing_log_row'],
  ['a log that ends early', (rows) => rows.slice(0, -1), 'missing_log_row'],
  ['a log in another order', swapLog, 'comes after a later row of the log'],
  [
    'a row after the log',
    (rows) => [...rows, { ...keys.sku(story.companyId, 'X'), item_id: 'itm_1' }],
    'comes after the log',
  ],
  [
    'a change of the future',
    (rows) => [...rows, { ...rows.at(-1), sk: '7ZZZZZZZZZ0000000000000001#00' }],
    'is of the future',
  ],
  ['forged counts of the log', edit(of('LOGDAYS'), { packed: manyCounts }), 'wrong_count'],
  ['counts that unpack to very much', edit(of('LOGDAYS'), { packed: gzipSync(Buffer.alloc(9e7)) }), 'cannot be read'],
  ['a transaction that would expire', edit(movement, { expires_at: 1_900_000_000 }), 'would expire'],
  ['a subject of somebody else', rehash, 'the hash of another subject'],
  ['a person without a subject', edit(person, { subject: undefined }), 'has no subject'],
  ['a person who is not suspended', edit(person, { suspended_at: undefined }), 'is not suspended'],
  ['a key that is not suspended', edit(key, { suspended_at: undefined }), 'is not suspended'],
  [
    'a webhook that is not suspended',
    edit(
      of('WEBHOOKS', ({ url }) => url !== undefined),
      { suspended_at: undefined },
    ),
    'is not suspended',
  ],
  ['a company that is not suspended', edit(own, { suspended_at: undefined }), 'was not suspended'],
  ['a company under the id of another one', edit(own, { id: 'cmp_other' }), 'says that it is cmp_other'],
  ['an owner too many', edit(own, { owners: 2 }), 'counts 2 owners who have signed in. There are 1'],
  [
    'a person whom the company does not list',
    add(copy(person, { ...keys.principal(free), ...second })),
    'is not among the keys and people',
  ],
  [
    'an address that leads to nobody',
    add(() => ({ ...keys.principalOfCompany(story.companyId, 'key_9'), hash: free })),
    'key_9, which has no row',
  ],
  [
    'an id that leads to nobody',
    add(() => ({ ...keys.principalById('key_9'), hash: free, company_id: story.companyId })),
    'key_9, which has no row',
  ],
  ['an e-mail address of somebody else', edit(of('EMAIL'), { id: 'usr_9' }), 'by its address'],
  ['a person whom no invitation can replace', drop(of('EMAIL')), 'is not found by its address'],
  ['a plan above that of its keys', edit(own, { plan: 'starter' }), 'the limits of another plan than starter'],
  ['a key without a limit', edit(key, { minute_limit: 1_000_000 }), 'the limits of another plan'],
  ['a thousand keys', manyKeys, 'has 1001 keys that can be used. It may have 250'],
  ['a SKU that is given away', edit(of('SKU'), { item_id: 'itm_9' }), 'missing_sku_guard'],
  ['a number of an order that was never given', edit(own, { order_count: 1 }), 'wrong_order_number'],
  [
    'an order that has received more',
    edit(of('RECEIPTS'), ({ lines }) => ({ lines: [...(lines as Row[]), ...(lines as Row[])] })),
    'torn_order',
  ],
  ['a receipt without an order', drop(received), 'orphan_receipt'],
]

test.each(refused)('refused before anything is written: %s', async (_, change, words) => {
  const error = await failWith(importLines(target.table, await forge(change)))
  expect(error).toMatchObject({ message: expect.stringContaining(words) })
  expect(await scanTable(target.table)).toEqual([])
})

/** Turns a chunk of what the first such row names. */
const spoil = (wanted: Wanted, name: string) => (rows: Row[]) => {
  const { pk } = keys.chunk(String(rows.find(wanted)?.[name]), 0)
  return edit(
    of('CHUNK', (row) => row.pk === pk),
    ({ data }) => ({ data: Buffer.from(data as Uint8Array).reverse() }),
  )(rows)
}
const suspended: [string, (rows: Row[]) => Row[], string][] = [
  [
    'a broken chunk of a snapshot',
    spoil(
      of('SNAPSHOTS', ({ status }) => status === 'ready'),
      'data',
    ),
    'damaged_snapshot',
  ],
  ['a broken chunk of a base', spoil(of('CATALOGUE'), 'base'), 'damaged_base'],
  [
    'a snapshot of other stock',
    edit(
      of('SNAPSHOTS', ({ status }) => status === 'ready'),
      { total_quantity: 999 },
    ),
    'damaged_snapshot',
  ],
  [
    'webhooks that are not counted',
    edit(
      of('WEBHOOKS', ({ sk }) => sk === 'COUNT'),
      { n: 9 },
    ),
    'wrong_webhook_count',
  ],
]

test.each(suspended)('stays suspended, with words: %s', async (_, change, code) => {
  await importLines(target.table, await forge(change))
  const { findings } = await story.release()
  expect(findings).toContainEqual(expect.objectContaining({ code }))
  const resumed = resumeCompany(target.table, story.companyId, { stays: true })
  await expect(resumed).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('quarantine') })
})

test('rows that another company has stop an import, with what to do', async () => {
  const here = (row: Row) => putRows(target.table, [{ ...row, company_id: 'cmp_2' }])
  const find = (wanted: Wanted) => story.before.find((row) => story.isOwn(row) && wanted(row)) ?? {}
  const { email, id } = find(person)
  const cases: [Row, string][] = [
    [
      find(person),
      `${email} (${id}) is of the company cmp_2 here, and belongs to one company. Let the person leave it`,
    ],
    [find(key), `key ${find(key).id} is of the company cmp_2 here, and never of two`],
    [find(of('CHUNK')), 'ask who made it'],
  ]
  for (const [row, words] of cases) {
    await here(row)
    const before = await scanTable(target.table)
    await expect(importLines(target.table, story.lines)).rejects.toThrow(words)
    expect(await scanTable(target.table)).toEqual(before)
    await emptyTable(target.table, [])
  }
})

test('an honest file is taken as it is; one that does not hold, where that is asked for', async () => {
  await expect(importLines(target.table, await forge((rows) => rows))).resolves.toMatchObject({ api_keys: 1 })
  expect((await story.release()).findings).toEqual([])
  await expect(resumeCompany(target.table, story.companyId)).resolves.not.toHaveProperty('suspended_at')
  await emptyTable(target.table, [])
  await importLines(target.table, await forge(edit(item, { quantity: 999 })), { withFindings: true })
  expect((await story.release()).findings).toMatchObject([{ code: 'wrong_quantity' }])
})

test('a file that was changed without its key is refused, and a line without an end', async () => {
  const lines = await forge((rows) => rows)
  const forged = await forge(edit(item, { quantity: 999 }))
  const mixed = [...forged.slice(0, -1), lines.at(-1) ?? '']
  await expect(importLines(target.table, mixed)).rejects.toThrow('is not what the export wrote')
  await expect(importLines(target.table, lines.with(2, '1'.repeat(4_000_001)))).rejects.toThrow('line 3: it is longer')
  expect(await scanTable(target.table)).toEqual([])
})
