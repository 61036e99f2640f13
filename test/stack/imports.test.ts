import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { type ImportRule, importRules } from '../../scripts/import-rules'

// What `npm run check` refuses: violations are planted in a folder with its configuration, and only they may be found.

const rules = importRules.flatMap(separate)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inventory-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a folder must never import, whatever its rule comes to say. */
const never: Record<string, string> = {
  'functions/domain': 'node:crypto',
  'functions/store/*': 'functions/store/items/y',
  'functions/store/log': 'functions/store/commit/y',
  'functions/store/{items,orders,stock,companies,snapshots,catalogue}': 'functions/store/commit/y',
  'functions/store/commit': 'functions/operations/y',
  'functions/catalogue': '@aws-sdk/lib-dynamodb',
  'functions/operations': 'functions/http/y',
  'functions/operations/companies/verification': 'functions/operations/companies/y',
  'functions/contract': 'functions/store/y',
  'functions/routes.ts': 'functions/handlers/y',
  'functions/runtime': 'functions/store/y',
  'functions/runtime/env.ts': 'functions/store/y',
  'functions/http': 'functions/store/items/y',
  'functions/handlers': 'functions/handlers/y',
  'functions/jobs': 'functions/http/y',
  'functions/reference-page': 'functions/store/y',
  lib: 'functions/operations/y',
  bin: 'functions/routes',
  openapi: 'functions/http/y',
  'reference-page': 'functions/routes',
  client: 'functions/contract/y',
  'client/scripts': 'functions/routes',
  local: 'functions/domain/y',
  cli: 'functions/http/y',
  'cli/command-line.ts': 'functions/domain/y',
  'cli/access.ts': 'functions/domain/y',
  'cli/recovery': 'functions/contract/y',
  'cli/smoke': 'functions/operations/y',
  'cli/spreadsheets': 'functions/operations/y',
  scripts: 'functions/operations/y',
  testing: 'test/y',
  bench: 'test/y',
  test: 'bin/y',
}

describe('who may import whom', () => {
  const files = rules.flatMap((rule) => listFiles(rule).map((file) => ({ rule, file })))
  const tops = new Set(rules.map((rule) => rule.folder.split('/')[0]))
  const isOurs = (path: string) => tops.has(path.split('/')[0])
  const targets = new Set([
    ...files.map(({ file }) => file.replace(/x\.ts$/, 'y').replace(/\.ts$/, '')),
    ...rules.flatMap(({ imports }) => imports).filter((path) => existsSync(`${path}.ts`)),
    ...rules.flatMap(({ packages }) => packages).map((name) => name.replace('*', 'y')),
    ...Object.values(never),
    ...['node:process', 'node:fs/promises'],
  ])

  test('each folder imports what its rule says, and nothing else', () => {
    const expected = files.flatMap(({ rule, file }) => {
      const lines = [...targets].map((target) => `import '${isOurs(target) ? specifier(file, target) : target}'`)
      const env = 'console.log(process.env.HOME)'
      write(file, ...lines, env)
      const refused = lines.filter((_, index) => !mayImport(rule, [...targets][index] ?? ''))
      return [...refused, ...(rule.env ? [] : [env])].map((line) => `${file}: ${line}`)
    })
    expect(lint('style/noRestrictedImports', 'style/noProcessEnv')).toEqual(expected.sort())
  })

  test('each rule keeps to what its folder must never import', () => {
    expect(Object.keys(never)).toEqual(importRules.map((rule) => rule.folder))
    const broken = importRules.filter((rule) => separate(rule).some((one) => mayImport(one, never[rule.folder] ?? '')))
    expect(broken).toEqual([])
  })

  test('each rule is of a folder that is there', () => {
    const paths = rules.flatMap((rule) => [rule.folder, ...rule.imports]).map((path) => path.replace('/*', ''))
    expect(paths.filter((path) => !existsSync(path) && !existsSync(`${path}.ts`))).toEqual([])
  })

  test('a folder without a rule imports nothing', () => {
    const folders = ['functions/domain/items/new', 'functions/new', 'functions/store/new', 'new']
    for (const path of folders) write(`${path}/x.ts`, `import 'zod'`)
    expect(lint('style/noRestrictedImports')).toEqual(folders.map((path) => `${path}/x.ts: import 'zod'`))
  })

  function mayImport(rule: ImportRule, target: string): boolean {
    if (isOurs(target)) return [...(rule.alone ? [] : [rule.folder]), ...rule.imports].some((path) => has(path, target))
    if (target === 'node:process' && !rule.env) return false
    return rule.packages.some(
      (name) => name === '*' || has(name, target) || (name === 'node:*' && /^node:/.test(target)),
    )
  }
})

