import { createCompany, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { readCompanies } from '../../admin/companies/company-pages'
import { eraseCompany } from '../../admin/companies/erase-company'
import { requireFree } from '../../admin/moving/check-file'
import { hasExpired } from '../../admin/moving/company-rows'
import { verifyCompany } from '../../admin/verification/verify-company'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { admitRequest } from '../../functions/operations/companies/meter'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { findCompany } from '../../functions/store/companies/companies'
import { findPeople } from '../../functions/store/companies/person-row'
import { hashInvitation, hashSecret, hashSubject } from '../../functions/store/companies/principals'
import { parseLogRow } from '../../functions/store/log/log-row'
import { getOwner, keys, type Row } from '../../functions/store/schema'
import { tryLock } from '../../functions/store/snapshots/restore-lock'
import { deliveryTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/timing'
import { findWebhookRow, nameSecret } from '../../functions/store/webhooks/webhook-row'
import { changeRow } from '../support/damage'
import { interceptSends, makeDyingTable } from '../support/dying'
import { emptyTable } from '../support/empty-table'
import { openFullCompany } from '../support/full-company'
import { checkLines, exportLines, fileVault, importLines, newVault, oldVault } from '../support/moving'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { formatRow, scanTable } from '../support/scan'
import { makeShop } from '../support/shop'
import { makeCaller, noon, startTestTable, type TestTable } from '../support/table'
import { putWebhooks } from '../support/webhook-rows'

const begun = noon + 3_600_000

let [source, target] = [{} as TestTable, {} as TestTable]
let acme: Awaited<ReturnType<typeof openFullCompany>>
let companyId: string
/** All rows of the source before each test, and what a move of them has written. */
let before: Row[]
let lines: string[]
/** For how long the export has waited, in milliseconds; and what came of one before the suspension. */
const waits: number[] = []
let refused: unknown
const secrets = { current: `whsec_${'a'.repeat(43)}=`, previous: `whsec_${'b'.repeat(43)}=` }

beforeAll(async () => {
  ;[source, target] = await Promise.all([startTestTable(), startTestTable()])
  acme = await openFullCompany(source, 'acme#1')
  companyId = acme.shop.companyId
  // Another one names it in what clients may choose, and has an id that begins with it.
  const { id } = await createCompany(source.table, { name: 'Other', plan: 'enterprise', id: `${companyId}0` })
  const other = makeShop(source.table, makeCaller(id))
  await other.stockItem(companyId, 1)
  await sealSecrets()
  before = await scanTable(source.table)
  const keep = (ms: number) => {
    waits.push(ms)
    pass(ms)
  }
  refused = await exportLines(source.table, companyId, keep).catch((error: unknown) => error)
  await suspendCompany(source.table, companyId)
  lines = (await exportLines(source.table, companyId, keep)).lines
})
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()])
})
beforeEach(async () => {
  setTime(begun)
  await emptyTable(target.table, [])
})

let now = begun
function setTime(at: number) {
  now = at
  source.setTime(at)
  target.setTime(at)
}
const pass = (ms: number) => setTime(now + ms)

/** Of a webhook, and of a recorded answer that shows a secret. */
async function sealSecrets(): Promise<void> {
  const { webhookId } = acme.webhooks
  const context = nameSecret(companyId, webhookId)
  await changeRow(source.table, keys.webhook(companyId, webhookId), {
    secret: await oldVault.seal(secrets.current, context),
    previous_secret: { secret: await oldVault.seal(secrets.previous, context), until: begun + 3_600_000 },
  })
  const body = await oldVault.seal('{"secret":"shown"}', `answer/${companyId}/key#1`)
  const record = { fingerprint: 'f', status: 201, body, expires_at: Math.floor(begun / 1_000) + 3_600 }
  await putRows(source.table, [{ ...keys.idempotency(companyId, 'key#1', null), ...record }])
}

