import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { resumeCompany } from '../../admin/companies/companies'
import { eraseCompany } from '../../admin/companies/erase-company'
import { checkMoveFile } from '../../admin/moving/check-file'
import { isMoved } from '../../admin/moving/company-rows'
import { importCompany } from '../../admin/moving/import-company'
import { formatMoveFile, openMoveFile } from '../../admin/moving/move-file'
import { formatItem, parseItem } from '../../admin/table/row-lines'
import { describeGain, formatGain } from '../../cli/companies/gain'
import { findCompany } from '../../functions/store/companies/companies'
import { hashSecret } from '../../functions/store/companies/principals'
import { packParts } from '../../functions/store/log/counted-parts'
import { keys, type Row } from '../../functions/store/table/schema'
import { listAccess } from '../support/access'
import { failWith } from '../support/client'
import { changeRow } from '../support/damage'
import { emptyTable } from '../support/empty-table'
import { begun, kindOf, MoveStory } from '../support/move-story'
import { checkLines, fileKey, importLines, moveInTools, otherKey } from '../support/moving'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { scanTable } from '../support/scan'
import { chooseSeed } from '../support/seed'

// Whoever makes a move file has its key, and may write any rows into it. Each file is authentic.

const story = new MoveStory()
const { target } = story

/** The honest file, with its rows changed. */
async function forge(change: Change, by = fileKey): Promise<string[]> {
  const [first = '', ...lines] = story.lines
  const rows = lines.slice(0, -1).map((line) => unmarshall(parseItem(line)))
  const pages = async function* () {
    yield change(rows).map((row) => Object.fromEntries(Object.entries(row).map(toPlain)))
  }
  let text = ''
  for await (const part of formatMoveFile(JSON.parse(first), pages(), by)) text += part
  return text.trimEnd().split('\n')
}

/** As DynamoDB sends it: a buffer has a JSON of its own. */
const toPlain = ([name, value]: [string, unknown]) => [name, value instanceof Buffer ? new Uint8Array(value) : value]

type Wanted = (row: Row) => boolean
type Change = (rows: Row[]) => Row[]
function of(kind: string, fields: Row = {}): Wanted {
  return (row) => kindOf(row) === kind && Object.entries(fields).every(([name, value]) => row[name] === value)
}
const own = of('COMPANY', { sk: 'COMPANY' })
const person = of('KEY', { role: 'owner' })
const key = of('KEY', { prefix: 'sk_test_' })
const movement = of('LOG', { sequence: 2 })
const item = of('ITEMS', { sequence: 6 })
const ready = of('SNAPSHOTS', { status: 'ready' })

function find(rows: Row[], wanted: Wanted): number {
  const index = rows.findIndex(wanted)
  expect(index).toBeGreaterThanOrEqual(0)
  return index
}
const edit = (wanted: Wanted, fields: Row) => (rows: Row[]) => {
  const index = find(rows, wanted)
  return rows.with(index, { ...rows[index], ...fields })
}
const drop = (wanted: Wanted) => (rows: Row[]) => rows.toSpliced(find(rows, wanted), 1)
/** Before the log: such a row, with other fields. */
const add = (wanted: Wanted, fields: Row) => (rows: Row[]) => [{ ...rows[find(rows, wanted)], ...fields }, ...rows]
/** At the end of the log. */
const append = (fields: Row) => (rows: Row[]) => [...rows, { ...rows.at(-1), ...fields }]

const free = 'e'.repeat(64)
/** All rows of a person move to another hash, so that they lead to each other. */
const rehash: Change = (rows) => {
  const { pk } = rows[find(rows, person)] ?? {}
  const before = String(pk).slice('KEY#'.length)
  const anew = (row: Row) => (row.pk === pk ? keys.principal(free) : row.hash === before ? { hash: free } : {})
  return rows.map((row) => ({ ...row, ...anew(row) }))
}
const addKeys: Change = (rows) => {
  const company_id = story.companyId
  const made = Array.from({ length: 250 }, (_, n) => {
    const [id, hash] = [`key_${n}`, hashSecret(String(n))]
    const way = [keys.principalById(id), keys.principalOfCompany(company_id, id)].map((at) => ({
      ...at,
      hash,
      company_id,
    }))
    return [{ ...rows[find(rows, key)], ...keys.principal(hash), id }, ...way]
  })
  return [...made.flat(), ...rows]
}
const counts = packParts([{ end: '2026-03-12', counts: { 'create|item||usr_1': 7 }, units: {} }])
const breakSeal: Change = (rows) => {
  const sk = story.acme.webhooks.webhookId
  const { secret } = rows[find(rows, of('WEBHOOKS', { sk }))] ?? {}
  return edit(of('WEBHOOKS', { sk }), { secret: `${String(secret).slice(0, -4)}AAAA` })(rows)
}
const later = begun + 20 * 86_400_000
const job = { sk: 'JOB#1', hash: free }
const address = { sk: 'KEY#key_9', hash: free }

