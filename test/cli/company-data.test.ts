import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { deleteWebhooks } from '../../admin/companies/companies'
import { dayMs } from '../../functions/domain/time'
import { findCompany } from '../../functions/store/companies/companies'
import { hashSecret } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/table/schema'
import { listAccess } from '../support/access'
import {
  expectRefused,
  inventory,
  parseLines,
  runAtTerminal,
  runShell,
  spawnInventory,
  useTools,
} from '../support/command'
import { changeRow, damageSnapshot } from '../support/damage'
import { backdateSuspension } from '../support/moving'
import { rehearse } from '../support/rehearse'
import { takeLock } from '../support/restores'
import { scanTable } from '../support/scan'
import { type Customer, createCompanyWithKey, useService } from '../support/service'
import { stockUp } from '../support/stock'
import { fillWebhooks, sealedSecret } from '../support/webhook-rows'

// What the commands for a company's data tell: an export to read, an erasure, and an export of rows, to move them.
// What is moved is in test/admin/moving.test.ts.

const service = useService()
const tools = useTools(service)
const run = (...args: string[]) => tools.run('companies', ...args)
const json = (...args: string[]) => tools.json('companies', ...args)

type Ids = { snapshot_id?: string; webhook_id?: string }
type Line = { kind: string; data: Record<string, unknown>; counts?: Record<string, number> } & Ids
const byId = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort()

/** A company with something of every kind, made by requests. */
async function openCompany(): Promise<Customer & { snapshots: string[]; webhookId: string }> {
  const customer = await createCompanyWithKey(service)
  const { client } = customer
  const deleted_at = new Date(Date.now() - 31 * dayMs).toISOString()
  const first = { name: 'Torch', sku: 'TORCH', quantity: 3, location: 'WH1', barcode: '1', reorder_point: 2 }
  await client.createItem(first)
  for (const sku of ['TRASHED', 'PURGED']) {
    const { id } = await client.createItem({ name: sku, sku })
    await client.deleteItem(id)
    // TTL has not deleted the row yet.
    if (sku === 'PURGED') await changeRow(service.rows, keys.item(customer.company.id, id), { deleted_at })
  }
  const moved = await client.createTransactions({ type: 'issue', sku: 'TORCH', quantity: 1 })
  await client.reverseTransaction(moved.id)
  const supplier = { name: 'Acme', email: 'a@example.com' }
  const line_items = [{ sku: 'TORCH', quantity_ordered: 5, unit_cost: '2.50' }]
  const order = await client.createOrder({ supplier, line_items })
  const half = [{ line_item_id: order.line_items[0]?.id ?? '', quantity_accepted: 2, quantity_rejected: 1 }]
  await client.receiveOrder(order.id, { lines: half, reference: 'DN-1' })
  await client.receiveOrder(order.id)
  await client.createOrder({ supplier, line_items, status: 'draft' })
  const snapshot = await client.createSnapshot({ name: 'First' })
  await client.createItem({ name: 'Later', sku: 'LATER', quantity: 1 })
  const restore = await client.restoreSnapshot(snapshot.id)
  const { webhookId } = await fillWebhooks(service.rows, customer.company.id)
  return { webhookId, ...customer, snapshots: [snapshot.id, restore.pre_restore_snapshot_id] }
}

