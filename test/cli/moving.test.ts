import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { runInventory } from '../support/command'
import { backdateSuspension } from '../support/moving'
import { type Customer, createCompanyWithKey, useService, useTools } from '../support/service'

// The commands of a move, and how they tell what they find. What is moved is in test/admin/moving.test.ts.

const service = useService()
const tools = useTools(service)
const run = (...args: string[]) => runInventory(['companies', ...args, '--info', tools.info])

/** A suspended company with a webhook, and the files of its export. */
async function exportCompany(name: string): Promise<Customer & { out: string; keyFile: string }> {
  const customer = await createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])
  await customer.client.createItem({ name: 'Torch', sku: 'TORCH', quantity: 3 })
  await customer.client.createWebhook({ url: 'https://example.com/hook', events: ['*'] })
  const { id } = customer.company
  await run('suspend', '--company', id)
  await backdateSuspension(service.rows, id)
  const [out, keyFile] = [join(tools.folder, `${name}.jsonl.gz`), join(tools.folder, `${name}.key`)]
  const { status, stdout, stderr } = await run(...listOptions(id, out, keyFile), '--json')
  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ company_id: id, out, key_file: keyFile, rows: { ITEMS: 1, WEBHOOKS: 2 } })
  return { ...customer, out, keyFile }
}

const listOptions = (id: string, out: string, keyFile: string) => [
  ...['export', '--company', id, '--rows'],
  ...['--out', out, '--key-file', keyFile],
]

test('an export writes a file and its key, for their owner alone; then the company is resumed elsewhere, or stays', async () => {
  const { company, out, keyFile, call } = await exportCompany('whole')
  expect([out, keyFile].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
  const [header = ''] = gunzipSync(readFileSync(out)).toString().split('\n')
  expect(JSON.parse(header)).toMatchObject({ kind: 'company_rows', format: 1, company_id: company.id })
  const check = await run('import', out, '--key-file', keyFile, '--dry-run')
  expect([check.status, check.stderr]).toEqual([1, `the company ${company.id} is here already\n`])
  const plan = await run('plan', '--company', company.id, '--plan', 'starter')
  expect([plan.status, plan.stderr]).toEqual([2, expect.stringContaining('change its plan where it was imported')])
  const resume = await run('resume', '--company', company.id)
  expect([resume.status, resume.stderr]).toEqual([2, expect.stringContaining('or here with --stays, not both')])
  expect((await run('resume', '--company', company.id, '--stays')).status).toBe(0)
  expect((await call('GET', '/items')).status).toBe(200)
})

test('refused: a company that is not suspended, files that are missing or there; no key file is left', async () => {
  const { company } = await createCompanyWithKey(service)
  const [out, keyFile] = [join(tools.folder, 'refused.gz'), join(tools.folder, 'refused.key')]
  const active = await run(...listOptions(company.id, out, keyFile))
  expect([active.status, active.stderr]).toEqual([1, expect.stringContaining('is not suspended')])
  expect([out, keyFile].map(existsSync)).toEqual([false, false])
  writeFileSync(keyFile, 'mine')
  const there = await run(...listOptions(company.id, out, keyFile))
  expect([there.status, there.stderr]).toEqual([2, expect.stringContaining('refused.key is there already')])
  expect(readFileSync(keyFile, 'utf8')).toBe('mine')
  const export_ = ['export', '--company', company.id]
  for (const [args, message] of [
    [[...export_, '--rows'], '--out is needed with --rows'],
    [[...export_, '--rows', '--out', out], '--key-file is needed with --rows'],
    [[...export_, '--key-file', keyFile], '--key-file is for --rows'],
    [['import', out], '--key-file is needed'],
    [['import', '--key-file', keyFile], 'FILE is needed'],
    [['import', out, '--key-file', keyFile], 'has no key: it was not written by the export'],
    [['import', out, '--key-file', `${keyFile}2`], 'has no key: ENOENT'],
  ] as const) {
    const { status, stderr } = await run(...args)
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
  }
})

test('refused: a file that is missing, cut off, or not compressed', async () => {
  const { out, keyFile } = await exportCompany('damaged')
  const whole = readFileSync(out)
  const text = gunzipSync(whole).toString()
  const check = async (bytes: Uint8Array | string) => {
    writeFileSync(out, bytes)
    const { status, stdout, stderr } = await run('import', out, '--key-file', keyFile)
    return [status, stdout, stderr]
  }
  const says = (message: string) => [1, '', expect.stringMatching(`^${out}: .*${message}`)]
  expect(await check(whole.subarray(0, whole.length - 9))).toEqual(says('it was cut off'))
  expect(await check(gzipSync(text.slice(0, -100)))).toEqual(says('line \\d+: the end cannot be read'))
  expect(await check(text)).toEqual(says("or no file of 'companies export --rows'"))
  const missing = await run('import', `${out}2`, '--key-file', keyFile)
  expect([missing.status, missing.stderr]).toEqual([1, `${out}2: there is no such file\n`])
})
