import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { waitFor } from '../support/eventually'

const Company = z.object({
  id: z.string(),
  plan: z.string(),
  key: z.string(),
  people: z.array(z.object({ id: z.string(), email: z.string(), role: z.string() })),
})
const Info = z.object({
  base_url: z.string(),
  docs_url: z.string(),
  sign_in: z.object({ issuer: z.string() }),
  companies: z.array(Company),
})

/** `key` is that of the largest company. `info`: the file that tells commands where the service is. */
export type Demo = {
  info: string
  baseUrl: string
  docsUrl: string
  issuer: string
  key: string
  companies: z.infer<typeof Company>[]
  stop: () => Promise<void>
}

/** Its build and its start, while others have the machine. */
const startLimitMs = 600_000

/** Runs `npm start` with its demo companies, as a process of its own, at a free port. */
export async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-demo-'))
  const info = join(folder, 'service.json')
  const options = ['--import', 'tsx', 'local/main.ts', '--port', '0', '--info', info]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isWritten = async () => {
    if (child.exitCode !== null) throw new Error('the local service ended before it answered')
    return existsSync(info) && readFileSync(info, 'utf8').endsWith('}\n')
  }
  await waitFor(isWritten, startLimitMs)
  const { base_url, docs_url, sign_in, companies } = Info.parse(JSON.parse(readFileSync(info, 'utf8')))
  const key = companies.at(-1)?.key ?? ''
  return { info, baseUrl: base_url, docsUrl: docs_url, issuer: sign_in.issuer, key, companies, stop }
}

/** The address of somebody with this role in a company of this plan. */
export function findEmail({ companies }: Demo, plan: string, role: string): string {
  const people = companies.find((company) => company.plan === plan)?.people ?? []
  const person = people.find((each) => each.role === role)
  if (!person) throw new Error(`the demo has no ${role} of a company with the plan ${plan}`)
  return person.email
}
