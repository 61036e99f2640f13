import { resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { readCompanies } from '../../admin/companies/company-pages'
import { eraseCompany } from '../../admin/companies/erase-company'
import { hasExpired } from '../../admin/moving/company-rows'
import { requireFree } from '../../admin/moving/require-free'
import { verifyCompany } from '../../admin/verification/verify-company'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { admitRequest } from '../../functions/operations/companies/meter'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import { findCompany } from '../../functions/store/companies/companies'
import { findPeople } from '../../functions/store/companies/person-row'
import { hashInvitation, hashSecret } from '../../functions/store/companies/principals'
import { parseLogRow } from '../../functions/store/log/log-row'
import { keys, type Row } from '../../functions/store/table/schema'
import { deliveryTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/time/timing'
import { findWebhookRow, nameSecret } from '../../functions/store/webhooks/webhook-row'
import { listAccess } from '../support/access'
import { failWith } from '../support/client'
import { beforeSends, makeDyingTable } from '../support/dying'
import { emptyTable } from '../support/empty-table'
import { openFullCompany } from '../support/full-company'
import { begun, formatRest, kindOf, MoveStory, secrets } from '../support/move-story'
import { checkLines, exportLines, fileKey, importLines, newVault, oldVault, otherKey } from '../support/moving'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { takeLock } from '../support/restores'
import { scanTable } from '../support/scan'
import { makeShop } from '../support/shop'
import { makeCaller, type TestTable } from '../support/table'
import { putWebhooks } from '../support/webhook-rows'

const story = new MoveStory()
const { source, target, pass, isOwn } = story
const find = (rows: Row[], { pk, sk }: { pk: string; sk: string }) => rows.find((row) => row.pk === pk && row.sk === sk)

test('every row that is not expired arrives as it was; log rows are marked, what is due is made anew', async () => {
  const made: string[][] = []
  const ensureKey = async (...key: string[]) => void made.push(key)
  const moved = await importLines(target.table, story.lines, { ensureKey })
  expect(made).toEqual([[story.acme.keyId, 'enterprise']])
  const arrived = await scanTable(target.table)
  const wanted = story.before.filter(
    (row) => isOwn(row) && !hasExpired(row, begun) && !/^(DUEDELIVERIES|ALERTS|PACE|JOBS)/.test(String(row.pk)),
  )
  const due = arrived.filter((row) => kindOf(row) === 'DUEDELIVERIES')
  const rest = arrived.filter((row) => kindOf(row) !== 'DUEDELIVERIES')
  const isOfMove = ({ action }: Row) => /^company\.(suspended|imported)$/.test(String(action)) // since `before`
  expect(
    rest
      .filter((row) => !isOfMove(row))
      .map(formatRest)
      .sort(),
  ).toEqual(wanted.map(formatRest).sort())
  const actions = (await listAccess(target.table, story.companyId)).map(({ action }) => action)
  expect([...new Set(actions)].sort()).toEqual([
    ...['company.imported', 'company.suspended', 'key.created', 'person.accepted', 'person.invited'],
  ])
  expect(arrived.filter(({ imported }) => imported === true)).toEqual(arrived.filter((row) => kindOf(row) === 'LOG'))
  // Of the two deliveries that are pending, the attempts that they wait for, whatever the queues of the source hold.
  const { pending, late } = story.acme.webhooks
  const attempts = due.map(({ delivery_id, attempt, at }) => [delivery_id, attempt, at])
  const wantedAttempts = [pending, late].map(({ id, attempts, next_attempt }) => [id, attempts.length, next_attempt])
  expect(attempts.sort()).toEqual(wantedAttempts.sort())
  const { findings } = await verifyCompany(target.table, story.companyId, { report: () => {}, scan: true })
  const known = await verifyCompany(source.table, story.companyId, { report: () => {}, scan: true })
  expect(findings).toEqual(known.findings.filter(({ resource }) => !resource.includes('JOBS#')))
  expect(moved).toMatchObject({ company_id: story.companyId, api_keys: 1, invited: [] })
})

test('an export is refused while the stream is behind: deliveries that it makes later would stay here', async () => {
  await putWebhooks(source.table, `${story.companyId}0`, [{}, { events: ['order.*'] }])
  pass(1)
  const other = makeShop(source.table, makeCaller(`${story.companyId}0`))
  const item = await other.stockItem('LATE', 1)
  await suspendCompany(source.table, other.companyId)
  const late = await failWith(exportLines(source.table, other.companyId, pass))
  expect(late).toMatchObject({ code: 'invalid_state', message: expect.stringContaining('1 deliveries to webhooks') })
  const rows = (await other.log())
    .map((row) => ({ row: parseLogRow(row) }))
    .filter(({ row }) => row.item_id === item.id)
  await queueDeliveries(source.table, rows, async () => [])
  const { moved } = await exportLines(source.table, other.companyId, pass)
  expect(moved).toMatchObject({ rows: { DELIVERIES: 1, WEBHOOKS: 3 } })
})

test('a webhook signs by the same secrets; a recorded answer shows the same; the file alone shows neither', async () => {
  await importLines(target.table, story.lines)
  const context = nameSecret(story.companyId, story.acme.webhooks.webhookId)
  const row = await findWebhookRow(target.table, story.companyId, story.acme.webhooks.webhookId)
  expect(await newVault.open(row?.secret ?? '', context)).toBe(secrets.current)
  expect(await newVault.open(row?.previous_secret?.secret ?? '', context)).toBe(secrets.previous)
  const record = find(await scanTable(target.table), keys.idempotency(story.companyId, 'key#1', null))
  expect(await newVault.open(String(record?.body), `answer/${story.companyId}/key#1`)).toBe('{"secret":"shown"}')
  const text = story.lines.join('\n')
  for (const hidden of [secrets.current, secrets.previous, 'shown']) expect(text).not.toContain(hidden)
  const stored = find(story.before, keys.webhook(story.companyId, story.acme.webhooks.webhookId))
  expect(text).not.toContain(stored?.secret) // nor could the master key of the source open it
})

test('it is suspended there until it is resumed; here it stays suspended, and no job of it begins', async () => {
  await importLines(target.table, story.lines)
  const ask = async ({ table }: TestTable) => (await admitRequest(table, hashSecret(story.acme.secret))).outcome
  expect([await ask(source), await ask(target)]).toEqual(['suspended', 'suspended'])
  const runJob = ({ table }: TestTable) =>
    runCompanyJob(table, { companyId: story.companyId, name: 'compact-catalogue' }, async () => 'done')
  expect([await runJob(source), await runJob(target)]).toEqual([null, 'done'])
  await expect(resumeCompany(source.table, story.companyId)).rejects.toMatchObject({ code: 'invalid_state' })
  await expect(resumeCompany(target.table, story.companyId)).rejects.toMatchObject({ code: 'invalid_state' })
  await story.release()
  await resumeCompany(target.table, story.companyId)
  expect([await ask(source), await ask(target)]).toEqual(['suspended', 'admitted'])
  expect((await readCompanies(target.table)).map(({ id }) => id)).toEqual([story.companyId])
})

test('an export is refused where the company is not suspended, and waits for what began before', async () => {
  expect(story.refused).toMatchObject({ code: 'invalid_state' })
  const requests = routeTimeoutMs + settledAfterMs
  expect(story.waits).toEqual([requests, settledAfterMs, settledAfterMs, deliveryTimeoutMs])
})

const damages: [string, (text: string[]) => string[], string][] = [
  ['cut off', (text) => text.slice(0, -1), 'it was cut off after line'],
  ['cut off in a line', (text) => [...text.slice(0, 4), text[4]?.slice(0, 30) ?? ''], 'line 5: it is no row'],
  ['a line is missing', (text) => text.toSpliced(7, 1), 'there are other rows than it counts'],
  ['a line is twice there', (text) => text.toSpliced(7, 0, text[7] ?? ''), 'is there twice'],
  ['another name', (text) => alter(text, '"name":{"S":"Bolt"}', '"name":{"S":"Bold"}'), 'is not what the export wrote'],
  ['a line without an end', (text) => text.with(2, '1'.repeat(4_000_001)), 'line 3: it is longer than any row'],
  ['another type', (text) => alter(text, '"rev":{"N":"1"}', '"rev":{"S":"1"}'), 'cannot be read: rev: '],
  ['another company', (text) => alter(text, '"S":"ITEMS#cmp_', '"S":"ITEMS#cmp_1'), 'the key ITEMS#cmp_1'],
  ['an unknown key', (text) => alter(text, '"pk":{"S":"ITEMS#', '"pk":{"S":"THINGS#'), 'no code of this release makes'],
  ['more after the end', (text) => [...text, text[3] ?? ''], 'it comes after the end'],
  ['another format', (text) => alter(text, '"format":2', '"format":3'), 'in format 3, and this is release 1.0.0'],
  ['no header', (text) => text.slice(1), "it is no file of 'companies export --rows'"],
  ['nothing', () => [], 'it is empty'],
]

function alter(text: string[], from: string, to: string): string[] {
  const index = text.findIndex((line) => line.includes(from))
  expect(index).toBeGreaterThanOrEqual(0)
  return text.with(index, text[index]?.replace(from, to) ?? '')
}

test.each(damages)('a file is refused before anything is written: %s', async (_, damage, message) => {
  const damaged = damage(story.lines)
  const index = damaged.findIndex((line, n) => line !== story.lines[n])
  const error = await failWith(importLines(target.table, damaged))
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
  if (message.includes('cannot be read'))
    expect(error).toMatchObject({ message: expect.stringContaining(`line ${index + 1}: `) })
  expect(await scanTable(target.table)).toEqual([])
})

test('refused: a file of another release, and another key file', async () => {
  const { lines } = story
  await expect(checkLines(target.table, lines, fileKey, '1.1.0')).rejects.toThrow('must have the same release')
  await expect(checkLines(target.table, lines, otherKey)).rejects.toThrow('the key file is of another export')
})

rehearse('refused: a company that is here; an address may be of several', async () => {
  const checked = await checkLines(target.table, story.lines)
  await expect(requireFree(source.table, checked)).rejects.toThrow(`the company ${story.companyId} is here already`)
  await importLines(target.table, story.lines)
  await expect(importLines(target.table, story.lines)).rejects.toThrow("in quarantine: 'companies resume' verifies it")
  await emptyTable(target.table, [])
  const email = story.before.find((row) => kindOf(row) === 'EMAIL' && isOwn(row))
  await putRows(target.table, [{ ...email, sk: 'COMPANY#cmp_2', company_id: 'cmp_2' }])
  await expect(importLines(target.table, story.lines)).resolves.toMatchObject({ company_id: story.companyId })
})

/** After an import that was killed, and run again. */
async function expectImported(): Promise<void> {
  const rows = await scanTable(target.table)
  expect(rows.filter((row) => kindOf(row) !== 'DUEDELIVERIES')).toHaveLength(story.lines.length - 2 + 2) // of plan and import
  expect(await findCompany(target.table, story.companyId)).not.toHaveProperty('importing')
}

test('an import that was killed goes on with the same file alone, and no other command takes it up', async () => {
  const dying = makeDyingTable(target.table, 5, { arrives: true })
  await expect(importLines(dying, story.lines)).rejects.toThrow('killed')
  expect(await findCompany(target.table, story.companyId)).toMatchObject({
    importing: {},
    suspended_at: expect.any(Number),
  })
  expect(await readCompanies(target.table)).toEqual([])
  for (const stays of [false, true])
    await expect(resumeCompany(target.table, story.companyId, { stays })).rejects.toMatchObject({
      code: 'invalid_state',
    })
  pass(1_000)
  const { lines: another } = await exportLines(source.table, story.companyId, pass)
  await expect(importLines(target.table, another)).rejects.toThrow('is half here, of another file')
  await importLines(target.table, story.lines)
  await expectImported()
})

rehearse('killed at any of its calls and run again, it ends the same', async () => {
  let calls = 0
  for (let killed = true; killed; calls++) {
    await emptyTable(target.table, [])
    const dying = makeDyingTable(target.table, calls + 1, { arrives: calls % 2 === 0 })
    killed = (await failWith(importLines(dying, story.lines))) !== null
    const company = await findCompany(target.table, story.companyId)
    if (company === null || company.importing) await importLines(target.table, story.lines)
    await expectImported()
  }
  expect(calls).toBeGreaterThan(8)
})

rehearse('one that is half here can be erased; the run that has put it cannot write behind the erasure', async () => {
  const slow = makeDyingTable(target.table, 5)
  await importLines(slow, story.lines).catch(() => {})
  await eraseCompany(target.table, story.companyId, story.eraseTools)
  expect(await scanTable(target.table)).toEqual([])
})

test('a run that another one has taken over puts nothing more', async () => {
  let calls = 0
  const overtaken = beforeSends(target.table, async () => {
    calls += 1
    if (calls === 5) await importLines(target.table, story.lines)
  })
  const first = importLines(overtaken, story.lines)
  await expect(first).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('Another run') })
  expect(calls).toBe(5)
  await expectImported()
})

