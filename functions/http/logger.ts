import { Logger } from '@aws-lambda-powertools/logger'

/** Structured lines, at the level that `POWERTOOLS_LOG_LEVEL` says. */
export const logger = new Logger({ serviceName: 'inventory' })
