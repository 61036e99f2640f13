import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outcome, runInventory, spawnInventory, startInventory } from './command'

type Tool = 'import' | 'export' | 'stocktake' | 'events'
type Customer = { baseUrl: string; secret: string }

/** A folder for the files of a test. The first one makes it: jest removes nothing where all tests are skipped. */
export function openFolder() {
  let folder: string | undefined
  const path = (name: string) => {
    folder ??= mkdtempSync(join(tmpdir(), 'inventory-'))
    return join(folder, name)
  }
  return {
    path,
    write: (name: string, content: string | Uint8Array) => {
      writeFileSync(path(name), content)
      return path(name)
    },
    read: (name: string) => readFileSync(path(name), 'utf8'),
    /** Of a whole path. */
    readBytes: (file: string) => readFileSync(file),
    remove: () => folder && rmSync(folder, { recursive: true }),
  }
}

/** Runs one of the spreadsheet commands to its end. With `input`, in a process of its own. */
export function runSpreadsheet(
  tool: Tool,
  args: string[],
  { baseUrl, secret }: Customer,
  input?: string,
): Promise<Outcome> {
  const env = { INVENTORY_BASE_URL: baseUrl, INVENTORY_API_KEY: secret }
  return input === undefined ? runInventory([tool, ...args], env) : spawnInventory([tool, ...args], env, input)
}

/** Starts it, so that it can be killed. */
export function startSpreadsheet(tool: Tool, args: string[], { baseUrl, secret }: Customer): ChildProcess {
  const child = startInventory([tool, ...args], { INVENTORY_BASE_URL: baseUrl, INVENTORY_API_KEY: secret })
  child.stdin.end()
  child.stdout.resume()
  child.stderr.resume()
  return child
}
