import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type * as inventory from '../../client'
import { useFolder } from '../support/folder'
import { createCompanyWithKey, useService } from '../support/service'

// Builds the package, and uses it as its users do: packed, installed and compiled in a project of its own.

const service = useService()
const built = 'dist/client'
const project = useFolder()

const compilers = { 'TypeScript 7': 'node_modules/.bin/tsc', 'TypeScript 5.9': 'client/node_modules/.bin/tsc' }
const projects = {
  'an ES module': { type: 'module', options: { module: 'nodenext' } },
  CommonJS: { type: 'commonjs', options: { module: 'nodenext' } },
  'a bundler': { type: 'module', options: { module: 'esnext', moduleResolution: 'bundler' } },
} as const
const cases = Object.entries(projects).flatMap(([kind, settings]) =>
  Object.entries(compilers).map(([name, compiler]) => ({ kind, name, compiler, ...settings })),
)

const program = `import { ApiError, createClient, type Item } from 'inventory-client'

export async function run(baseUrl: string, apiKey: string): Promise<string[]> {
  const client = createClient({ baseUrl, apiKey })
  const item: Item = await client.createItem({ name: 'Torch', sku: 'TORCH-1' })
  // @ts-expect-error: no such field
  const error: unknown = await client.createItem({ name: 'Tent', sku: 'TENT-1', colour: 'red' }).catch((error) => error)
  const found: string[] = [item.sku, error instanceof ApiError ? error.code : 'none']
  for await (const { name } of client.listItems({ sort: 'name' })) found.push(name)
  return found
}
`

beforeAll(async () => {
  await run(process.execPath, ['--import', 'tsx', 'client/scripts/build.ts'])
  const packed = await run('npm', ['pack', '--json', '--pack-destination', project, resolve(built)])
  const [{ filename }] = JSON.parse(packed)
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(project, filename)], project)
}, 120_000)

