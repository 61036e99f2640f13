import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildSync } from 'esbuild'
import { keyScopes } from '../../functions/domain/companies/caller'
import { serve } from '../../local/serve'
import { readBlocks } from '../support/guide'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'

const service = useService(() => startTestService(readTestStack(), { events: true }))
const run = promisify(execFile)
let folder: string

beforeAll(() => {
  folder = mkdtempSync('dist/test/readmes-')
})
afterAll(() => rmSync(folder, { recursive: true }))

rehearse(
  'the tour of the README can be pasted whole, and prints what it shows',
  async () => {
    const tour = readBlocks('README.md').find(({ language }) => language === 'sh tour')?.text ?? ''
    service.setTime(0) // the machine's clock: what verifies the event goes by it
    const { secret, call } = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
    const port = await findPort()
    const script = tour
      .replace(/sk_test_\w+/, secret)
      .replace('http://127.0.0.1:4000/v1', service.baseUrl)
      .replaceAll('4100', port)
    const { stdout, stderr } = await run('sh', ['-euc', script])
    expect(stderr).toBe(`Listening on http://127.0.0.1:${port}/\n`)
    const lines = stdout.trim().split('\n')
    const [refused, ledger, event] = lines.map((line) => JSON.parse(line))
    const message = 'Not enough stock: 7 available, 8 wanted.'
    expect(refused).toMatchObject({ error: { code: 'insufficient_stock', field: 'quantity', message } })
    expect(ledger).toMatchObject({
      data: [
        { sequence: 3, type: 'reversal', quantity_change: 3, quantity_after: 10 },
        { sequence: 2, type: 'issue', quantity_change: -3, quantity_after: 7 },
        { sequence: 1, type: 'initial', quantity_change: 10, quantity_after: 10 },
      ],
      pagination: { total: 3, limit: 50, offset: 0, has_more: false },
    })
    const data = { object: { quantity: 7, reorder_point: 8 }, previous: { quantity: 10 } }
    expect(event).toMatchObject({ type: 'item.low_stock', data })
    expect((await call('GET', '/webhooks')).body.pagination.total).toBe(0)
  },
  120_000,
)

/** One that is free now. */
async function findPort(): Promise<string> {
  const { endpoint, stop } = await serve(() => {})
  await stop()
  return new URL(endpoint).port
}

rehearse('the examples of the client’s README, one after the other, are a program that compiles and runs', async () => {
  const examples = readBlocks('client/README.md').filter(({ language }) => language === 'ts')
  const [source, program] = [join(folder, 'examples.ts'), join(folder, 'examples.mjs')]
  const paths = { 'inventory-client': [resolve('client/index.ts')] }
  const compilerOptions = { noEmit: true, paths, types: ['node'] }
  writeFileSync(source, examples.map(({ text }) => text).join('\n'))
  const config = { extends: resolve('tsconfig.json'), compilerOptions, include: [], files: ['examples.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await run('node_modules/.bin/tsc', ['-p', folder])
  const alias = { 'inventory-client': resolve('client/index.ts') }
  buildSync({ entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm', alias })
  const { secret } = await createCompanyWithKey(service)
  const env = { INVENTORY_BASE_URL: service.baseUrl, INVENTORY_API_KEY: secret }
  const { stdout } = await run(process.execPath, [program], { env })
  expect(stdout.trim().split('\n')).toEqual([
    'TORCH-1 7',
    'A restore would change 0 items.',
    '1 of 1',
    'update',
    'update',
    'update',
    'create',
    '1',
    '5 more of 5',
    'string',
    '400',
    'Not enough stock: 5 available, 1000 wanted. (400 insufficient_stock)',
    'Torch',
  ])
})