rehearse('another provider invites people again under their ids; nobody has accepted', async () => {
  const known = await findPeople(source.table, story.companyId)
  const added: string[] = []
  const provider = {
    issuer: 'https://new.example.com',
    invite: async ({ email }: { email: string }) => void added.push(email),
  }
  const dying = makeDyingTable(target.table, 12)
  await importLines(dying, story.lines, { provider }).catch(() => {})
  const { invited } = await importLines(target.table, story.lines, { provider })
  expect([...new Set(added)].sort()).toEqual([...added].sort()) // nobody gets a second mail
  expect(invited.sort()).toEqual(known.map(({ row }) => row.email).sort())
  const people = await findPeople(target.table, story.companyId)
  const listFields = (of: typeof known) => of.map(({ row }) => [row.id, row.role, row.name])
  expect(listFields(people)).toEqual(listFields(known))
  for (const { hash, row } of people) {
    expect([hash, row.subject]).toEqual([hashInvitation(row.id), undefined])
    const valid_until = story.source.table.now() + 7 * 86_400_000
    expect(row).toMatchObject({ valid_until, suspended_at: expect.any(Number) })
    expect(row.accepted_at).toBeUndefined()
  }
  const { findings } = await verifyCompany(target.table, story.companyId, { report: () => {}, scan: true })
  expect(findings.filter(({ code }) => code === 'wrong_person')).toEqual([])
  await emptyTable(target.table, [])
  await importLines(target.table, story.lines, { provider: { ...provider, issuer: null } })
  expect(added).toHaveLength(known.length) // where nobody can sign in, nobody is told
})

