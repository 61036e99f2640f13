import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, runInventory, spawnInventory } from './command'
import { useFolder } from './folder'
import { useCustomer } from './service'

type Tool = 'import' | 'export' | 'stocktake' | 'events'
type Access = { baseUrl: string; secret: string }

/** Provides a folder to the tests of a file, for the files of tests. */
export function useFiles() {
  const folder = useFolder()
  const path = (name: string) => join(folder, name)
  return {
    path,
    write: (name: string, content: string | Uint8Array) => {
      writeFileSync(path(name), content)
      return path(name)
    },
    read: (name: string) => readFileSync(path(name), 'utf8'),
    readBytes: (name: string) => readFileSync(path(name)),
  }
}

/** Provides a folder, and for each test a new customer and the command with its key. `own`: where it is another one. */
export function useSpreadsheets(tool: Tool) {
  const given = { ...useCustomer(), folder: useFiles() }
  const access = (own: Partial<Access> = {}) => ({
    baseUrl: given.service.baseUrl,
    secret: given.customer.secret,
    ...own,
  })
  return { ...given, access, run: (...args: string[]) => runSpreadsheet(tool, args, access()) }
}

/** What the commands read from their environment. */
export const listAccess = ({ baseUrl, secret }: Access) => ({ INVENTORY_BASE_URL: baseUrl, INVENTORY_API_KEY: secret })

/** Runs one of the spreadsheet commands to its end. With `input`, in a process of its own. */
export function runSpreadsheet(tool: Tool, args: string[], access: Access, input?: string): Promise<Outcome> {
  const env = listAccess(access)
  return input === undefined ? runInventory([tool, ...args], env) : spawnInventory([tool, ...args], env, input)
}