const isOwn = (row: Row) => {
  const owner = getOwner(row as Parameters<typeof getOwner>[0])
  return 'companyId' in owner && owner.companyId === companyId
}
const kindOf = ({ pk }: Row) => String(pk).split('#')[0] ?? ''
const find = (rows: Row[], { pk, sk }: { pk: string; sk: string }) => rows.find((row) => row.pk === pk && row.sk === sk)

/** What is sealed, suspended, marked or new to the plan differs. The rest is the same, byte for byte. */
function formatRest({
  secret: _,
  previous_secret: __,
  suspended_at: ___,
  imported: ____,
  since: _____,
  ...row
}: Row): string {
  const body = kindOf(row) === 'IDEMPOTENCY' && row.fingerprint === 'f' ? 'sealed' : row.body
  return formatRow(body === undefined ? row : { ...row, body })
}

test('every row that is not expired arrives as it was; log rows are marked, what is due is made anew', async () => {
  const made: string[][] = []
  const ensureKey = async (...key: string[]) => void made.push(key)
  const moved = await importLines(target.table, lines, { ensureKey })
  expect(made).toEqual([[acme.keyId, 'enterprise']])
  const arrived = await scanTable(target.table)
  const wanted = before
    .filter((row) => isOwn(row) && !hasExpired(row, begun) && !/^(DUEDELIVERIES|ALERTS|PACE)/.test(String(row.pk)))
    .filter(({ sk }) => !String(sk).startsWith('JOB#'))
  const due = arrived.filter((row) => kindOf(row) === 'DUEDELIVERIES')
  const rest = arrived.filter((row) => kindOf(row) !== 'DUEDELIVERIES')
  expect(rest.map(formatRest).sort()).toEqual(wanted.map(formatRest).sort())
  expect(arrived.filter(({ imported }) => imported === true).every((row) => kindOf(row) === 'LOG')).toBe(true)
  expect(arrived.filter((row) => kindOf(row) === 'LOG').every(({ imported }) => imported === true)).toBe(true)
  // Of the two deliveries that are pending, the attempts that they wait for, whatever the queues of the source hold.
  const { pending, late } = acme.webhooks
  const attempts = due.map(({ delivery_id, attempt, at }) => [delivery_id, attempt, at])
  expect(attempts.sort()).toEqual(
    [
      [pending.id, 2, pending.next_attempt],
      [late.id, 0, late.next_attempt],
    ].sort(),
  )
  const { findings } = await verifyCompany(target.table, companyId, { report: () => {}, scan: true })
  const known = await verifyCompany(source.table, companyId, { report: () => {}, scan: true })
  expect(findings).toEqual(known.findings.filter(({ resource }) => !resource.includes('JOB#')))
  expect(moved).toMatchObject({ company_id: companyId, api_keys: 1, invited: [] })
})

test('an export is refused while the stream is behind: deliveries that it makes later would stay here', async () => {
  await putWebhooks(source.table, `${companyId}0`, [{}, { events: ['order.*'] }])
  pass(1)
  const other = makeShop(source.table, makeCaller(`${companyId}0`))
  const item = await other.stockItem('LATE', 1)
  await suspendCompany(source.table, other.companyId)
  const late = await exportLines(source.table, other.companyId, pass).catch((error: unknown) => error)
  expect(late).toMatchObject({ code: 'invalid_state', message: expect.stringContaining('1 deliveries to webhooks') })
  const rows = (await other.log())
    .map((row) => ({ row: parseLogRow(row) }))
    .filter(({ row }) => row.item_id === item.id)
  await queueDeliveries(source.table, rows, async () => [])
  const { moved } = await exportLines(source.table, other.companyId, pass)
  expect(moved).toMatchObject({ rows: { DELIVERIES: 1, WEBHOOKS: 3 } })
})

