import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Logger } from '@aws-lambda-powertools/logger'

/** Writes structured lines, at the level of `POWERTOOLS_LOG_LEVEL`. */
export const logger = new Logger({ serviceName: 'inventory' })

/** What a line of the log says of an error: with the bundle, since its stack is read by the bundle's source map. */
export function reportError(thrown: unknown): { error: Error; bundle: string } {
  return { error: thrown instanceof Error ? thrown : new Error(String(thrown)), bundle: nameBundle() }
}

let bundle: string | undefined

/** By its content, as the build names it in the folder of source maps. Only an error costs this. */
function nameBundle(): string {
  bundle ??= createHash('sha256').update(readFileSync(__filename)).digest('hex').slice(0, 16)
  return bundle
}
