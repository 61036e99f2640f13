import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { makeBundling } from '../../lib/bundling'
import { rehearse } from '../support/rehearse'

// `functions/` holds what runs in Lambda, and nothing else. Types are in no bundle: their imports are followed.

rehearse('every file of functions/ is in a function', async () => {
  const bundling = makeBundling('dist/test/functions')
  // Without the packages it takes a tenth of the time. Some of our files stand in for packages.
  const { metafile } = await build({ ...bundling, packages: 'external', write: false, metafile: true })
  const standIns = Object.values(bundling.alias).map((path) => relative('.', path))
  const used = new Set([...Object.keys(metafile.inputs), ...standIns].filter(isOurs))
  // A set that grows while it is walked through is walked to its end.
  for (const file of used) for (const imported of listImports(file)) used.add(imported)
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' })
    .map((path) => join('functions', path))
    .filter(isOurs)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !used.has(file))).toEqual([])
})

function isOurs(file: string): boolean {
  return file.startsWith('functions/') && file.endsWith('.ts')
}

/** What a file imports, values and types, by the form that the formatter gives all imports. */
function listImports(file: string): string[] {
  const matches = readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)
  return Array.from(matches, ([, path = '']) => `${join(dirname(file), path)}.ts`).filter(isOurs)
}