async function run(command: string, args: string[], cwd?: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`)
  }
}

test('it has no dependencies, and its code needs no module and no global of Node', () => {
  const { dependencies, peerDependencies, ...manifest } = JSON.parse(readFileSync(`${built}/package.json`, 'utf8'))
  const needed = /node:|\brequire\(|\bimport\(|\bimport\s|\bprocess\b|\bBuffer\b|\b__dirname\b/g
  const found = ['index.js', 'index.cjs'].flatMap(
    (file) => readFileSync(`${built}/${file}`, 'utf8').match(needed) ?? [],
  )
  expect([dependencies, peerDependencies, found]).toEqual([undefined, undefined, []])
  expect(manifest).toMatchObject({ name: 'inventory-client', license: 'MIT', engines: { node: '>=20.19.0' } })
})

test('what is packed: code, declarations, README and license, and no source', async () => {
  const [{ files }] = JSON.parse(await run('npm', ['pack', '--dry-run', '--json', resolve(built)]))
  const paths: string[] = files.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.cjs', 'index.d.cts', 'index.d.ts']))
  expect(paths.filter((path) => !/^(LICENSE|README\.md|package\.json|index\.c?js|.+\.d\.c?ts)$/.test(path))).toEqual([])
})

describe.each(cases)('$kind, $name', ({ compiler, type, options }) => {
  test('a strict program compiles, and a wrong field does not; it runs', async () => {
    const folder = mkdtempSync(join(project, 'program-'))
    const compilerOptions = { ...options, target: 'es2023', strict: true, skipLibCheck: false, types: [] }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    writeFileSync(join(folder, 'program.ts'), program)
    await run(resolve(compiler), ['-p', folder])
    const { secret } = await createCompanyWithKey(service)
    const start = `import('./program.js').then(({ run }) => run('${service.baseUrl}', '${secret}')).then(console.log)`
    expect(await run(process.execPath, ['-e', start], folder)).toBe("[ 'TORCH-1', 'invalid_request', 'Torch' ]\n")
  })
})

declare const verifyWebhook: typeof inventory.verifyWebhook

// `npm run check` checks the types of this file: each `@ts-expect-error` must stand above an error. Nothing here runs.

const typed: ((client: inventory.InventoryClient) => Promise<unknown>)[] = [
  async (client) => {
    const item: inventory.Item = await client.createItem({ name: 'Torch', sku: 'TORCH-1' })
    // @ts-expect-error: no such field
    client.createItem({ name: 'Torch', sku: 'TORCH-1', colour: 'red' })
    // @ts-expect-error: the SKU is missing
    client.createItem({ name: 'Torch' })
    // @ts-expect-error: a quantity is a number
    client.updateItem(item.id, { quantity: '5' })
    // @ts-expect-error: no such field of an item
    return item.price
  },
  async (client) => {
    const item: inventory.Item = await client.items.upsert({ sku: 'TORCH-1', location: 'A1' })
    // @ts-expect-error: the SKU names the item
    client.items.upsert({ id: item.id, name: 'Torch' })
    const { data } = await client.items.upsert([{ sku: 'TORCH-1' }])
    // @ts-expect-error: a row may have failed
    return data[0].item
  },
  async (client) => {
    // @ts-expect-error: no such movement
    client.createTransactions({ type: 'sale', sku: 'TORCH-1', quantity: 1 })
    // @ts-expect-error: no such reason
    client.createTransactions({ type: 'issue', sku: 'TORCH-1', quantity: 1, reason: 'sold' })
    const movement = { type: 'issue', sku: 'TORCH-1', quantity: 1 } as const
    const single: inventory.Transaction = await client.createTransactions(movement)
    // A dry run alone has no id.
    const id: string = (await client.createTransactions(movement)).id
    // @ts-expect-error: it may be null
    const none: string = (await client.createTransactions({ ...movement, dry_run: true })).id
    const { data } = await client.createTransactions({ transactions: [movement] })
    const several: inventory.Transaction[] = data
    // @ts-expect-error: one movement has one transaction
    single.data
    return [several, id, none]
  },
  async (client) => {
    // @ts-expect-error: no such filter
    client.listItems({ colour: 'red' })
    // @ts-expect-error: no such order
    client.listItems({ sort: 'colour' })
    // @ts-expect-error: a list of orders has other filters
    client.listOrders({ low_stock: true })
    const { data, pagination } = await client.listItems({ low_stock: true, limit: 5 })
    const rows: inventory.Item[] = data
    const total: number = pagination.total
    for await (const item of client.listItems()) {
      const quantity: number = item.quantity
      // @ts-expect-error: no such field of an item
      rows.push(item, quantity, item.colour)
    }
    // @ts-expect-error: a list is no array
    client.listItems().length
    return [rows, total]
  },
  async (client) => {
    const counts: inventory.RestoreCounts = await client.restoreSnapshot('snp_1', { dry_run: true })
    const restore: inventory.Restore = await client.restoreSnapshot('snp_1', { mode: 'merge' })
    // @ts-expect-error: a dry run has no id
    counts.id
    // @ts-expect-error: a dry run is no restore
    const wrong: inventory.Restore = await client.restoreSnapshot('snp_1', { dry_run: true })
    // @ts-expect-error: no such mode
    client.restoreSnapshot('snp_1', { mode: 'undo' })
    return [restore, wrong]
  },
  async () => {
    const event = await verifyWebhook('{}', new Headers(), 'whsec_', { toleranceSeconds: 60, now: Date.now })
    await verifyWebhook(new Uint8Array(), { 'webhook-id': ['1'], host: undefined }, ['whsec_'] as const)
    await verifyWebhook(new ArrayBuffer(0), new Map([['webhook-id', '1']]), 'whsec_')
    // @ts-expect-error: what was parsed cannot be verified
    verifyWebhook({ type: 'item.created' }, {}, 'whsec_')
    // @ts-expect-error: it may be missing in the environment
    verifyWebhook('{}', {}, process.env.INVENTORY_WEBHOOK_SECRET)
    if (event.type === 'webhook.test') return event.data.object.url
    // @ts-expect-error: it is known for some types alone
    event.data.object.sku
    if (event.type === 'item.low_stock') return event.data.object.sku
    // @ts-expect-error: no such type
    return event.type === 'item.sold'
  },
  async (client) => {
    client.updateItem('itm_1', { location: null }, { ifMatch: '"1"', idempotencyKey: 'a', timeoutMs: 5 })
    // @ts-expect-error: an item that is created has no revision before
    client.createItem({ name: 'Torch', sku: 'TORCH-1' }, { ifMatch: '"1"' })
    // @ts-expect-error: a read has no key
    client.getItem('itm_1', { idempotencyKey: 'a' })
    // @ts-expect-error: the id is missing
    client.getItem()
    // @ts-expect-error: options are not the body
    client.updateItem('itm_1', { ifMatch: '"1"' })
    const order: inventory.Order = await client.getOrder('po_1')
    // @ts-expect-error: an order has no such status
    return order.status === 'open'
  },
]

test('tsc has checked the calls', () => {
  expect(typed.length).toBeGreaterThan(0)
})
