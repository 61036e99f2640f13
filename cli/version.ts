import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of this checkout. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')).version
}
