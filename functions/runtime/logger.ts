import { Logger } from '@aws-lambda-powertools/logger'

/** Structured lines, at the level that `POWERTOOLS_LOG_LEVEL` says. */
export const logger = new Logger({ serviceName: 'inventory' })

/** What was thrown, as the logger takes it. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
