import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ServiceInfo } from '../local/service-info'
import { type Options, UsageError } from './command-line'

/** The file of `--info`, otherwise that which `npm start` writes into the checkout, wherever one stands. */
export function findInfo(info: Options['info']): string {
  return typeof info === 'string' ? info : relative('', join(__dirname, '../.local/service.json'))
}

/** `companies`: those of the demo. */
type Info = ServiceInfo & { companies?: { plan: string; key: string }[] }

/** `info` is the file's path. Throws a `UsageError` with a remedy where no service has written it. */
export function readInfo(
  info: Options['info'],
  remedy = "start it with 'npm start', or name a deployed --stack",
): Info {
  const file = findInfo(info)
  try {
    const found: Info = JSON.parse(readFileSync(file, 'utf8'))
    return { ...found, base_url: new URL(found.base_url).href }
  } catch {
    throw new UsageError(`${file} does not tell of a running local service: ${remedy}`)
  }
}
