import { randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The path of a temporary folder of a test file. It is there while tests of the file run: not if all are skipped. */
export function useFolder(): string {
  const folder = join(realpathSync(tmpdir()), `inventory-${randomUUID()}`)
  beforeAll(() => mkdirSync(folder))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
