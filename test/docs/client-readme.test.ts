import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildSync } from 'esbuild'
import { operations } from '../../client/generated/methods'
import { readBlocks } from '../support/guide'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, useService } from '../support/service'

const service = useService()
const readme = 'client/README.md'
const run = promisify(execFile)
let folder: string

beforeAll(() => {
  folder = mkdtempSync('dist/test/client-readme-')
})
afterAll(() => rmSync(folder, { recursive: true }))

rehearse('its examples, one after the other, are a program that compiles and runs', async () => {
  const examples = readBlocks(readme).filter(({ language }) => language === 'ts')
  const [source, program] = [join(folder, 'examples.ts'), join(folder, 'examples.mjs')]
  const paths = { 'inventory-client': [resolve('client/index.ts')] }
  const compilerOptions = { noEmit: true, paths, types: ['node'] }
  writeFileSync(source, examples.map(({ text }) => text).join('\n'))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: resolve('tsconfig.json'), compilerOptions, include: [], files: ['examples.ts'] }),
  )
  await run('node_modules/.bin/tsc', ['-p', folder])
  buildSync({
    entryPoints: [source],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { 'inventory-client': resolve('client/index.ts') },
  })
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

test('it names every call', () => {
  const text = readFileSync(readme, 'utf8')
  expect(Object.keys(operations).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
