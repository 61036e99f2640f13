import { rmSync, writeFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import { routes } from '../functions/routes'
import { openApi } from '../lib/openapi'

// One call for all functions: esbuild parses what they share once.

const entryPoints = Object.fromEntries([
  ...Object.keys(routes).map((id) => [`${id}/index`, `functions/handlers/${id}.ts`]),
  ['authorizer/index', 'functions/jobs/authorizer.ts'],
])
const outdir = 'dist/functions'

rmSync(outdir, { recursive: true, force: true })
buildSync({
  entryPoints,
  outdir,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
})
writeFileSync('dist/openapi.json', JSON.stringify(openApi(), null, 2))
console.log(`Built ${Object.keys(entryPoints).length} functions.`)