test('a webhook signs by the same secrets; a recorded answer shows the same; the file alone shows neither', async () => {
  await importLines(target.table, lines)
  const context = nameSecret(companyId, acme.webhooks.webhookId)
  const row = await findWebhookRow(target.table, companyId, acme.webhooks.webhookId)
  expect(await newVault.open(row?.secret ?? '', context)).toBe(secrets.current)
  expect(await newVault.open(row?.previous_secret?.secret ?? '', context)).toBe(secrets.previous)
  const record = find(await scanTable(target.table), keys.idempotency(companyId, 'key#1', null))
  expect(await newVault.open(String(record?.body), `answer/${companyId}/key#1`)).toBe('{"secret":"shown"}')
  const text = lines.join('\n')
  for (const hidden of [secrets.current, secrets.previous, 'shown']) expect(text).not.toContain(hidden)
  const stored = find(before, keys.webhook(companyId, acme.webhooks.webhookId))
  expect(text).not.toContain(stored?.secret) // nor could the master key of the source open it
})

test('it is suspended there until it is resumed; here it stays suspended, and no job of it begins', async () => {
  await importLines(target.table, lines)
  const ask = async ({ table }: TestTable) => (await admitRequest(table, hashSecret(acme.secret))).outcome
  expect([await ask(source), await ask(target)]).toEqual(['suspended', 'suspended'])
  expect(await runCompanyJob(source.table, { companyId, name: 'compact-catalogue' }, async () => 'done')).toBeNull()
  expect(await runCompanyJob(target.table, { companyId, name: 'compact-catalogue' }, async () => 'done')).toBe('done')
  await expect(resumeCompany(source.table, companyId)).rejects.toMatchObject({ code: 'invalid_state' })
  await resumeCompany(target.table, companyId)
  expect([await ask(source), await ask(target)]).toEqual(['suspended', 'admitted'])
  expect((await readCompanies(target.table)).map(({ id }) => id)).toEqual([companyId])
})

test('an export is refused where the company is not suspended, and waits for what began before', async () => {
  expect(refused).toMatchObject({ code: 'invalid_state' })
  const requests = routeTimeoutMs + settledAfterMs
  expect(waits).toEqual([requests, settledAfterMs, settledAfterMs, deliveryTimeoutMs])
})

const damages: [string, (text: string[]) => string[], string][] = [
  ['cut off', (text) => text.slice(0, -1), 'it was cut off after line'],
  ['cut off in a line', (text) => [...text.slice(0, 4), text[4]?.slice(0, 30) ?? ''], 'line 5: it is no row'],
  ['a line is missing', (text) => text.toSpliced(7, 1), 'there are other rows than it counts'],
  ['a line is twice there', (text) => text.toSpliced(7, 0, text[7] ?? ''), 'there are other rows than it counts'],
  ['another name', (text) => alter(text, '"name":{"S":"Bolt"}', '"name":{"S":"Bold"}'), 'is not what was written'],
  ['another type', (text) => alter(text, '"rev":{"N":"1"}', '"rev":{"S":"1"}'), 'cannot be read: rev: '],
  [
    'another company',
    (text) => alter(text, `"pk":{"S":"ITEMS#${companyId}`, '"pk":{"S":"ITEMS#cmp_1'),
    'the key ITEMS#cmp_1',
  ],
  ['an unknown key', (text) => alter(text, '"pk":{"S":"ITEMS#', '"pk":{"S":"THINGS#'), 'no code of this release makes'],
  ['more after the end', (text) => [...text, text[3] ?? ''], 'it comes after the end'],
  ['another format', (text) => alter(text, '"format":1', '"format":2'), 'in format 2, and this is release 1.0.0'],
  ['no header', (text) => text.slice(1), "it is no file of 'companies export --rows'"],
  ['nothing', () => [], 'it is empty'],
]

function alter(text: string[], from: string, to: string): string[] {
  const index = text.findIndex((line) => line.includes(from))
  expect(index).toBeGreaterThanOrEqual(0)
  return text.with(index, text[index]?.replace(from, to) ?? '')
}

test.each(damages)('a file is refused before anything is written: %s', async (_, damage, message) => {
  const damaged = damage(lines)
  const index = damaged.findIndex((line, n) => line !== lines[n])
  const error = await importLines(target.table, damaged).catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
  if (message.includes('cannot be read'))
    expect(error).toMatchObject({ message: expect.stringContaining(`line ${index + 1}: `) })
  expect(await scanTable(target.table)).toEqual([])
})

