import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleTool, type Outcome, runBundledTool } from './command'

type Tool = 'import' | 'export' | 'stocktake'
type Customer = { baseUrl: string; secret: string }

const getPath = (tool: Tool) => `cli/spreadsheets/${tool}/main.ts`

/** A folder for the files of a test. */
export function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'))
  const path = (name: string) => join(folder, name)
  return {
    path,
    write: (name: string, content: string | Uint8Array) => {
      writeFileSync(path(name), content)
      return path(name)
    },
    read: (name: string) => readFileSync(path(name), 'utf8'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Runs one of the spreadsheet commands to its end. */
export function runSpreadsheet(
  tool: Tool,
  args: string[],
  { baseUrl, secret }: Customer,
  input?: string,
): Promise<Outcome> {
  return runBundledTool(getPath(tool), args, { INVENTORY_BASE_URL: baseUrl, INVENTORY_API_KEY: secret }, input)
}

/** Starts it, so that it can be killed. */
export function startSpreadsheet(tool: Tool, args: string[], { baseUrl, secret }: Customer): ChildProcess {
  const env = { ...process.env, INVENTORY_BASE_URL: baseUrl, INVENTORY_API_KEY: secret }
  return spawn(process.execPath, [bundleTool(getPath(tool)), ...args], { env, stdio: 'ignore' })
}
