import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ServiceInfo } from '../local/service-info'
import { type Options, UsageError } from './command-line'

/** The file of `--info`, otherwise that which `npm start` writes into the checkout, wherever one stands. */
export function findInfo(info: Options['info']): string {
  return typeof info === 'string' ? info : relative('', join(__dirname, '../.local/service.json'))
}

/** `info` is the file's path. Throws a `UsageError` where no service has written it. */
export function readInfo(info: Options['info']): ServiceInfo {
  const file = findInfo(info)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new UsageError(
      `${file} does not tell of a running local service: start it with 'npm start', or name a deployed --stack`,
    )
  }
}
