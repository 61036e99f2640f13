import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod'
import { parseAs } from './parse'
import type { Service } from './service'

const run = promisify(execFile)

const DemoCompany = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string(),
  user_id: z.string(),
  key: z.string(),
  read_only_key: z.string(),
  people: z.array(z.object({ id: z.string(), email: z.string(), role: z.string() })),
})
export type DemoCompany = z.infer<typeof DemoCompany>
const DemoCompanies = z.object({ data: z.array(DemoCompany) })

/** Creates the demo companies on a new table. On a table that was kept, lists those that exist. */
export async function openDemo({ fresh, table, dynamodbEndpoint, signIn }: Service): Promise<DemoCompany[]> {
  const where = ['--table', table, '--endpoint', dynamodbEndpoint, '--json']
  const command = fresh ? ['create', ...where, ...(signIn ? ['--issuer', signIn.issuer] : [])] : ['show', ...where]
  const { stdout } = await run(process.execPath, ['cli/inventory.mjs', 'demo', ...command])
  return parseAs(DemoCompanies, JSON.parse(stdout), 'what inventory demo printed').data
}
