import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

// Who may import whom: the table of the design, as the linter enforces it. A violation is planted in every folder.

const planted: [file: string, imported: string, allowed: boolean][] = [
  ['functions/domain/x.ts', './item', true],
  ['functions/domain/x.ts', 'zod', false],
  ['functions/domain/x.ts', '../store/items/items', false],
  ['functions/domain/catalogue/x.ts', '../item', true],
  ['functions/domain/catalogue/x.ts', '../order', false],
  ['functions/contract/x.ts', 'zod', true],
  ['functions/contract/x.ts', '../store/items/items', false],
  ['functions/routes.ts', './contract/item', true],
  ['functions/routes.ts', './handlers/get-item', false],
  ['functions/store/x.ts', '@aws-sdk/lib-dynamodb', true],
  ['functions/store/x.ts', '../contract/item', false],
  ['functions/store/x.ts', '../http/env', false],
  ['functions/store/log/x.ts', '../client', true],
  ['functions/store/log/x.ts', '../commit/transact', false],
  ['functions/store/commit/x.ts', '../log/log-row', true],
  ['functions/store/commit/x.ts', '../items/items', false],
  ['functions/store/items/x.ts', '../commit/commit', true],
  ['functions/store/items/x.ts', '../orders/orders', false],
  ['functions/store/items/x.ts', '../../routes', false],
  ['functions/store/orders/x.ts', '../items/items', true],
  ['functions/store/orders/x.ts', '../stock/receiving', false],
  ['functions/store/stock/x.ts', '../orders/orders', true],
  ['functions/store/stock/x.ts', '../snapshots/cut', false],
  ['functions/store/snapshots/x.ts', '../items/items', true],
  ['functions/store/snapshots/x.ts', '../../contract/item', false],
  ['functions/store/companies/x.ts', '../../domain/plan', true],
  ['functions/store/companies/x.ts', '../log/log-row', false],
  ['functions/http/x.ts', '../store/companies/meter', true],
  ['functions/http/x.ts', '../store/items/items', false],
  ['functions/handlers/x.ts', '../store/items/items', true],
  ['functions/handlers/x.ts', './get-item', false],
  ['functions/handlers/x.ts', '@aws-sdk/client-dynamodb', false],
  ['functions/jobs/x.ts', '../handlers/get-item', false],
  ['cli/x.ts', '../functions/store/companies/companies', true],
  ['cli/x.ts', '../functions/http/env', false],
  ['lib/x.ts', '../functions/routes', true],
  ['lib/x.ts', '../functions/handlers/get-item', false],
  ['local/x.ts', '../functions/domain/item', false],
  ['local/x.ts', '../cli/target', false],
  ['bin/x.ts', '../functions/routes', false],
]

const folder = mkdtempSync(join(tmpdir(), 'inventory-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('each folder imports what it may, and nothing else', () => {
  const config = JSON.parse(readFileSync('biome.json', 'utf8'))
  const files = planted.map(([file, imported], index) => [file.replace('x.ts', `x${index}.ts`), imported] as const)
  for (const [file, imported] of files.filter(([file]) => file !== 'functions/routes.ts'))
    write(file, `import { x } from '${imported}'\nx()\n`)
  const ofRoutes = files
    .filter(([file]) => file === 'functions/routes.ts')
    .map(([, imported], index) => `import { x${index} } from '${imported}'\nx${index}()\n`)
  write('functions/routes.ts', ofRoutes.join(''))
  write('biome.json', JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }))
  const refused = lint().map(({ file, imported }) => `${file} ${imported}`)
  const expected = planted.flatMap(([, , allowed], index) => (allowed ? [] : [files[index]?.join(' ')]))
  expect(refused.sort()).toEqual(expected.sort())
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

/** What the linter refuses: the file, and what it imports. */
function lint(): { file: string; imported: string }[] {
  const biome = resolve('node_modules/.bin/biome')
  const options = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.']
  const report = JSON.parse(run(biome, options)) as {
    diagnostics: { category: string; location: { path: string; start?: { line: number } } }[]
  }
  return report.diagnostics
    .filter(({ category }) => category === 'lint/style/noRestrictedImports')
    .map(({ location }) => {
      const source = readFileSync(join(folder, location.path), 'utf8').split('\n')
      const line = source[(location.start?.line ?? 1) - 1] ?? ''
      return { file: location.path, imported: /'(.+)'/.exec(line)?.[1] ?? '' }
    })
}

function run(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
