import { resolve } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { functionIds, getSource } from './entries'

/** Of one bundle, as Lambda fetches it. The first request to a new function waits until it is loaded. */
export const maxGzipBytes = 165_000

const makeRequire = "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);"

/** For one call, since esbuild then parses shared code once. CommonJS loads fastest: see bench/START-UP.md. */
export function makeBundling(outdir: string, format: 'cjs' | 'esm' = 'cjs') {
  return {
    entryPoints: Object.fromEntries(functionIds.map((id) => [`${id}/index`, getSource(id)])),
    outdir,
    outExtension: { '.js': format === 'esm' ? '.mjs' : '.js' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format,
    // An ES module has no `require`, which its CommonJS parts call for Node's modules, and no file name.
    ...(format === 'esm' && { banner: { js: `${makeRequire}const __filename = import.meta.filename;` } }),
    mainFields: ['module', 'main'],
    alias: {
      '@aws-sdk/credential-provider-node': resolve('functions/store/credentials.ts'),
      '@aws-sdk/endpoint-cache': resolve('functions/store/endpoint-cache.ts'),
      '@smithy/core/event-streams': resolve('functions/store/event-streams.ts'),
    },
    logLevel: 'warning',
  } satisfies BuildOptions
}