const refused: [name: string, change: Change, words: string][] = [
  ['a guard of another company', edit(of('SKU'), { pk: 'SKU#cmp_other#A' }), 'is not of cmp_'],
  ['a key of another company', edit(key, { company_id: 'cmp_other' }), 'is not of cmp_'],
  ['a job', add(own, job), 'is not moved'],
  ['an item twice, with other stock', add(item, { quantity: 999 }), 'is there twice'],
  ['stock that nobody moved', edit(item, { quantity: 999 }), 'wrong_quantity'],
  ['a forged sum in the ledger', edit(movement, { quantity_after: 999 }), 'broken_ledger'],
  ['a log with a hole', drop(movement), 'missing_log_row'],
  [
    'a log with a billion rows at once',
    edit(movement, { n: 1e9 }),
    'wrote 1000000000 log rows. Found are the numbers 0',
  ],
  ['a log in another order', append({ sk: '00000000000000000000000001#00' }), 'comes after a later row of the log'],
  ['a row after the log', append({ pk: 'SKU#cmp_1#X', sk: 'SKU' }), 'is not of cmp_'],
  ['a change of the future', append({ sk: '7ZZZZZZZZZ0000000000000001#00' }), 'is of the future'],
  ['forged counts of the log', edit(of('LOGDAYS'), { packed: counts }), 'wrong_count'],
  ['counts that unpack to very much', edit(of('LOGDAYS'), { packed: gzipSync(Buffer.alloc(9e7)) }), 'cannot be read'],
  ['a transaction that would expire', edit(movement, { expires_at: 1_900_000_000 }), 'would expire'],
  ['a subject of somebody else', rehash, 'the hash of another subject'],
  ['a person without a subject', edit(person, { subject: undefined }), 'has no subject'],
  ['a key that is not suspended', edit(key, { suspended_at: undefined }), 'is not suspended'],
  [
    'a webhook that is not suspended',
    edit(of('WEBHOOKS', { rev: 1 }), { suspended_at: undefined }),
    'is not suspended',
  ],
  ['a company that is not suspended', edit(own, { suspended_at: undefined }), 'was not suspended'],
  ['a company under the id of another', edit(own, { id: 'cmp_other' }), 'says that it is cmp_other'],
  ['an owner too many', edit(own, { owners: 2 }), 'counts 2 owners who have signed in, and there are 1'],
  ['a key that is not listed', add(key, { ...keys.principal(free), id: 'key_2' }), 'is not among the keys and people'],
  ['an address that leads to nobody', add(own, address), 'key_9, which has no row'],
  ['an e-mail address of somebody else', edit(of('EMAIL'), { id: 'usr_9' }), 'by its address'],
  ['a plan above that of its keys', edit(own, { plan: 'starter' }), 'the limits of another plan than starter'],
  ['a key too many', addKeys, 'has 251 keys that can be used, and may have 250'],
  ['a SKU that is given away', edit(of('SKU'), { item_id: 'itm_9' }), 'missing_sku_guard'],
  ['an order with a number of later', edit(own, { order_count: 1 }), 'wrong_order_number'],
  ['an order that has received more', edit(of('RECEIPTS', { reversed_at: null }), { lines: [] }), 'torn_order'],
  ['a suspension of the future, of a key', edit(key, { suspended_at: later }), 'suspended_at", which is of the future'],
  ['a lock of the future', edit(of('RESTORES', { sk: 'LOCK' }), { heartbeat: 8e15 }), 'heartbeat", which is of the'],
  ['a text as a time that is none', edit(of('RECEIPTS'), { created_at: 'soon' }), 'created_at", which is no time'],
  ['an end that is no time', edit(key, { valid_until: 9e15 }), 'valid_until", which is of the future'],
  ['windows that do not end', edit(key, { minute: 9e15 }), '"minute", which is of the future'],
  ['counts below nothing', edit(key, { day_count: -5 }), 'day_count", which is negative: -5'],
  ['an index key outside the log', edit(of('ACCESS'), { resource: 5 }), '"resource", which only rows of the log have'],
  ['an index of another company', edit(of('ITEMS'), { resource: 'ITEM#cmp_2#itm_1' }), 'only rows of the log'],
  ['a row of 600 KB', edit(of('ACCESS'), { x: 'y'.repeat(6e5) }), 'bytes, and DynamoDB takes 408600'],
  ['a number that DynamoDB cannot hold', edit(of('ACCESS'), { x: [1e-200] }), 'which DynamoDB cannot hold'],
  ['lists in lists', edit(of('ACCESS'), { x: JSON.parse('['.repeat(40) + ']'.repeat(40)) }), 'is nested too deep'],
  ['half a character', edit(of('ACCESS'), { request_id: '\ud800' }), 'request_id", which has half a character'],
  ['a line in a key', add(of('SKU'), { pk: 'SKU#cmp_1#A\nfindings: 0' }), 'SKU#cmp_1#A findings: 0 SKU is not of cmp_'],
  ['an id with a command', edit(key, { id: 'key_1$(sh)' }), '"id", which is no id'],
  ['two rows of an address', add(of('EMAIL'), { sk: 'EMAIL' }), 'is there twice'],
  ['an erasure that has begun', edit(own, { erasing_at: 5 }), 'was being erased'],
  ['a broken seal', breakSeal, 'cannot be opened'],
  ['a name of 300 KB', edit(item, { name: 'n'.repeat(3e5) }), '"name", which is too long'],
  ['a negative threshold', edit(item, { reorder_point: -5 }), 'reorder_point", which is negative'],
  ['much stock', edit(item, { reorder_point: 2 ** 40 }), '"reorder_point", which is too large'],
  ['a receipt without an order', drop(of('ORDERS', { status: 'received' })), 'orphan_receipt'],
]

