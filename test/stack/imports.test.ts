import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { makeBundling } from '../../lib/bundling'
import { rehearse } from '../support/rehearse'

// What `npm run check` refuses: one violation of each kind is planted, and each must be found.

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inventory-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** By the name of the rule, the file and what it imports. */
const planted = [
  ['imports go down', 'functions/store/x.ts', 'functions/operations/y'],
  ['the domain has no I/O', 'functions/domain/x.ts', 'node:fs'],
  ['the contract knows the domain alone', 'functions/contract/x.ts', 'functions/store/y'],
  ['routes are contract', 'functions/routes.ts', 'functions/store/y'],
  ['columns are pure', 'functions/catalogue/columns/x.ts', 'functions/store/y'],
  ['the runtime knows no rows', 'functions/runtime/x.ts', 'functions/store/y'],
  ['handlers and jobs stand alone', 'functions/handlers/x.ts', 'functions/handlers/y'],
  ['handlers know the routes of their subject alone', 'functions/handlers/z.ts', 'functions/routes'],
  ['handlers and jobs leave rows to operations', 'functions/jobs/x.ts', 'functions/store/y'],
  ['rows of a kind stand on the table and the log', 'functions/store/items/x.ts', 'functions/store/orders/y'],
  ['the table and the log know no kind of rows', 'functions/store/log/x.ts', 'functions/store/orders/y'],
  ['functions hold what runs in Lambda', 'functions/operations/x.ts', 'admin/y'],
  ['the stack knows what describes the functions', 'lib/x.ts', 'functions/operations/y'],
  ['the local runtime knows no code of the functions', 'local/x.ts', 'functions/store/y'],
  ['tests of the local runtime know the product by what tests share alone', 'local/test/x.ts', 'functions/store/y'],
  ['examples are data', 'examples/x.ts', 'node:fs'],
  ['the client needs fetch alone', 'client/x.ts', 'node:fs'],
  ['the back office stands beside the functions', 'admin/x.ts', 'functions/http/y'],
  ['the product does not know its tests', 'cli/x.ts', 'test/y'],
  ['benchmarks set up what they need by the product', 'bench/x.ts', 'test/y'],
  ['React is for the dashboard', 'cli/x.ts', '@tanstack/react-query'],
  ['the CDK is for the stack', 'cli/x.ts', 'aws-cdk-lib'],
  ['middy is for the chain', 'functions/runtime/x.ts', '@middy/core'],
  ['SDKs are for the table, its tools and the runtimes', 'functions/operations/x.ts', '@aws-sdk/lib-dynamodb'],
  ['tools build, and are in no function', 'functions/operations/x.ts', 'esbuild'],
  ['one engine for spreadsheets, in the terminal and in the browser', 'spreadsheets/x.ts', 'node:fs'],
  ['spreadsheets have their readers and writers', 'functions/operations/x.ts', 'csv-parse'],
  ['numbers and codes are pure', 'input/x.ts', 'zod'],
  ['no circle', 'functions/domain/one.ts', 'functions/domain/two'],
  ['every import is found', 'functions/domain/x.ts', 'functions/domain/nowhere'],
] as const

test('each rule of imports, by a type import', () => {
  const lines = new Map<string, string[]>()
  for (const [, file, target] of planted) {
    if (target.endsWith('/y')) write(`${target}.ts`, 'export type Y = 1')
    const isOurs = /^(functions|admin|test)\//.test(target)
    const path = isOurs ? `${'../'.repeat(file.split('/').length - 1)}${target}` : target
    lines.set(file, [
      ...(lines.get(file) ?? []),
      `export type { Y as Y${lines.get(file)?.length ?? 0} } from '${path}'`,
    ])
  }
  for (const [file, own] of lines) write(file, ...own)
  write('functions/domain/two.ts', `export type { Y } from './one'`)
  write('tsconfig.json', readFileSync('tsconfig.json', 'utf8'))
  writePackages()
  const tool = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const config = resolve('.ci/imports.cjs')
  const tops = [
    'functions',
    'admin',
    'lib',
    'local',
    'client',
    'examples',
    'cli',
    'spreadsheets',
    'input',
    'test',
    'bench',
  ]
  const { stdout, stderr } = run(tool, '--config', config, '--output-type', 'json', ...tops)
  if (!stdout) throw new Error(stderr)
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string }; from: string }[] } }
  const found = report.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
  expect(planted.map(([name, file]) => `${name}: ${file}`).filter((each) => !found.includes(each))).toEqual([])
})

