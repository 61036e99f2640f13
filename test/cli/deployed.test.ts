import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setSuspended, suspendParts } from '../../admin/companies/companies'
import { setErasing } from '../../admin/companies/erase-company'
import { describeError } from '../../cli/aws-errors'
import { requireInert } from '../../cli/deploy/assembly-guard'
import { adviseAfterFailure, requireTable } from '../../cli/deploy/table-guard'
import { localAccess } from '../../cli/target'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { useAws } from '../support/aws'
import { expectRefused, readJson, runInventory, runShell } from '../support/command'
import { emptyTable } from '../support/empty-table'
import { useFolder } from '../support/folder'
import { backdateSuspension } from '../support/moving'
import { rehearse } from '../support/rehearse'
import { synthesized } from '../support/stack'

// Against a deployed stack, by the requests that the tools send.

const { engine, aws, settings } = useAws(2)
const folder = useFolder()
const attempt = (tool: string, ...args: string[]) =>
  runInventory([tool, ...args, '--stack', 'Inventory-prod', '--json'], settings())
const listKeys = () => [...aws.gateway.keys.keys()]
const tags = { 'inventory-stack': 'Inventory-prod' }

const run = (tool: string, ...args: string[]) => readJson(attempt(tool, ...args))

const createCompany = (plan = 'starter') => run('companies', 'create', '--name', 'Acme', '--plan', plan)
const createKey = (company: string) => run('keys', 'create', '--company', company)

const hasKey = (id: string) => ({ keyId: `gateway-${id}`, keyType: 'API_KEY' })
const ofKey = (id: string) => ({ name: id, value: id.slice(4), enabled: true, tags })

rehearse('a key is added to the plan under a value that is not the secret, moved with it, and deleted', async () => {
  const company = await createCompany()
  expect(aws.calls).toEqual([])

  const { id, key } = await createKey(company.id)
  expect(key).toMatch(/^sk_live_/)
  const tried = { method: 'GET', path: '/v1/items?limit=1', body: null }
  expect(aws.calls).toEqual([
    { method: 'POST', path: '/apikeys', body: ofKey(id) },
    { method: 'POST', path: '/usageplans/plan-s/keys', body: hasKey(id) },
    ...[tried, tried, tried], // API Gateway did not know the key the first two times
  ])
  expect(id.slice(4)).toMatch(/^[0-9A-Za-z]{26}$/)
  expect(JSON.stringify(aws.calls)).not.toContain(key)

  aws.calls.splice(0)
  await run('companies', 'plan', '--company', company.id, '--plan', 'enterprise')
  expect(aws.calls).toEqual([
    { method: 'GET', path: `/apikeys?name=${id}`, body: null },
    { method: 'DELETE', path: `/usageplans/plan-s/keys/gateway-${id}`, body: null },
    { method: 'DELETE', path: `/usageplans/plan-p/keys/gateway-${id}`, body: null },
    { method: 'POST', path: '/usageplans/plan-e/keys', body: hasKey(id) },
  ])

  aws.calls.splice(0)
  await run('keys', 'revoke', '--key', id)
  expect(aws.calls).toEqual([
    { method: 'GET', path: `/apikeys?name=${id}`, body: null },
    { method: 'DELETE', path: `/apikeys/gateway-${id}`, body: null },
  ])
  expect((await readApiKeys(engine.table, company.id))[0]?.revoked_at).toEqual(expect.any(Number))
})

test.each(['POST /apikeys', 'POST /usageplans/plan-s/keys'])('where %s fails, no key works', async (call) => {
  const company = await createCompany()
  aws.fail(call)
  const told = await expectRefused(attempt('keys', 'create', '--company', company.id), 'It failed.', 1)
  expect(told).toBe('It failed.\n')
  expect(listKeys()).toEqual([])
  expect(await readApiKeys(engine.table, company.id)).toMatchObject([{ revoked_at: expect.any(Number) }])
})