test.each(chooseCases(refused, 24, chooseSeed()))(
  'refused before anything is written: %s',
  async (_, change, words) => {
    const error = await failWith(importLines(target.table, await forge(change)))
    expect(error).toMatchObject({ message: expect.stringContaining(words) })
    expect(await scanTable(target.table)).toEqual([])
  },
)

/** A chunk of what the first such row names. */
const spoil = (wanted: Wanted, name: string) => (rows: Row[]) => {
  const { pk } = keys.chunk(String(rows[find(rows, wanted)]?.[name]), 0)
  return edit(of('CHUNK', { pk }), { data: Buffer.from('damaged') })(rows)
}
const suspended: [name: string, change: Change, code: string][] = [
  ['a broken chunk of a snapshot', spoil(ready, 'data'), 'damaged_snapshot'],
  ['a broken chunk of a base', spoil(of('CATALOGUE'), 'base'), 'damaged_base'],
  ['a snapshot of other stock', edit(ready, { total_quantity: 999 }), 'damaged_snapshot'],
  ['webhooks that are not counted', edit(of('WEBHOOKS', { sk: 'COUNT' }), { n: 9 }), 'wrong_webhook_count'],
]

test.each(suspended)('stays suspended, with words: %s', async (_, change, code) => {
  await importLines(target.table, await forge(change))
  const { findings } = await story.release()
  expect(findings).toContainEqual(expect.objectContaining({ code }))
  const resumed = resumeCompany(target.table, story.companyId, { stays: true })
  await expect(resumed).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('quarantine') })
})

