import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BuildOptions, buildSync } from 'esbuild'
import { type Route, routes } from '../functions/routes'
import { type FunctionId, functionIds, getSource, pagesId } from './entries'

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

/**
 * Builds all functions. Their source maps come into a folder of their own, with an index of the bundles: by what a
 * bundle contains, one finds its function and its map. The bundles do not know of it.
 */
export function buildWithMaps(outdir: string, maps: string): void {
  buildSync({ ...makeBundling(outdir), sourcemap: 'external', sourcesContent: false })
  rmSync(maps, { recursive: true, force: true })
  const index = functionIds.map((id) => {
    mkdirSync(join(maps, id), { recursive: true })
    renameSync(join(outdir, id, 'index.js.map'), join(maps, id, 'index.js.map'))
    return [nameBundle(join(outdir, id, 'index.js')), { function: id, route: findRoute(id) }]
  })
  writeFileSync(join(maps, 'index.json'), `${JSON.stringify(Object.fromEntries(index), null, 2)}\n`)
}

/**
 * For a debugger: readable, each bundle with its source map in it. Not the pages: their function needs files that lie
 * beside its bundle.
 */
export function buildForDebugger(outdir: string, ids = functionIds.filter((id) => id !== pagesId)): void {
  const options = makeBundling(outdir)
  const entryPoints = Object.fromEntries(
    Object.entries(options.entryPoints).filter(([name]) => ids.some((id) => name === `${id}/index`)),
  )
  buildSync({ ...options, entryPoints, minify: false, sourcemap: 'inline' })
}

/** The same name as `functions/runtime/logger.ts` logs. */
function nameBundle(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}

/** Null for a function that no route calls. */
function findRoute(id: FunctionId): string | null {
  const route = new Map<string, Route>(Object.entries(routes)).get(id)
  return route ? `${route.method} ${route.path}` : null
}