rehearse('an export has all that the API lists, in the same form; a damaged snapshot is named', async () => {
  const { client, company, secret, keyId, snapshots, webhookId } = await openCompany()
  const { status, stdout, stderr } = await run('export', '--company', company.id)
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^\d+ lines: all that there is\n$/)])
  const lines: Line[] = parseLines(stdout)
  const of = (kind: string) => lines.filter((line) => line.kind === kind).map(({ data }) => data)
  const exported_at = expect.stringMatching(/Z$/)
  expect(lines[0]).toEqual({ kind: 'export', format: 1, company_id: company.id, exported_at })

  expect(byId(of('transaction'))).toEqual(byId(await client.listTransactions().toArray()))
  expect(byId(of('audit_entry'))).toEqual(byId(await client.listAudit().toArray()))
  expect(byId(of('snapshot'))).toEqual(byId(await client.listSnapshots().toArray()))
  expect(byId(of('restore'))).toEqual(byId(await client.listRestores().toArray()))
  const items = [...(await client.listItems().toArray()), ...(await client.listTrash().toArray())]
  expect(byId(of('item'))).toEqual(byId(items))
  const headers = await client.listOrders().toArray()
  const orders = await Promise.all(headers.map(({ id }) => client.getOrder(id)))
  expect(byId(of('order'))).toEqual(byId(orders))
  const receipts = await Promise.all(headers.map(({ id }) => client.listReceipts(id).toArray()))
  expect(byId(of('receipt'))).toEqual(byId(receipts.flat()))
  for (const id of snapshots) {
    const own = lines.filter(({ kind, snapshot_id }) => kind === 'snapshot_item' && snapshot_id === id)
    expect(byId(own.map(({ data }) => data))).toEqual(byId(await client.listSnapshotItems(id).toArray()))
  }

  const [own, ...others] = of('webhook').sort((a) => (a.id === webhookId ? -1 : 1)) // ids of one millisecond
  expect(own).toMatchObject({ id: webhookId, url: 'https://example.com/hooks' })
  expect(others).toMatchObject([{ status: 'disabled' }])
  const deliveries = lines.filter(({ kind, webhook_id }) => kind === 'delivery' && webhook_id === webhookId)
  expect(deliveries.map(({ data }) => data.status).sort()).toEqual(['delivered', 'failed', 'pending'])

  const entries = of('access_entry').map(({ action, subject }) => ({ action, subject }))
  expect(entries).toMatchObject([
    { action: 'key.created', subject: { id: keyId } },
    { action: 'company.exported', subject: { id: company.id } }, // this one
  ])
  const { id, name, plan, user_id } = company
  expect(of('company')).toEqual([{ id, name, plan, user_id, suspended_at: null }])
  expect(of('api_key')).toMatchObject([{ id: keyId, last4: secret.slice(-4), scopes: ['read', 'write'] }])
  for (const hidden of [secret, hashSecret(secret), sealedSecret, 'lease', 'PURGED","sku":"PURGED","quantity"'])
    expect(stdout).not.toContain(hidden)
  const ofStock = { item: 3, order: 2, receipt: 2, snapshot: 2, snapshot_item: 3, restore: 1 }
  const ofLog = { transaction: of('transaction').length, audit_entry: of('audit_entry').length }
  const counts = { company: 1, api_key: 1, person: 0, ...ofStock, ...ofLog, access_entry: 2, webhook: 2, delivery: 4 }
  expect(lines.at(-1)).toEqual({ kind: 'end', counts, damaged_snapshots: [] })
  expect(Math.min(...Object.values(ofLog))).toBeGreaterThan(5)

  const [damaged = '', intact] = snapshots
  await damageSnapshot(service.rows, company.id, damaged)
  const without = await run('export', '--company', company.id)
  const told = expect.stringContaining(`the snapshot ${damaged} is damaged`)
  expect([without.status, without.stderr]).toEqual([0, told])
  const left: Line[] = parseLines(without.stdout)
  const named = left.filter(({ kind }) => kind === 'snapshot_item').map(({ snapshot_id }) => snapshot_id)
  expect(new Set(named)).toEqual(new Set([intact]))
  expect(left.at(-1)).toMatchObject({ kind: 'end', damaged_snapshots: [damaged] })
})

test('a suspended company gets no key, and can be exported, also to a file that only its owner reads, with old log rows', async () => {
  const { call, company } = await createCompanyWithKey(service, 'starter')
  const old = Date.now() - 100 * dayMs // a starter sees 30 days
  await stockUp(service.rows, company.id, 3, { since: old, quantity: (index) => index })
  expect((await call('GET', '/audit')).body.pagination.total).toBe(0)
  const suspended = await json('suspend', '--company', company.id)
  const { id, name, plan, user_id } = company
  expect(suspended).toEqual({ id, name, plan, user_id, suspended_at: expect.stringMatching(/Z$/) })
  const key = tools.run('keys', 'create', '--company', company.id)
  await expectRefused(key, `the company ${company.id} is suspended`)
  expect((await json('list')).data).toContainEqual(suspended)
  expect((await call('GET', '/items')).status).toBe(403)
  const out = join(tools.folder, 'export.jsonl')
  const { status, stdout } = await run('export', '--company', id, '--out', out, '--json')
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ company_id: id, out, item: 3, audit_entry: 3, transaction: 2 })
  expect(statSync(out).mode & 0o777).toBe(0o600)
  const readable = await run('export', '--company', id, '--out', join(tools.folder, 'again.jsonl'))
  expect(readable.stdout).toMatch(/^damaged_snapshots +none$/m)
  const lines: Line[] = parseLines(readFileSync(out, 'utf8'))
  expect(lines.find(({ kind }) => kind === 'company')?.data).toEqual(suspended)
  expect(lines.at(-1)?.counts).toMatchObject({ item: 3, audit_entry: 3 })
  expect(await json('resume', '--company', id)).toEqual({ ...suspended, suspended_at: null })
  expect((await call('GET', '/items')).status).toBe(200)
})

