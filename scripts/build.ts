import { rmSync, writeFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import { type RouteId, routes } from '../functions/routes'
import { bundles, jobIds, sourceOf } from '../lib/entries'
import { openApi } from '../lib/openapi'

// One call for all functions: esbuild parses what they share once.

const ids = [...(Object.keys(routes) as RouteId[]), ...jobIds]

rmSync(bundles, { recursive: true, force: true })
buildSync({
  entryPoints: Object.fromEntries(ids.map((id) => [`${id}/index`, sourceOf(id)])),
  outdir: bundles,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
})
writeFileSync('dist/openapi.json', JSON.stringify(openApi(), null, 2))
console.log(`Built ${ids.length} functions.`)