test('rows that another company has stop an import, with what to do', async () => {
  const stored = (wanted: Wanted) => story.before.find((row) => story.isOwn(row) && wanted(row)) ?? {}
  const [owner, apiKey] = [stored(person), stored(key)]
  const cases: [Row, string][] = [
    [owner, `the person ${owner.email} (${owner.id}) is of the company cmp_2 here, and belongs to one company. Let `],
    [owner, `--person ${owner.id} --stack There'. Then import`],
    [apiKey, `the key ${apiKey.id} is of the company cmp_2 here, and never of two`],
    [stored(of('CHUNK')), 'ask who made it'],
  ]
  for (const [row, words] of cases) {
    await emptyTable(target.table, [])
    await putRows(target.table, [{ ...row, company_id: 'cmp_2' }])
    const before = await scanTable(target.table)
    await expect(importLines(target.table, story.lines, { target: ' --stack There' })).rejects.toThrow(words)
    expect(await scanTable(target.table)).toEqual(before)
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

test('refused: a file that somebody else has sealed', async () => {
  const forged = await forge(edit(item, { quantity: 999 }), otherKey)
  await expect(importLines(target.table, forged)).rejects.toThrow('is not what the export wrote')
})

test('a file that somebody without its key changes between the check and the import lets nobody in', async () => {
  const { suspended_at: _, ...owner } = story.before.find((row) => story.isOwn(row) && person(row)) ?? {}
  const mallory = { ...owner, ...keys.principal(free), subject: 'mallory' }
  // More rows than one database transaction has.
  const filling = Array.from({ length: 120 }, (_, n) => ({ ...keys.sku(story.companyId, `${n}`), item_id: 'itm_1' }))
  const more = [mallory, ...filling].map((row) => formatItem(marshall(row)))
  const [first = '', ...rest] = story.lines
  const openings = [[], [], more] // for the header, the check, the import
  const lines = () => Readable.from([first, ...(openings.shift() ?? []), ...rest])
  const checked = await checkMoveFile(target.table, await openMoveFile(lines, '1.0.0'), fileKey, () => {})
  await expect(importCompany(target.table, checked, moveInTools)).rejects.toThrow('has changed since it was checked')
  expect((await scanTable(target.table)).map(kindOf)).toEqual(['COMPANY'])
  await expect(importLines(target.table, story.lines)).resolves.toMatchObject({ api_keys: 1 }) // it goes on
})

test('a header that changes between two readings is none', async () => {
  const [first = '', ...rest] = story.lines
  const openings = [first.replace('https://id.', 'https://id2.')]
  const lines = () => Readable.from([openings.shift() ?? first, ...rest])
  const checked = checkMoveFile(target.table, await openMoveFile(lines, '1.0.0'), fileKey, () => {})
  await expect(checked).rejects.toThrow('has changed')
})

test.each(['cmp_1$(sh)', 'cmp_1; sh', `cmp_${'x'.repeat(80)}`, ''])('no id of a company: %s', async (id) => {
  const [first = '', ...rest] = story.lines
  const lines = [first.replace(story.companyId, id), ...rest]
  await expect(importLines(target.table, lines)).rejects.toThrow("no file of 'companies export --rows'")
})

test.each([0, 8e15])('what was imported can be erased soon, whatever times its rows have', async (ahead) => {
  await importLines(target.table, story.lines)
  if (ahead > 0) await story.release()
  const now = target.table.now()
  const { pk, sk } = (await scanTable(target.table)).find(key) ?? {}
  await changeRow(target.table, { pk: String(pk), sk: String(sk) }, { suspended_at: later })
  await changeRow(target.table, keys.restoreLock(story.companyId), { heartbeat: now + ahead })
  await eraseCompany(target.table, story.companyId, story.eraseTools)
  expect(target.table.now() - now).toBeLessThan(20 * 60_000)
})

test('what the stack gets cannot be forged by a name', async () => {
  const name =
    'Acme, on the plan starter.\nKeys that can be used when it is resumed: 0. People:\u2028\u001b[2J  owner: nobody'
  const checked = await checkLines(target.table, await forge(edit(own, { name })))
  const lines = formatGain(story.companyId, describeGain(checked, target.table.now())).split(/[\n\u2028]/)
  expect(lines.map((line) => line.replaceAll(/\p{C}/gu, 'control')).slice(0, 3)).toEqual([
    expect.stringMatching(`^The company ${story.companyId} is Acme, .*, on the plan enterprise: `),
    'Hosts that its webhooks send to: example.com.',
    'Keys that can be used when it is resumed: 1, 1 of read+write. People:',
  ])
  expect(lines[0]).toContain('plan starter. Keys')
})

rehearse('too many keys keep it in quarantine, until somebody takes that: the access log says so', async () => {
  await importLines(target.table, await forge(addKeys), { withFindings: true })
  const { findings } = await story.release()
  expect(findings).toMatchObject([{ text: 'it has 251 keys that can be used, and may have 250.' }])
  const { quarantine_at = 0 } = (await findCompany(target.table, story.companyId)) ?? {}
  const other = { quarantine: { quarantine_at: quarantine_at + 1, findings: 1 } } // of another import
  await expect(resumeCompany(target.table, story.companyId, other)).rejects.toMatchObject({ code: 'invalid_state' })
  await resumeCompany(target.table, story.companyId, { quarantine: { quarantine_at, findings: 1 } })
  expect(await findCompany(target.table, story.companyId)).not.toHaveProperty('quarantine_at')
  const access = await listAccess(target.table, story.companyId)
  const changes = [{ field: 'quarantine', from: 'findings: 1', to: null }]
  expect(access).toContainEqual(expect.objectContaining({ action: 'company.resumed', changes }))
})

test('the work of a job of release 1.0.0 is not moved', () => {
  expect(isMoved({ ...keys.company('cmp_1'), sk: 'JOB#1', name: 'compact-catalogue' }, begun)).toBe(false)
})
