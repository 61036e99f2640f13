import { resolve } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { type RouteId, routes } from '../functions/routes'
import { jobIds, sourceOf } from '../lib/entries'

/** What a function may weigh, in bytes as Lambda fetches them, gzipped: what it loads, its first caller waits for. */
export const maxGzipBytes = 165_000

/** Every function by its id. */
export const functionIds = [...(Object.keys(routes) as RouteId[]), ...jobIds]

/** One call for all functions: esbuild parses what they share once. CommonJS loads fastest: see bench/START-UP.md. */
export function bundling(outdir: string, format: 'cjs' | 'esm' = 'cjs'): BuildOptions {
  return {
    entryPoints: Object.fromEntries(functionIds.map((id) => [`${id}/index`, sourceOf(id)])),
    outdir,
    outExtension: { '.js': format === 'esm' ? '.mjs' : '.js' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format,
    // A bundle has no require of its own, which CommonJS parts of it call for Node's modules.
    ...(format === 'esm' && {
      banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    }),
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': resolve('functions/store/credentials.ts') },
    logLevel: 'warning',
  }
}