test('where what was made cannot be cleared away either, the key to revoke is named', async () => {
  const company = await createCompany()
  aws.fail('POST /apikeys')
  aws.fail('GET /apikeys')
  const told = await expectRefused(attempt('keys', 'create', '--company', company.id), 'keys revoke', 1)
  const [key] = await readApiKeys(engine.table, company.id)
  expect(told).toContain(`npx inventory keys revoke --key ${key?.id}`)
  aws.failing.clear()
  await run('keys', 'revoke', '--key', String(key?.id))
  expect(listKeys()).toEqual([])
})

rehearse('a plan change moves every key, and makes the one that API Gateway lacks', async () => {
  const company = await createCompany()
  const ids = [(await createKey(company.id)).id, (await createKey(company.id)).id]
  aws.gateway.keys.delete(ids[0])
  aws.calls.splice(0)
  await run('companies', 'plan', '--company', company.id, '--plan', 'enterprise')
  expect(listKeys().sort()).toEqual([...ids].sort())
  const posted = aws.calls.filter(({ method }) => method === 'POST')
  expect(posted).toEqual([
    { method: 'POST', path: '/apikeys', body: ofKey(ids[0]) },
    ...ids.map((id) => ({ method: 'POST', path: '/usageplans/plan-e/keys', body: hasKey(id) })),
  ])
})

rehearse('an erasure deletes the keys of API Gateway before the rows', async () => {
  const company = await createCompany()
  const { id } = await createKey(company.id)
  const begun = Date.now() - 3_600_000
  const before = { ...engine.table, now: () => begun } // so that there is nothing to wait for
  await setSuspended(before, company.id)
  await setErasing(before, company.id)
  await suspendParts(before, company.id, 'keys')
  aws.fail(`DELETE /apikeys/gateway-${id}`)
  await expectRefused(attempt('companies', 'erase', '--company', company.id), 'It failed.\n', 1)
  expect(await readApiKeys(engine.table, company.id)).toHaveLength(1)
  aws.failing.clear()
  const { status, stdout } = await attempt('companies', 'erase', '--company', company.id)
  // The company, three of its key, and what the access log says of it.
  expect([status, JSON.parse(stdout)]).toEqual([0, { company_id: company.id, rows: 6, passes: 2 }])
  expect(listKeys()).toEqual([])
})

rehearse('a company that is moved in gets its key in the usage plan; run again, it is not made twice', async () => {
  const company = await createCompany('enterprise')
  const { id } = await createKey(company.id)
  await run('companies', 'suspend', '--company', company.id)
  await backdateSuspension({ ...engine.table, now: Date.now }, company.id)
  const [out, keyFile] = [join(folder, 'acme.gz'), join(folder, 'acme.key')]
  await run('companies', 'export', '--company', company.id, '--rows', '--out', out, '--key-file', keyFile)
  await emptyTable(engine.table, [])
  aws.reset()
  const bring = () => attempt('companies', 'import', out, '--key-file', keyFile)
  aws.fail('POST /usageplans/plan-e/keys')
  expect((await bring()).status).toBe(1)
  aws.failing.clear()
  const { status, stdout } = await bring()
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { company_id: company.id, api_keys: 1, findings: 0 }])
  expect(listKeys()).toEqual([id])
  expect(aws.calls.filter(({ path }) => path === '/apikeys')).toHaveLength(1)
  expect(aws.calls.at(-1)).toMatchObject({ path: '/usageplans/plan-e/keys', body: { keyId: `gateway-${id}` } })
})

/** In one line. */
async function expectTold(message: string, own: Record<string, string> = {}): Promise<void> {
  const args = ['companies', 'list', '--stack', 'Inventory-prod', '--json']
  const told = await expectRefused(runInventory(args, { ...settings(), ...own }), message, 1)
  expect(told.trimEnd().split('\n')).toHaveLength(1)
}

test.each([
  [{ AWS_REGION: '' }, 'Set AWS_REGION, such as AWS_REGION=eu-central-1, or AWS_PROFILE'],
  [{ AWS_ACCESS_KEY_ID: '' }, 'from any providers. Set AWS_PROFILE, or AWS_ACCESS_KEY'],
])('with the settings %j, it says which one to set', (own, told) => expectTold(told, own))

const expired = 'The security token included in the request is expired'
const unknown = 'The security token included in the request is invalid.'
const denied = 'User: u is not authorized to perform: cloudformation:DescribeStacks'
const missing = 'Stack with id Inventory-prod does not exist'

