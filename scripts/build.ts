import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { type RouteId, routes } from '../functions/routes'
import { bundles, jobIds, sourceOf } from '../lib/entries'
import { openApi } from '../lib/openapi'

// One call for all functions: esbuild parses what they share once.

/** What a function may weigh, in bytes as Lambda fetches them: what it loads, its first caller waits for. */
const maxGzipBytes = 165_000

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
  alias: { '@aws-sdk/credential-provider-node': resolve('functions/store/credentials.ts') },
  logLevel: 'warning',
})
writeFileSync('dist/openapi.json', JSON.stringify(openApi(), null, 2))
const sizes = ids.map((id) => ({ id, bytes: gzipSync(readFileSync(`${bundles}/${id}/index.js`)).length }))
const [largest = { id: '', bytes: 0 }] = sizes.sort((a, b) => b.bytes - a.bytes)
const told = `the largest, ${largest.id}, has ${Math.ceil(largest.bytes / 1_000)} KB gzipped`
console.log(`Built ${ids.length} functions; ${told}.`)
if (largest.bytes > maxGzipBytes) throw new Error(`${told}: ${maxGzipBytes / 1_000} are allowed`)