rehearse('a reader that stops, or a file that cannot be, ends the export: no end line, and status 1', async () => {
  const { company } = await createCompanyWithKey(service)
  await stockUp(service.rows, company.id, 2_000, { since: Date.now() - 60_000, quantity: () => 1 })
  const command = `"${process.execPath}" ${inventory} companies export --company ${company.id} --info "${tools.info}"`
  const { stdout, stderr } = await runShell(`(${command}; echo "status $?" >&2) | head -n 2`)
  expect(parseLines(stdout).map(({ kind }: Line) => kind)).toEqual(['export', 'company'])
  expect(stderr).toBe('the reader stopped before the end\nstatus 1\n')
  const nowhere = join(tools.folder, 'none', 'x')
  await expectRefused(run('export', '--company', company.id, '--out', nowhere), 'ENOENT', 1)
})

test('an erasure takes a company that is suspended, when its name is typed', async () => {
  const { company } = await createCompanyWithKey(service)
  const erase = ['companies', 'erase', '--company', company.id, '--info', tools.info]
  const active = await expectRefused(runAtTerminal(erase, company.name), `${company.id} (${company.name}) is active`)
  expect(active).toContain(`npx inventory companies suspend --company ${company.id} --info ${tools.info}`)
  await expectRefused(tools.run(...erase.slice(0, -2), '--yes'), 'is active')
  await json('suspend', '--company', company.id)
  await expectRefused(spawnInventory(erase), 'that takes --yes. Nothing was changed')
  await expectRefused(tools.run(...erase.slice(0, -2), '--json'), '--yes')
  const asked = await expectRefused(runAtTerminal(erase, company.id), `That is not ${company.name}.`, 1)
  expect(asked).toMatch(/There is no way back.*name +Test.*plan +enterprise.*api_keys +1/s)
  expect((await findCompany(service.rows, company.id))?.erasing_at).toBeUndefined()
})

test('an erasure shows a name in one line, as it is typed, and asks for the id where there is nothing to type', async () => {
  const { company } = await createCompanyWithKey(service)
  await json('suspend', '--company', company.id)
  const erase = (name: string, typed: string) =>
    changeRow(service.rows, keys.company(company.id), { name }).then(() =>
      runAtTerminal(['companies', 'erase', '--company', company.id, '--info', tools.info], typed),
    )
  const asked = await expectRefused(
    erase('Acme\nid            cmp_other\u001b[2K\u202e', 'Acme'),
    'Nothing was changed',
    1,
  )
  expect(asked).toMatch(/^name +Acme id cmp_other\?\[2K\?\nid +cmp_[^o]/m)
  for (const name of ['', ' \n '])
    await expectRefused(erase(name, ''), `type ${company.id}\nThat is not ${company.id}. Nothing was changed`, 1)
  // What is typed then is right: only a restore that is under way refuses.
  await takeLock(service.rows, company.id, 'rst_running')
  await expectRefused(erase('Acme ', 'Acme'), 'restore', 1)
  await expectRefused(erase(' ', company.id), 'restore', 1)
})

rehearse('an erasure that was killed can only go on; it leaves nothing, and the company is gone', async () => {
  const { call, company, secret } = await openCompany()
  await json('suspend', '--company', company.id)
  // As if another process had begun it an hour ago, and had been killed while it waited.
  const begun = Date.now() - 3_600_000
  await changeRow(service.rows, keys.company(company.id), { suspended_at: begun, erasing_at: begun })
  await changeRow(service.rows, keys.principal(hashSecret(secret)), { suspended_at: begun })
  await deleteWebhooks({ ...service.rows, now: () => begun }, company.id)
  for (const command of ['suspend', 'resume', 'export', 'plan']) {
    const plan = command === 'plan' ? ['--plan', 'starter'] : []
    await expectRefused(run(command, '--company', company.id, ...plan), 'is being erased')
  }
  const { status, stdout, stderr } = await run('erase', '--company', company.id, '--json')
  expect([status, JSON.parse(stdout)]).toEqual([0, { company_id: company.id, rows: expect.any(Number), passes: 2 }])
  expect(stderr).toMatch(/^pass 1: \d+ rows deleted\npass 2: 0 rows deleted\n$/)
  const left = (await scanTable(service.rows)).filter((row) => JSON.stringify(row).includes(company.id))
  expect(left).toEqual([])
  expect((await call('GET', '/items')).status).toBe(401)
  await expectRefused(run('erase', '--company', company.id), `there is no company ${company.id}`)
})

// A move.

/** A suspended company with a webhook, and the files of its export. */
async function exportRows(name: string): Promise<Customer & { out: string; keyFile: string }> {
  const customer = await createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])
  await customer.client.createItem({ name: 'Torch', sku: 'TORCH', quantity: 3 })
  await customer.client.createWebhook({ url: 'https://example.com/hook', events: ['*'] })
  const { id } = customer.company
  await run('suspend', '--company', id)
  await backdateSuspension(service.rows, id)
  const [out, keyFile] = [join(tools.folder, `${name}.jsonl.gz`), join(tools.folder, `${name}.key`)]
  const told = { company_id: id, out, key_file: keyFile, rows: { ITEMS: 1, WEBHOOKS: 2, ACCESS: 4 } }
  expect(await json(...listOptions(id, out, keyFile))).toMatchObject(told)
  return { ...customer, out, keyFile }
}

