import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { useFolder } from '../support/folder'
import { rehearse } from '../support/rehearse'
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

rehearse('it has no dependencies, and its code needs no module and no global of Node', () => {
  const { dependencies, peerDependencies, ...manifest } = JSON.parse(readFileSync(`${built}/package.json`, 'utf8'))
  const needed = /node:|\brequire\(|\bimport\(|\bimport\s|\bprocess\b|\bBuffer\b|\b__dirname\b/g
  const found = ['index.js', 'index.cjs'].flatMap(
    (file) => readFileSync(`${built}/${file}`, 'utf8').match(needed) ?? [],
  )
  expect([dependencies, peerDependencies, found]).toEqual([undefined, undefined, []])
  expect(manifest).toMatchObject({ name: 'inventory-client', license: 'MIT', engines: { node: '>=20.19.0' } })
})

rehearse('what is packed: code, declarations, README and license, and no source', async () => {
  const [{ files }] = JSON.parse(await run('npm', ['pack', '--dry-run', '--json', resolve(built)]))
  const paths: string[] = files.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.cjs', 'index.d.cts', 'index.d.ts']))
  expect(paths.filter((path) => !/^(LICENSE|README\.md|package\.json|index\.c?js|.+\.d\.c?ts)$/.test(path))).toEqual([])
})

describe.each(cases)('$kind, $name', ({ compiler, type, options }) => {
  rehearse('a strict program compiles, and a wrong field does not; it runs', async () => {
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