test('refused: a file of another release, and another key file', async () => {
  await expect(checkLines(lines, fileVault, '1.1.0')).rejects.toThrow('both stacks must have the same release')
  await expect(checkLines(lines, newVault)).rejects.toThrow('the key file is of another export')
})

rehearse('refused: a company that is here, or that has an address of somebody who is', async () => {
  const checked = await checkLines(lines)
  await expect(requireFree(source.table, checked)).rejects.toThrow(`the company ${companyId} is here already`)
  await importLines(target.table, lines)
  await expect(importLines(target.table, lines)).rejects.toThrow(`the company ${companyId} is here already`)
  await emptyTable(target.table, [])
  const email = before.find((row) => kindOf(row) === 'EMAIL' && isOwn(row))
  await putRows(target.table, [{ ...email, company_id: 'cmp_2' }])
  await expect(importLines(target.table, lines)).rejects.toThrow('an address belongs to one company')
})

/** After an import that was killed, and run again. */
async function expectImported(): Promise<void> {
  const rows = await scanTable(target.table)
  expect(rows.filter((row) => kindOf(row) !== 'DUEDELIVERIES')).toHaveLength(lines.length - 2 + 1) // that of the plan
  expect(await findCompany(target.table, companyId)).not.toHaveProperty('importing')
}

test('an import that was killed goes on with the same file alone, and no other command takes it up', async () => {
  const dying = makeDyingTable(target.table, 5, { arrives: true })
  await expect(importLines(dying, lines)).rejects.toThrow('killed')
  expect(await findCompany(target.table, companyId)).toMatchObject({ importing: {}, suspended_at: expect.any(Number) })
  expect(await readCompanies(target.table)).toEqual([])
  for (const stays of [false, true])
    await expect(resumeCompany(target.table, companyId, { stays })).rejects.toMatchObject({ code: 'invalid_state' })
  pass(1_000)
  const { lines: another } = await exportLines(source.table, companyId, pass)
  await expect(importLines(target.table, another)).rejects.toThrow('is half here, of another file')
  await importLines(target.table, lines)
  await expectImported()
})

rehearse('killed at any of its calls and run again, it ends the same', async () => {
  let calls = 0
  for (let killed = true; killed; calls++) {
    await emptyTable(target.table, [])
    const dying = makeDyingTable(target.table, calls + 1, { arrives: calls % 2 === 0 })
    killed = await importLines(dying, lines).then(
      () => false,
      () => true,
    )
    const company = await findCompany(target.table, companyId)
    if (company === null || company.importing) await importLines(target.table, lines)
    await expectImported()
  }
  expect(calls).toBeGreaterThan(8)
})

rehearse('one that is half here can be erased; the run that has put it cannot write behind the erasure', async () => {
  const slow = makeDyingTable(target.table, 5)
  await importLines(slow, lines).catch(() => {})
  const tools = { removeKey: async () => {}, removePerson: async () => {}, wait: async (ms: number) => pass(ms) }
  await eraseCompany(target.table, companyId, { ...tools, report: () => {} })
  expect(await scanTable(target.table)).toEqual([])
})

test('a run that another one has taken over puts nothing more', async () => {
  let calls = 0
  const overtaken = interceptSends(target.table, async (send, command) => {
    calls += 1
    if (calls === 5) await importLines(target.table, lines)
    return send(command)
  })
  const first = importLines(overtaken, lines)
  await expect(first).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('Another run') })
  expect(calls).toBe(5)
  await expectImported()
})