test.each([
  ['ExpiredToken', expired, 'is expired. The credentials have expired: sign in again'],
  ['InvalidClientTokenId', unknown, 'AWS does not know these credentials: check AWS_PROFILE'],
  ['AccessDenied', denied, 'cloudformation:DescribeStacks. The credentials lack this right'],
  ['ValidationError', missing, `${missing}. Check --stack, AWS_REGION and AWS_PROFILE`],
])('where AWS answers %s, it says what to do', async (type, message, told) => {
  aws.fail('POST /', { status: 400, type, message })
  await expectTold(told)
})

test.each([
  ['CREATE_IN_PROGRESS', 'the stack Inventory-prod has the status CREATE_IN_PROGRESS, and no outputs'],
  ['ROLLBACK_COMPLETE', 'has failed: npx inventory stacks leftovers --stack Inventory-prod'],
  ['CREATE_COMPLETE', 'has no output StarterPlanId: is it an inventory stack?'],
])('of a stack without outputs, whose status is %s, it says what it may be', async (status, told) => {
  Object.assign(aws.stack, { status, hasOutputs: false })
  await expectTold(told)
})

test('without any region, it says which setting to set', () => {
  expect(describeError(new Error('Region is missing'))).toMatch(/^Region is missing\. Set AWS_REGION/)
})

// What `npm run deploy` asks CloudFormation before it deploys.

const guard = (...args: string[]) => requireTable(args, { ...localAccess, endpoint: aws.endpoint })

test('a stack on a table that it has not made is refused, with the command to use', async () => {
  aws.stack.makesTable = false
  const args = ['--context=stage=prod', '-c', 'docs=false', '--require-approval', 'never', '-c', "runbook=it's here"]
  await expect(guard(...args)).rejects.toThrow(
    `The stack Inventory-prod runs on the table ${engine.table.name}, which it has not made. Without '-c table'`,
  )
  const command =
    'npm run deploy -- --context=stage=prod -c docs=false --require-approval never ' +
    `-c 'runbook=it'\\''s here' -c table=${engine.table.name}`
  await expect(guard(...args)).rejects.toThrow(`\n\n  ${command}\n\n`)
  await expect(guard()).rejects.toThrow('The stack Inventory-dev runs on')
})

test.each([
  [['-c', 'table=restored']],
  [['-c', 'table=another', '-c', 'stage=prod']],
  [['--context=table=restored']],
  [['-c', 'stage=prod', '--profile', 'me', '-c', 'table=restored']],
])('with %j nothing is asked', async (args) => {
  aws.fail('POST /', { status: 500, type: 'InternalFailure', message: 'It was asked.' })
  await guard(...args)
})

test('what the CDK does not take for the switch is none', async () => {
  aws.stack.makesTable = false
  await expect(guard(`-ctable=${engine.table.name}`)).rejects.toThrow('The stack Inventory-dev runs on')
  await expect(guard('-c', 'tables=1', 'table=1')).rejects.toThrow('The stack Inventory-dev runs on')
})

/** Writes what `cdk synth` does, of a stack with one resource. `files`: more of them, or others. */
function writeAssembly(Type: string, files: Record<string, string> = {}): string {
  const app = mkdtempSync(join(folder, 'cdk.out-'))
  const template = JSON.stringify({ Resources: { Only: { Type } } })
  const all = { 'manifest.json': '{}', 'Inventory-prod.template.json': template, ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(app, name), text)
  return app
}

test('of an assembly that is there, its template says whether it makes a table, whatever the switches say', async () => {
  aws.stack.makesTable = false
  const making = writeAssembly('AWS::DynamoDB::Table')
  const told = `Synthesize it again with '-c table=${engine.table.name}'`
  await expect(guard('--app', making, '-c', 'table=another')).rejects.toThrow(told)
  await expect(guard('-a', making)).rejects.toThrow('The stack Inventory-prod runs on')
  aws.fail('POST /', { status: 500, type: 'InternalFailure', message: 'It was asked.' })
  await guard('--app', writeAssembly('AWS::SQS::Queue'))
})