test('values in a circle of three files, and types in one of two', () => {
  const imports = {
    one: `import { x } from './two'`,
    two: `export * from './three'`,
    three: `import { x } from './one'`,
    some: `import type { X } from './others'`,
    others: `import { type X } from './some'`,
  }
  const folders = rules.map((rule) => rule.folder.replace('/*', '')).filter((path) => !path.endsWith('.ts'))
  const expected = folders.flatMap((path) => {
    write(`${path}/outside.ts`, imports.three, imports.some)
    for (const [name, line] of Object.entries(imports)) write(`${path}/${name}.ts`, line)
    return Object.entries(imports).map(([name, line]) => `${path}/${name}.ts: ${line}`)
  })
  expect(lint('suspicious/noImportCycles')).toEqual(expected.sort())
})

test('imports that the linter would not see, or not as they are written', () => {
  const refused = [
    `type Y = typeof import('../store/y')`,
    `import y = require('../store/y')`,
    `const z = require('../store/y')`,
    `import './z/../../store/y'`,
    `import './../store/y'`,
  ]
  write('functions/domain/x.ts', ...refused)
  write('lib/entries.ts', `export type Y = typeof import('../functions/handlers/y')`)
  expect(lint('plugin', 'style/noCommonJs')).toEqual(refused.map((line) => `functions/domain/x.ts: ${line}`).sort())
})

test('more than four parameters', () => {
  const five = 'export const five = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e]'
  write('testing/x.ts', 'export const four = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d]', five)
  expect(lint('complexity/useMaxParams')).toEqual([`testing/x.ts: ${five}`])
})

test('exports, types and files without a use', () => {
  write('package.json', '{}')
  write('knip.json', readFileSync('knip.json', 'utf8'))
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

test('npm run imports writes what differs from the rules, and with --check says so', () => {
  const tool = (...options: string[]) => {
    return run('--import', require.resolve('tsx'), resolve('scripts/imports.ts'), ...options)
  }
  const told = (file: string) => `${file} is not as scripts/import-rules.ts has it: run npm run imports\n`
  write('CONTRIBUTING.md', 'before', '<!-- imports -->', 'old', '<!-- /imports -->', 'after')
  const files = ['biome.imports.jsonc', 'CONTRIBUTING.md']
  expect(tool('--check')).toMatchObject({ status: 1, stderr: files.map(told).join('') })
  expect(tool()).toMatchObject({ status: 0, stdout: files.map((file) => `Wrote ${file}\n`).join('') })
  const text = readFileSync(join(folder, 'CONTRIBUTING.md'), 'utf8')
  expect(text).toMatch(/^before\n<!-- imports -->\n\n\| folder/)
  expect(text).toMatch(/\n\n<!-- \/imports -->\nafter\n$/)
  expect(tool('--check')).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

function write(file: string, ...lines: string[]): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), lines.map((line) => `${line}\n`).join(''))
}

function run(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
}

/** What the linter refuses by some of its rules: files and lines. */
function lint(...rules: string[]): string[] {
  const config = JSON.parse(readFileSync('biome.json', 'utf8'))
  write('biome.json', JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }))
  for (const file of ['biome.imports.jsonc', 'scripts/imports.grit']) write(file, readFileSync(file, 'utf8'))
  const { stdout } = run(
    resolve('node_modules/@biomejs/biome/bin/biome'),
    'lint',
    '--reporter=json',
    '--max-diagnostics=none',
  )
  const report = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string; start?: { line: number } } }[]
  }
  return report.diagnostics
    .filter(({ category }) => rules.includes(category.replace('lint/', '')))
    .map(({ location: { path, start } }) => {
      const source = readFileSync(join(folder, path), 'utf8').split('\n')
      return `${path}: ${source[(start?.line ?? 1) - 1]}`
    })
    .sort()
}

/** A rule for each of the folders that it is for. */
function separate(rule: ImportRule): ImportRule[] {
  const [, names] = /\{(.+)\}/.exec(rule.folder) ?? []
  return names ? names.split(',').map((name) => ({ ...rule, folder: rule.folder.replace(`{${names}}`, name) })) : [rule]
}

/** A file in a rule's folder, and one in a folder of it. */
function listFiles({ folder }: ImportRule): string[] {
  if (folder.endsWith('.ts')) return [folder]
  return folder.endsWith('/*') ? [folder.replace('*', 'x.ts')] : [`${folder}/x.ts`, `${folder}/sub/x.ts`]
}

function has(path: string, target: string): boolean {
  return path.endsWith('/*') ? posix.dirname(target) === path.slice(0, -2) : `${target}/`.startsWith(`${path}/`)
}

function specifier(file: string, target: string): string {
  const path = posix.relative(posix.dirname(file), target)
  return path.startsWith('..') ? path : `./${path}`
}