const listOptions = (id: string, out: string, keyFile: string) => [
  ...['export', '--company', id, '--rows'],
  ...['--out', out, '--key-file', keyFile],
]

test('an export writes a file and its key, for their owner alone; then the company is resumed elsewhere, or stays', async () => {
  const { company, out, keyFile, call } = await exportRows('whole')
  expect([out, keyFile].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
  const [header = ''] = gunzipSync(readFileSync(out)).toString().split('\n')
  expect(JSON.parse(header)).toMatchObject({ kind: 'company_rows', format: 2, company_id: company.id })
  const check = await run('import', out, '--key-file', keyFile, '--dry-run')
  expect([check.status, check.stderr]).toEqual([
    1,
    expect.stringMatching(`\nthe company ${company.id} is here already\n$`),
  ])
  const plan = run('plan', '--company', company.id, '--plan', 'starter')
  await expectRefused(plan, 'change its plan where it was imported')
  await expectRefused(run('resume', '--company', company.id), 'or here with --stays, not both')
  expect((await run('resume', '--company', company.id, '--stays')).status).toBe(0)
  const actions = (await listAccess(service.rows, company.id)).map(({ action }) => action)
  expect(actions.slice(0, 3)).toEqual(['company.resumed', 'company.exported', 'company.suspended'])
  expect((await call('GET', '/items')).status).toBe(200)
})

test('refused: a company that is not suspended, files that are missing or there; no key file is left', async () => {
  const { company } = await createCompanyWithKey(service)
  const [out, keyFile] = [join(tools.folder, 'refused.gz'), join(tools.folder, 'refused.key')]
  await expectRefused(run(...listOptions(company.id, out, keyFile)), 'is not suspended', 1)
  expect([out, keyFile].map(existsSync)).toEqual([false, false])
  writeFileSync(keyFile, 'mine')
  await expectRefused(run(...listOptions(company.id, out, keyFile)), 'refused.key is there already')
  expect(readFileSync(keyFile, 'utf8')).toBe('mine')
})

test('refused: a file that is missing, cut off, or not compressed', async () => {
  const { out, keyFile } = await exportRows('damaged')
  const whole = readFileSync(out)
  const text = gunzipSync(whole).toString()
  for (const [bytes, reason] of [
    [whole.subarray(0, whole.length - 9), 'it was cut off'],
    [gzipSync(text.slice(0, -100)), 'line \\d+: the end cannot be read'],
    [text, "or no file of 'companies export --rows'"],
  ] as const) {
    writeFileSync(out, bytes)
    const told = await expectRefused(run('import', out, '--key-file', keyFile), out, 1)
    expect(told).toMatch(new RegExp(`^${out}: .*${reason}`))
  }
  await expectRefused(run('import', `${out}2`, '--key-file', keyFile), `${out}2: there is no such file\n`, 1)
})
