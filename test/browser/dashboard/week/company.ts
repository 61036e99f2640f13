import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod'
import { createClient, type InventoryClient } from '../../../../client'
import type { Demo } from '../../demo'

const run = promisify(execFile)

const Created = z.object({ id: z.string() })
const Key = z.object({ key: z.string() })

/** An empty company, whose owner is invited, and a client that reads all that it has. */
type Company = { owner: string; client: InventoryClient }

export async function openCompany({ baseUrl, info }: Pick<Demo, 'baseUrl' | 'info'>): Promise<Company> {
  const owner = `owner-${Date.now()}@week.example`
  const plan = ['--name', 'Week', '--plan', 'enterprise']
  const { id } = Created.parse(await callInventory(info, ['companies', 'create', ...plan, '--owner', owner]))
  const { key } = Key.parse(await callInventory(info, ['keys', 'create', '--company', id, '--scopes', 'read']))
  return { owner, client: createClient({ baseUrl, apiKey: key }) }
}

async function callInventory(info: string, words: string[]): Promise<unknown> {
  const { stdout } = await run('npx', ['inventory', ...words, '--json', '--info', info])
  return JSON.parse(stdout)
}
