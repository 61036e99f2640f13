import { Logger } from '@aws-lambda-powertools/logger'

/** Writes structured lines, at the level of `POWERTOOLS_LOG_LEVEL`. */
export const logger = new Logger({ serviceName: 'inventory' })

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