rehearse('an export is refused where a late request has begun a restore; nothing is marked', async () => {
  const { shop } = await openFullCompany(source, 'restores')
  const own = shop.companyId
  await suspendCompany(source.table, own)
  const begin = async (ms: number) => {
    await takeLock(source.table, own, 'rst_late')
    pass(ms)
  }
  const exported = exportLines(source.table, own, begin)
  await expect(exported).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('restore') })
  expect(await findCompany(source.table, own)).not.toHaveProperty('moving_at')
})

rehearse('moved there, changed, and moved back: nothing is lost, and only what is new is told', async () => {
  await importLines(target.table, story.lines)
  await story.release()
  await resumeCompany(target.table, story.companyId)
  pass(1)
  await makeShop(target.table, makeCaller(story.companyId)).stockItem('THERE', 1)
  const isNew = (row: Row) => kindOf(row) === 'LOG' && row.imported === undefined
  expect((await scanTable(target.table)).filter(isNew)).toHaveLength(1)
  await suspendCompany(target.table, story.companyId)
  const late = await failWith(exportLines(target.table, story.companyId, pass, { vault: newVault }))
  expect(late).toMatchObject({ message: expect.stringContaining('1 deliveries to webhooks are not made yet') })
  const rows = (await scanTable(target.table)).filter(isNew).map((row) => ({ row: parseLogRow(row) }))
  await queueDeliveries(target.table, rows, async () => [])
  const back = await exportLines(target.table, story.companyId, pass, { vault: newVault })
  await eraseCompany(source.table, story.companyId, story.eraseTools)
  await importLines(source.table, back.lines, { vault: oldVault })

  const [there, here] = await Promise.all([scanTable(target.table), scanTable(source.table)])
  const compare = (all: Row[]) =>
    all
      .filter((row) => isOwn(row) && kindOf(row) !== 'DUEDELIVERIES' && row.action !== 'company.imported')
      .map(formatPlain)
      .sort()
  const formatPlain = ({ moving_at: _, owners: __, ...row }: Row) => formatRest(row)
  expect(compare(here)).toEqual(compare(there.filter((row) => !hasExpired(row, story.source.table.now()))))
  expect(here.filter((row) => isOwn(row) && isNew(row))).toEqual([])
  const context = nameSecret(story.companyId, story.acme.webhooks.webhookId)
  const webhook = await findWebhookRow(source.table, story.companyId, story.acme.webhooks.webhookId)
  expect(await oldVault.open(webhook?.secret ?? '', context)).toBe(secrets.current)
  expect((await makeShop(source.table, makeCaller(story.companyId)).log()).map(({ sku }) => sku)).toContain('THERE')
})