test('each rule of imports has a violation above', () => {
  // jest loads it without types: it is configuration.
  const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>('../../.ci/imports.cjs')
  expect(new Set(planted.map(([name]) => name))).toEqual(new Set(forbidden.map(({ name }) => name)))
})

test('more than four parameters, and process.env where no settings are read', () => {
  const five = 'export const five = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e]'
  write('lib/x.ts', 'export const four = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d]', five)
  write('functions/store/x.ts', 'export const home = process.env.HOME')
  const config = JSON.parse(readFileSync('biome.json', 'utf8'))
  const plugins = config.plugins.map((plugin: { path: string }) => ({ ...plugin, path: resolve(plugin.path) }))
  write('biome.json', JSON.stringify({ ...config, plugins, $schema: undefined, vcs: { enabled: false } }))
  const { stdout } = run(resolve('node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=json')
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] }
  expect(diagnostics.map(({ category, location }) => `${location.path}: ${category}`).sort()).toEqual([
    'functions/store/x.ts: lint/style/noProcessEnv',
    'lib/x.ts: lint/complexity/useMaxParams',
  ])
})

test('exports, types and files without a use', () => {
  const { knip } = JSON.parse(readFileSync('package.json', 'utf8'))
  write('package.json', JSON.stringify({ knip }))
  write('functions/handlers/x.ts', `import { used } from '../store/y'`, 'export const handler = used')
  write('functions/store/y.ts', 'export const used = 1', 'export const unused = 2', 'export type Unused = 3')
  write('functions/store/z.ts', 'export const z = 1')
  const { stdout } = run(resolve('node_modules/knip/bin/knip.js'), '--reporter=json')
  const { issues } = JSON.parse(stdout) as { issues: ({ file: string } & Record<string, { name: string }[]>)[] }
  const found = issues.flatMap(({ file, ...kinds }) => {
    return Object.entries(kinds).flatMap(([kind, names]) => names.map(({ name }) => `${file}: ${kind} ${name}`))
  })
  expect(found.sort()).toEqual([
    'functions/store/y.ts: exports unused',
    'functions/store/y.ts: types Unused',
    'functions/store/z.ts: files functions/store/z.ts',
  ])
})

/** Only where a package is counts. */
function writePackages(): void {
  const ofOthers = planted.filter(([, , target]) => /^(@|aws-cdk|esbuild|csv)/.test(target))
  for (const [, , name] of ofOthers) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
}

function write(file: string, ...lines: string[]): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), lines.map((line) => `${line}\n`).join(''))
}

function run(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
}

// `functions/` holds what runs in Lambda, and nothing else. Types are in no bundle: their imports are followed.

rehearse('every file of functions/ is in a function', async () => {
  const bundling = makeBundling('dist/test/functions')
  // Without the packages it takes a tenth of the time. Some of our files stand in for packages.
  const { metafile } = await build({ ...bundling, packages: 'external', write: false, metafile: true })
  const standIns = Object.values(bundling.alias).map((path) => relative('.', path))
  const used = new Set([...Object.keys(metafile.inputs), ...standIns].filter(isInFunctions))
  // A set that grows while it is walked through is walked to its end.
  for (const file of used) for (const imported of listImports(file)) used.add(imported)
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' })
    .map((path) => join('functions', path))
    .filter(isInFunctions)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !used.has(file))).toEqual([])
})

function isInFunctions(file: string): boolean {
  return file.startsWith('functions/') && file.endsWith('.ts')
}

/** What a file imports, values and types, by the form that the formatter gives all imports. */
function listImports(file: string): string[] {
  const matches = readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)
  return Array.from(matches, ([, path = '']) => `${join(dirname(file), path)}.ts`).filter(isInFunctions)
}
