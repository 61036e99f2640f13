import { resolve } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { functionIds, getSource } from './entries'

/** Of one bundle, as Lambda fetches it. The first request to a new function waits until it is loaded. */
export const maxGzipBytes = 165_000

/** For one call, since esbuild then parses shared code once. CommonJS loads fastest: see decision 9. */
export function makeBundling(outdir: string) {
  return {
    entryPoints: Object.fromEntries(functionIds.map((id) => [`${id}/index`, getSource(id)])),
    outdir,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: {
      '@aws-sdk/credential-provider-node': resolve('functions/store/sdk/credentials.ts'),
      '@smithy/core/event-streams': resolve('functions/store/sdk/event-streams.ts'),
    },
    logLevel: 'warning',
  } satisfies BuildOptions
}