const asset = (own: object) =>
  JSON.stringify({ files: { a: { source: { path: 'a.mjs', packaging: 'file', ...own } } } })
const command = asset({ executable: ['id'] })
const assets = { type: 'cdk:asset-manifest', properties: { file: 'a.json' } }
const stack = { type: 'aws:cloudformation:stack', additionalMetadataFile: 'a.json' }
const metadata = { '/a': [{ type: 'aws:cdk:asset', data: { packaging: 'container-image' } }] }

test.each<[string, string, object, string]>([
  ['a command, whatever its file is called', 'executable', assets, command],
  ['a command in another spelling', 'executable', assets, command.replace('exec', String.raw`\u0065xec`)],
  ['a command under a hidden key', '__proto__', assets, command.replace('"a"', '"__proto__"')],
  ['an image', 'dockerImages', assets, '{"dockerImages":{"a":{"source":{"directory":"."}}}}'],
  ['a nested assembly', 'type', { type: 'cdk:cloud-assembly' }, ''],
  ['an asset in metadata', 'aws:cdk:asset', { ...stack, metadata }, '{}'],
  ['an asset in a file of metadata', 'aws:cdk:asset', stack, JSON.stringify(metadata)],
  ['a file of elsewhere', 'out of its folder', assets, asset({ path: '../package.json' })],
])('an assembly by which the CDK would run or upload something else is refused: %s', async (_, reason, a, text) => {
  const app = writeAssembly('AWS::SQS::Queue', {
    'manifest.json': JSON.stringify({ artifacts: { a } }),
    'a.json': text,
  })
  await expect(guard('--app', app)).rejects.toThrow(new RegExp(`^The assembly .* is refused, by .*json: .*${reason}`))
})

test('of assemblies, ours is inert, and one with a link is not', () => {
  requireInert(synthesized)
  const app = writeAssembly('AWS::SQS::Queue')
  symlinkSync('/proc/self/environ', join(app, 'link'))
  expect(() => requireInert(app)).toThrow('is refused, by link: It is neither a file nor a folder')
})

const notThere = { status: 400, type: 'ValidationError', message: 'Stack with id Inventory-dev does not exist' }
const failed = { status: 'ROLLBACK_COMPLETE', hasOutputs: false }
test.each<[string, () => unknown]>([
  ['that has made its table', () => Object.assign(aws.stack, { makesTable: true })],
  ['that does not exist', () => aws.fail('POST /', notThere)],
  ['whose first deployment has failed', () => Object.assign(aws.stack, failed)],
])('a stack %s has no table to lose: it is deployed without the switch', async (_, arrange) => {
  aws.stack.makesTable = false
  arrange()
  await guard()
})

test('after a first deployment that has failed, the command that clears away is named, and else none', async () => {
  const advise = () => adviseAfterFailure(['-c', 'stage=prod'], { ...localAccess, endpoint: aws.endpoint })
  expect(await advise()).toBeNull()
  Object.assign(aws.stack, failed)
  expect(await advise()).toMatch(/npx inventory stacks leftovers --stack Inventory-prod$/)
})

test('where CloudFormation answers with an error, that is told, with what to do, and nothing is deployed', async () => {
  aws.fail('POST /', { status: 403, type: 'AccessDenied', message: denied })
  const told = /^It could not be asked on which table the stack Inventory-prod runs\..*The credentials lack this right/s
  await expect(guard('-c', 'stage=prod')).rejects.toThrow(told)
})

rehearse('npm run deploy is refused, and asks nothing where only help is wanted', async () => {
  const deploy = (args: string, own: Record<string, string> = {}) =>
    runShell(`npm run --silent deploy -- ${args}`, { ...settings(), CI: 'true', ...own })
  aws.stack.makesTable = false
  const reason = `npm run deploy -- -c stage=prod -c table=${engine.table.name}`
  expect(await expectRefused(deploy('-c stage=prod'), reason, 1)).not.toMatch(/^ +at /m)
  const unknown = deploy('-c stage=prod', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' })
  await expectRefused(unknown, 'Set AWS_PROFILE, or AWS_ACCESS_KEY_ID', 1)
  const help = await deploy('--help')
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('--require-approval')])
})