rehearse(
  'at another provider, people are invited again under their ids; at one that has no subject, by their address',
  async () => {
    const known = await findPeople(source.table, companyId)
    const added: string[] = []
    const add = async ({ id, email }: { id: string; email: string }) => {
      added.push(email)
      return { issuer: 'https://new.example.com', subject: id }
    }
    const provider = { issuer: 'https://new.example.com', add }
    const dying = makeDyingTable(target.table, 12)
    await importLines(dying, lines, { provider }).catch(() => {})
    const { invited } = await importLines(target.table, lines, { provider })
    expect([...new Set(added)].sort()).toEqual([...added].sort()) // nobody gets a second mail
    expect(invited.sort()).toEqual(known.map(({ row }) => row.email).sort())
    const people = await findPeople(target.table, companyId)
    expect(people.map(({ row }) => [row.id, row.role, row.name])).toEqual(
      known.map(({ row }) => [row.id, row.role, row.name]),
    )
    for (const { hash, row } of people) {
      expect(hash).toBe(hashSubject({ issuer: 'https://new.example.com', subject: row.id }))
      const valid_until = now + 7 * 86_400_000
      expect(row).toMatchObject({ subject: row.id, valid_until, suspended_at: expect.any(Number) })
      expect(row.accepted_at).toBeUndefined()
    }
    const { findings } = await verifyCompany(target.table, companyId, { report: () => {}, scan: true })
    expect(findings.filter(({ code }) => code === 'wrong_person')).toEqual([])
    await emptyTable(target.table, [])
    await importLines(target.table, lines, { provider: { issuer: null, add } })
    for (const { hash, row } of await findPeople(target.table, companyId))
      expect([hash, row.subject]).toEqual([hashInvitation(row.id), undefined])
  },
)

rehearse(
  'an export is refused where a request that was admitted before has begun a restore; nothing is marked',
  async () => {
    const { shop } = await openFullCompany(source, 'restores')
    const own = shop.companyId
    await suspendCompany(source.table, own)
    const begin = async (ms: number) => {
      await tryLock(source.table, { companyId: own, restoreId: 'rst_late', idempotencyKey: null })
      pass(ms)
    }
    const exported = exportLines(source.table, own, begin)
    await expect(exported).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('restore') })
    expect(await findCompany(source.table, own)).not.toHaveProperty('moving_at')
  },
)

rehearse('moved there, changed, and moved back: nothing is lost, and only what is new is told', async () => {
  await importLines(target.table, lines)
  await resumeCompany(target.table, companyId)
  pass(1)
  await makeShop(target.table, makeCaller(companyId)).stockItem('THERE', 1)
  const isNew = (row: Row) => kindOf(row) === 'LOG' && row.imported === undefined
  expect((await scanTable(target.table)).filter(isNew)).toHaveLength(1)
  await suspendCompany(target.table, companyId)
  const late = await exportLines(target.table, companyId, pass, { vault: newVault }).catch((error: unknown) => error)
  expect(late).toMatchObject({ message: expect.stringContaining('1 deliveries to webhooks are not made yet') })
  const rows = (await scanTable(target.table)).filter(isNew).map((row) => ({ row: parseLogRow(row) }))
  await queueDeliveries(target.table, rows, async () => [])
  const back = await exportLines(target.table, companyId, pass, { vault: newVault })
  const tools = { removeKey: async () => {}, removePerson: async () => {}, wait: async (ms: number) => pass(ms) }
  await eraseCompany(source.table, companyId, { ...tools, report: () => {} })
  await importLines(source.table, back.lines, { vault: oldVault })

  const [there, here] = await Promise.all([scanTable(target.table), scanTable(source.table)])
  const compare = (all: Row[]) =>
    all
      .filter((row) => isOwn(row) && kindOf(row) !== 'DUEDELIVERIES')
      .map(formatPlain)
      .sort()
  const formatPlain = ({ moving_at: _, owners: __, ...row }: Row) => formatRest(row)
  expect(compare(here)).toEqual(compare(there.filter((row) => !hasExpired(row, now))))
  expect(here.filter((row) => isOwn(row) && isNew(row))).toEqual([])
  const context = nameSecret(companyId, acme.webhooks.webhookId)
  const webhook = await findWebhookRow(source.table, companyId, acme.webhooks.webhookId)
  expect(await oldVault.open(webhook?.secret ?? '', context)).toBe(secrets.current)
  expect((await makeShop(source.table, makeCaller(companyId)).log()).map(({ sku }) => sku)).toContain('THERE')
})
